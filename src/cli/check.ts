// `nehemvix check [DIR]`: re-checks a guide's references against the tree. Exit 1 where something is broken.
import { checkGuide } from '../job/check-guide.ts'

export async function runCheck({ directory, json }: { directory: string; json: boolean }): Promise<number> {
  const checked = await checkGuide(directory)
  if (json) process.stdout.write(`${JSON.stringify({ type: 'check', ...checked })}\n`)
  return checked.broken.length > 0 ? 1 : 0
}
