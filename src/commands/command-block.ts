/** Commands ready to copy. Only inside of a fence may a line of ours begin with one: an app's own comments raise events. */
export function commandBlock(commands: readonly string[]): string {
  const lines = commands.map((one) => one.replace(/[\r\n`]+/g, ' ').slice(0, 300))
  return ['```text', ...lines, '```'].join('\n')
}
