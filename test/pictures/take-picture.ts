// One page as a small PNG, 800 pixels wide and as high as the page is. Diagrams in it are drawn, as GitHub draws them.
import { writeFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import UPNG from 'upng-js'
import { drawDiagrams } from './draw-diagrams.ts'
import type { Theme } from './github-page.ts'

const WIDTH = 800
/** Text in a few colours on one ground needs no more, and the file is a fourth. */
const COLOURS = 64

/** Bytes of the file. `scale`: pixels of the picture for each of the page. */
export async function takePicture(
  browser: Browser,
  scene: { html: string; theme: Theme; scale: number },
  file: string,
): Promise<number> {
  const { html, theme, scale } = scene
  const context = await browser.newContext({ offline: true, viewport: { width: WIDTH, height: 100 }, deviceScaleFactor: scale })
  try {
    const page = await context.newPage()
    await page.setContent(html, { waitUntil: 'load' })
    await putDrawings(browser, page, theme)
    const height = Math.ceil((await page.locator('main').boundingBox())?.height ?? 0)
    await page.setViewportSize({ width: WIDTH, height })
    const bytes = withFewColours(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
    writeFileSync(file, bytes)
    return bytes.length
  } finally {
    await context.close()
  }
}

async function putDrawings(browser: Browser, page: Page, theme: Theme): Promise<void> {
  const fences = page.locator('pre:has(> code.language-mermaid)')
  const drawings = await drawDiagrams(browser, await fences.allTextContents(), theme)
  for (const { fault, svg } of drawings) {
    if (fault !== null) throw new Error(`a diagram is not drawn: ${fault}`)
    // The first that is left: each one that is drawn is a fence no more.
    await fences.first().evaluate((fence, drawn) => {
      const place = fence.ownerDocument.createElement('div')
      place.className = 'diagram'
      // Apart from the page's style sheet, as on GitHub.
      place.attachShadow({ mode: 'open' }).innerHTML = drawn
      fence.replaceWith(place)
    }, svg)
  }
}

function withFewColours(png: Buffer): Buffer {
  const image = UPNG.decode(Uint8Array.from(png).buffer)
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, COLOURS))
}
