// The cache's client unpacks an archive with whatever is in it, absolute paths too, before anybody can look at its bytes. So `tar` is found
// in a folder of our own first: it takes the one file that was asked for, and lets no name lead out of the workspace.
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** What the client calls on Linux and on macOS. */
const NAMES = ['tar', 'gtar']

/**
 * Runs `work` while every `tar` that this process starts unpacks `member` and nothing else. On Windows the client brings its own `tar`, and
 * nothing is changed: see NOTES.md.
 */
export async function unpackingOnly<T>(member: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.PATH ?? ''
  if (process.platform === 'win32') return await work()
  const folder = await mkdtemp(join(tmpdir(), 'nehemvix-tar-'))
  for (const name of NAMES) {
    const real = before
      .split(delimiter)
      .map((place) => join(place, name))
      .find((path) => existsSync(path))
    if (real === undefined) continue
    await writeFile(join(folder, name), wrapper(real, member))
    await chmod(join(folder, name), 0o755)
  }
  process.env.PATH = `${folder}${delimiter}${before}`
  try {
    return await work()
  } finally {
    process.env.PATH = before
    await rm(folder, { recursive: true, force: true })
  }
}

/** `-P` keeps absolute names and `..`: it is taken away. */
const wrapper = (real: string, member: string): string => `#!/bin/sh
extracts=
count=$#
while [ "$count" -gt 0 ]; do
  word=$1
  shift
  case $word in -xf) extracts=1 ;; esac
  [ "$word" = -P ] || set -- "$@" "$word"
  count=$((count - 1))
done
if [ -n "$extracts" ]; then set -- "$@" '${member}'; fi
exec '${real}' "$@"
`
