// Mermaid's own parser without a browser. In bare Node it rejects valid diagrams, so that the globals of a page come first.
import { createRequire } from 'node:module'

interface Jsdom {
  readonly JSDOM: new (html: string) => { readonly window: Record<string, unknown> }
}

/** null: the diagram is valid; else what Mermaid says. */
export type ParseDiagram = (source: string) => Promise<string | null>

export async function openMermaid(): Promise<ParseDiagram> {
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as Jsdom
  const { window } = new JSDOM('<!doctype html><body></body>')
  for (const name of ['window', 'document', 'Element', 'HTMLElement', 'SVGElement', 'Node', 'NodeFilter', 'DOMParser'] as const)
    Object.defineProperty(globalThis, name, {
      value: name === 'window' ? window : window[name],
      configurable: true,
      writable: true,
    })
  const { default: mermaid } = await import('mermaid')
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' })
  return async (source) => {
    try {
      await mermaid.parse(source)
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
