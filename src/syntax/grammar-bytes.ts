import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'

/**
 * The WebAssembly of a grammar or of the parser: from `dist/grammars` beside the bundle; run from the sources, straight from the
 * package. Throws where it is in neither place: an installation that lost a file.
 */
export async function grammarBytes(name: string, file: string): Promise<Uint8Array> {
  try {
    return brotliDecompressSync(await readFile(new URL(`../grammars/${name}.wasm.br`, import.meta.url)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return readFile(new URL(`../../node_modules/${file}`, import.meta.url))
  }
}
