// Values of options, from text. Each says what it must be where it is something else.
import { InvalidArgumentError } from 'commander'
import { AUDIENCES } from '../vocabulary.ts'

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

export function gather(text: string, before: string[] | undefined): string[] {
  const words = listOf(text)
  if (words.length === 0) throw new InvalidArgumentError('It is empty.')
  return [...new Set([...(before ?? []), ...words])]
}

export function audiences(text: string) {
  const words = listOf(text)
  const known = AUDIENCES.filter((audience) => words.includes(audience))
  if (known.length === 0 || known.length < new Set(words).size)
    throw new InvalidArgumentError(`Known are ${AUDIENCES.join(', ')}.`)
  return known
}

export function usd(text: string): number {
  // Plain decimals only: what looks like another number must not become money.
  const amount = Number(text.replace(/^\$/, ''))
  if (!/^\$?(\d{1,7}(\.\d*)?|\.\d+)$/.test(text)) throw new InvalidArgumentError('It is an amount in USD, such as 0.25.')
  return amount
}

export function price(text: string): readonly [number, number] {
  const [input, output, ...more] = text.split(',')
  if (input === undefined || output === undefined || more.length > 0)
    throw new InvalidArgumentError('It is two amounts, such as 0.10,0.50 (USD per million tokens, in and out).')
  return [usd(input), usd(output)]
}

export function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.')
  return Number(text)
}
