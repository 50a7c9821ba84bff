// A page for people where an answer for programs was due: a proxy, a login, a wrong address.
import type { FailureKind } from '../../vocabulary.ts'
import { kindOfStatus } from './rules.ts'

export interface Page {
  readonly title: string
  readonly text: string
}

const HEAD_LENGTH = 20_000

/** The page's title and first words; null if the text is no HTML. */
export function readPage(text: string, contentType: string): Page | null {
  const head = text.slice(0, HEAD_LENGTH)
  // JSON or a stream may well hold HTML: a page begins with a tag, or says that it is one.
  if (!head.trimStart().startsWith('<') && !contentType.includes('html')) return null
  if (!/<(?:!doctype|html|head|body|title|center|h1)\b/i.test(head) && !(contentType.includes('html') && head.includes('<')))
    return null
  const title = /<title[^>]{0,200}>([^<]{0,300})/i.exec(head)?.[1] ?? /<h1[^>]{0,200}>([^<]{0,300})/i.exec(head)?.[1] ?? ''
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    text: head
      .replace(/<[^<>]{0,2000}>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** A page decides by the status it arrives with or names; with a status of success the address is wrong. */
export function kindOfPage(page: Page, status: number): FailureKind {
  const words = `${page.title} ${page.text.slice(0, 2000)}`
  const named = /(?:error(?: code)?:? |\| )(5\d\d)\b|^(4\d\d|5\d\d) /i.exec(page.title) ?? /error code:? ?(5\d\d)\b/i.exec(words)
  const said = Number(named?.[1] ?? named?.[2] ?? 0)
  const effective = said >= 500 && (status >= 500 || status < 400) ? said : status
  if (effective < 400) return 'key'
  if (/request header or cookie too large|plain http request was sent to https/i.test(words)) return 'key'
  // 404 and 405 for a page: the server is there, but this is no model's address.
  if (effective === 404 || effective === 405 || effective === 400) return 'key'
  return kindOfStatus(effective)
}
