// `npm run pictures`: the pictures of the README, of real texts, as GitHub shows them. `npm run pictures -- DIR` writes every comment to DIR,
// to look at. Needs a Chromium, so CI never runs it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium, NO_CHROMIUM } from './find-chromium.ts'
import { prepareScenes } from './scenes.ts'
import { takePicture } from './take-picture.ts'

/** Bytes: a README that loads slowly is read by nobody. */
const LARGEST = 80_000
const SCALE = 1

process.exitCode = await pictures(process.argv[2] ?? null)

/** `folder`: where all comments are wanted; null: only the pictures of the README. */
async function pictures(folder: string | null): Promise<number> {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write(`No picture was made: ${NO_CHROMIUM}.\nNext: CHROMIUM=/path/to/chromium npm run pictures\n`)
    return 2
  }
  const { shown, others } = await prepareScenes()
  const target = folder ?? new URL('../../docs/pictures', import.meta.url).pathname
  mkdirSync(target, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-lcd-text'] })
  let isSmall = true
  try {
    for (const scene of folder === null ? shown : [...shown, ...others]) {
      for (const theme of ['light', 'dark'] as const) {
        const name = `${scene.name}-${theme}.png`
        const bytes = await takePicture(browser, { html: scene.page(theme), theme, scale: SCALE }, join(target, name))
        process.stdout.write(`${name} ${(bytes / 1000).toFixed(0)} kB\n`)
        isSmall &&= bytes <= LARGEST
      }
    }
  } finally {
    await browser.close()
  }
  if (isSmall || folder !== null) return 0
  process.stderr.write(`A picture has more than ${LARGEST / 1000} kB.\n`)
  return 1
}
