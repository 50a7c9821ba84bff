import { codeSpan } from './code-span.ts'
import type { Parsed } from './command.ts'
import { nearWord } from './near-word.ts'

/** A model's name goes into dispatch inputs and configuration: nothing else passes. */
const MODEL = /^[A-Za-z0-9][A-Za-z0-9._/:@-]{0,99}$/

const USAGE = '`/nehemvix switch MODEL [--consent]`'

/** What stands after `switch`: a model, and whether its provider may see the code. */
export function parseSwitch(words: readonly string[], knownModels: readonly string[]): Parsed {
  const options = words.filter((word) => /^[-–—]/.test(word))
  const [model, second] = words.filter((word) => !/^[-–—]/.test(word))
  const wrong = options.find((word) => word !== '--consent')
  if (wrong !== undefined) {
    const hint = /^[-–—]+consent/i.test(wrong)
      ? 'It is written `--consent`, takes no value, and speaks for the provider of the model'
      : 'There is `--consent`'
    return refuse(`There is no option ${codeSpan(wrong, 60)}. ${hint}.`)
  }
  if (model === undefined) return refuse(`Which model? ${sayKnown(knownModels)}`.trim())
  if (!MODEL.test(model)) return refuse(`${codeSpan(model, 60)} can't be a model's name.`)
  if (second !== undefined) return refuse(`One model at a time: ${codeSpan(second, 60)} is one word too many.`)
  const meant = suggest(model, knownModels)
  if (meant !== null) {
    const asTyped = model.includes('/')
      ? ''
      : ` If ${codeSpan(model)} is right, write its provider before it, as in \`openai/MODEL\`.`
    return refuse(`${codeSpan(model)} is not known here. Did you mean ${codeSpan(meant)}?${asTyped}`)
  }
  return { kind: 'command', command: { verb: 'switch', model, hasConsent: options.length > 0 } }
}

/** A name of a provider's own, `openai/gpt-6-luna`, is doubted only for the provider: new models come every week. */
function suggest(model: string, knownModels: readonly string[]): string | null {
  if (knownModels.includes(model)) return null
  const slash = model.indexOf('/')
  if (slash < 0) return nearWord(model, knownModels)
  const provider = model.slice(0, slash)
  const providers = knownModels.filter((one) => one.includes('/')).map((one) => one.slice(0, one.indexOf('/')))
  const near = providers.includes(provider) ? null : nearWord(provider, providers)
  return near === null ? null : `${near}${model.slice(slash)}`
}

const sayKnown = (models: readonly string[]): string =>
  models.length === 0
    ? ''
    : `Known here: ${models
        .slice(0, 12)
        .map((one) => codeSpan(one))
        .join(', ')}.`

const refuse = (why: string): Parsed => ({ kind: 'reply', message: `${why} Nothing was switched. The command is ${USAGE}.` })
