// A browser of the machine: CHROMIUM names one, else it is looked for where systems put it. None is ever downloaded.
import { existsSync } from 'node:fs'

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Why there is none, and what to do about it. */
export const NO_CHROMIUM =
  (process.env.CHROMIUM ?? '') === ''
    ? `no Chromium at ${USUAL.slice(0, 4).join(', ')}; CHROMIUM may name one`
    : 'no Chromium: CHROMIUM names a file that is not there'

/** null: there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM
  if (named !== undefined && named !== '') return existsSync(named) ? named : null
  return USUAL.find((path) => existsSync(path)) ?? null
}
