import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

export type ObjectFormat = 'sha1' | 'sha256'

/** The id git gives a blob of these bytes. No filter is applied: what lies on the disk is what is read. */
export function hashBlob(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/**
 * The bytes of a regular file of the work tree; rejects with the system's error where it cannot be read.
 * A symbolic link or a pipe that has taken the file's place since it was listed is not followed.
 */
export async function readWorktreeFile(root: string, path: string): Promise<Buffer> {
  const handle = await open(join(root, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    if (!(await handle.stat()).isFile())
      throw Object.assign(new Error(`${path} is not a regular file any more`), { code: 'not a regular file' })
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
