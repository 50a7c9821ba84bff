// Diagrams in a real browser, where CHROMIUM names one (`npm run pictures` finds it by itself). test/guide/pages.test.ts asks Mermaid's
// parser everywhere.
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diagramsOf } from '../guide/diagrams-of.ts'
import { diagramsWith } from '../guide/hostile-diagrams.ts'
import { HOSTILE_NAMES } from '../guide/hostile-names.ts'
import { REPOSITORIES, writeOfflineGuide } from '../guide/offline-guides.ts'
import { drawDiagrams } from './draw-diagrams.ts'
import { findChromium, NO_CHROMIUM } from './find-chromium.ts'

const executablePath = process.env.CHROMIUM ? findChromium() : null

describe.skipIf(executablePath === null)(
  `drawn in Chromium${executablePath === null ? ` (skipped: ${NO_CHROMIUM})` : ''}`,
  () => {
    let browser: Browser

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    })
    afterAll(() => browser.close())

    it.each(['parcel', 'library', 'hostile names'])('all diagrams of the guide to %s', async (name) => {
      const { pages } = await writeOfflineGuide(REPOSITORIES[name]?.() ?? {}, null)
      const sources = Object.values(pages).flatMap(diagramsOf)
      expect(sources.length).toBeGreaterThan(1)
      const drawings = await drawDiagrams(browser, sources)
      expect(drawings.flatMap(({ fault }, at) => (fault === null ? [] : [`${fault}\n${sources[at]}`]))).toEqual([])
      expect(drawings.filter(({ labels }) => labels.length < 2)).toEqual([])
    })

    it('names that mean something to Mermaid stand in the drawing as they are', async () => {
      const drawn = HOSTILE_NAMES.flatMap((name) =>
        Object.entries(diagramsWith(name)).map(([kind, source]) => ({ name, kind, source })),
      )
      const drawings = await drawDiagrams(
        browser,
        drawn.map(({ source }) => source),
      )
      for (const [at, { name, kind, source }] of drawn.entries()) {
        expect(drawings[at]?.fault, source).toBeNull()
        expect(drawings[at]?.labels.join('\n'), `${kind} with ${name}`).toContain(name)
      }
    })

    it('a broken diagram is told from a drawn one', async () => {
      const [broken, whole] = await drawDiagrams(browser, ['flowchart LR\n  a["x"y"]', 'flowchart LR\n  a["x"] --> b["y"]'])
      expect(broken?.fault).toMatch(/parse error/i)
      expect([whole?.fault, whole?.labels]).toEqual([null, ['x', 'y']])
    })
  },
)
