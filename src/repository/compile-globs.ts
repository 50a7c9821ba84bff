import picomatch from 'picomatch'
import { Refusal } from '../refusal.ts'
import type { Globs } from './skip-rules.ts'

/**
 * Include and exclude globs as two questions about a path. An empty include list includes everything.
 * `src`, `src/` and `./src` mean the whole folder. Parentheses are plain letters: they occur in folder names, and
 * as patterns they would let a repository's configuration build an expression that never ends.
 */
export function compileGlobs(include: readonly string[], exclude: readonly string[]): Globs {
  const isIncluded = include.length === 0 ? () => true : matcher(include)
  return { isIncluded, isExcluded: exclude.length === 0 ? () => false : matcher(exclude) }
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.flatMap((glob) => {
    const plain = glob.trim().replace(/^(?:\.?\/)+/, '')
    const whole = plain.replace(/\/+$/, '')
    if (whole === '' || whole === '.') return ['**']
    return plain.endsWith('/') ? [`${whole}/**`] : [whole, `${whole}/**`]
  })
  // `s`: a path may hold a newline.
  const options = { dot: true, noextglob: true, nonegate: true, flags: 's' }
  const compiled = tests.map((glob) => {
    if (glob.split('/').some((part) => part !== '**' && (part.match(/\*+/g)?.length ?? 0) > 4) || glob.split('**').length > 6) {
      throw new Refusal(`The glob ${JSON.stringify(glob)} has too many stars.`, 'at most 4 in one part of a path, and 5 times **')
    }
    return glob === '**' ? () => true : picomatch(glob.replace(/(?<!\\)[()|]/g, '\\$&'), options)
  })
  return (path) => compiled.some((isMatch) => isMatch(path))
}
