// Mermaid in a real page, from its own file: how GitHub draws a diagram, without a network.
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import type { Theme } from './github-page.ts'

const MERMAID = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js')

export interface Drawing {
  /** null: it was drawn; else what Mermaid says, or that it drew its picture of an error. */
  readonly fault: string | null
  /** The texts in it, in the order in which they stand in the SVG. */
  readonly labels: readonly string[]
  /** Empty where it was not drawn. */
  readonly svg: string
}

/** As much of a page's globals as is used there; the project is compiled without those of a browser. */
interface PageGlobals {
  readonly mermaid: {
    initialize(settings: object): void
    render(id: string, source: string): Promise<{ readonly svg: string }>
  }
  readonly DOMParser: new () => { parseFromString(text: string, kind: 'text/html'): Drawn }
}

interface Drawn {
  querySelector(selector: string): object | null
  querySelectorAll(selector: string): Iterable<{ readonly textContent: string | null }>
}

export async function drawDiagrams(browser: Browser, sources: readonly string[], theme: Theme = 'light'): Promise<Drawing[]> {
  if (sources.length === 0) return []
  const context = await browser.newContext({ offline: true })
  try {
    const page = await context.newPage()
    await page.setContent('<!doctype html><body></body>')
    await page.addScriptTag({ path: MERMAID })
    return await page.evaluate(
      async ({ all, look }) => {
        const { mermaid, DOMParser } = globalThis as unknown as PageGlobals
        mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: look })
        const drawings: { fault: string | null; labels: string[]; svg: string }[] = []
        for (const [index, source] of all.entries()) {
          try {
            const { svg } = await mermaid.render(`drawing${index}`, source)
            const drawn = new DOMParser().parseFromString(svg, 'text/html')
            const isError = drawn.querySelector('svg[aria-roledescription="error"]') !== null
            const texts = [...drawn.querySelectorAll('.nodeLabel, text')].map((one) => (one.textContent ?? '').trim())
            drawings.push({ fault: isError ? 'it drew an error' : null, labels: texts.filter((text) => text !== ''), svg })
          } catch (error) {
            drawings.push({ fault: error instanceof Error ? error.message : String(error), labels: [], svg: '' })
          }
        }
        return drawings
      },
      { all: sources, look: theme === 'dark' ? 'dark' : 'default' },
    )
  } finally {
    await context.close()
  }
}
