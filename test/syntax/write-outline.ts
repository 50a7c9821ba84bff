import type { Outline } from '../../src/outline/shape.ts'

/** An outline as text that a person can check against the file: one line for each thing that it tells, `+` for what is public. */
export function writeOutline({ language, docstring, imports, exports, symbols }: Outline): string {
  const lines = [
    `language: ${language}`,
    `file: ${docstring === null ? 'says nothing of itself' : JSON.stringify(docstring)}`,
    ...imports.map((module) => `imports ${module}`),
    ...exports.map(({ name, line, from }) => `exports ${name} at ${line}${from === null ? '' : ` from ${from}`}`),
    ...symbols.flatMap(({ kind, name, parent, firstLine, lastLine, isPublic, signature, docstring: said }) => [
      `${isPublic ? '+' : '-'} ${firstLine}-${lastLine} ${kind} ${parent === null ? '' : `${parent} / `}${name}`,
      `    ${signature}`,
      ...(said === null ? [] : [`    ${JSON.stringify(said)}`]),
    ]),
  ]
  return `${lines.join('\n')}\n`
}
