// What the command line says to type next, as it is typed on a pull request.

/** `nehemvix resume --model gpt-6-luna --consent openai` -> `/nehemvix switch gpt-6-luna --consent`; null: no comment does that. */
export function commentFor(next: string | null): string | null {
  // What stands behind three spaces explains the command.
  const [program, verb, ...words] = (next ?? '').split('   ')[0]?.trim().split(/\s+/) ?? []
  if (program === '/nehemvix') return [program, verb, ...words].join(' ').trim()
  if (program !== 'nehemvix') return null
  const after = (option: string): string | undefined => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined)
  switch (verb) {
    case 'resume': {
      const model = after('--model')?.split(',')[0]
      if (model === undefined) return words.includes('--consent') ? null : '/nehemvix resume'
      return `/nehemvix switch ${model}${words.includes('--consent') ? ' --consent' : ''}`
    }
    case 'approve': {
      const cap = after('--cap')
      return `/nehemvix approve${cap === undefined ? '' : ` --cap ${cap}`}`
    }
    case 'run':
      if (words.includes('--pay-again')) return '/nehemvix run --pay-again'
      return words.length === 0 ? '/nehemvix run' : null
    case 'status':
    case 'rerun':
    case 'cancel':
      return `/nehemvix ${verb}`
    default:
      return null
  }
}
