import { decode } from './link-target.ts'

/** A link to a file or folder as it stood at one commit. */
export interface Permalink {
  /** `https://github.com/owner/name` */
  readonly webUrl: string
  readonly commit: string
  /** With the fragment, decoded. */
  readonly target: string
}

export function parsePermalink(url: string): Permalink | null {
  const [, webUrl, commit, target] = /^(https?:\/\/[^/]+\/.+?)\/(?:blob|tree)\/([0-9a-f]{40,64})\/(.+)$/.exec(url) ?? []
  return webUrl === undefined || commit === undefined || target === undefined ? null : { webUrl, commit, target: decode(target) }
}

/** The commit that a guide's file says it was made from; null for a work tree. */
export function originIn(text: string): string | null {
  const [, linked, plain] =
    /^Made from commit (?:\[`[0-9a-f]+`\]\(\S+\/commit\/([0-9a-f]{40,64})\)|`([0-9a-f]{40,64})`)/m.exec(text) ?? []
  return linked ?? plain ?? null
}
