// A large file goes by parts. What becomes of the others when one of them is missing, for now or for good.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environmentFor, remove, run } from '../acceptance/cli.ts'
import { type Script, startModelServer } from '../acceptance/model-server.ts'
import { makeTemplate } from '../chaos/forty-units.ts'
import { RUN } from '../chaos/kill-at-request.ts'

async function runWith(rules: Script['rules']) {
  const template = makeTemplate()
  const copy = template.copy()
  const models = await startModelServer({ rules })
  const env = environmentFor(models.url)
  onTestFinished(async () => {
    await models.stop()
    remove(env.HOME ?? '')
    copy.remove()
    template.remove()
  })
  const nehemvix = (...args: string[]) => run(args, { cwd: copy.root, env })
  return { root: copy.root, models, nehemvix, first: await nehemvix(...RUN) }
}

const FIRST = 'part="1/\\d"'
const LAST = 'part="(\\d)/\\1"'

test('a part of unknown outcome keeps only its file waiting: the other parts are asked for', async () => {
  const { models, nehemvix, first } = await runWith([
    { prompt: FIRST, nth: 1, do: { drop: true } },
    { prompt: LAST, nth: 1, do: { malformed: true } },
  ])
  expect([first.code, first.result.status], first.stderr).toEqual([3, 'paused_outcome'])
  const { units } = await models.stats()
  const last = Object.keys(units).find((unit) => /#(\d)\/\1$/.test(unit)) ?? ''
  expect(units[last]?.delivered, 'the last part was asked for again while the first waits').toBe(1)
  const resumed = await nehemvix('resume')
  expect([resumed.code, resumed.result.status]).toEqual([0, 'completed'])
})

test('a part that is refused for good makes its file a placeholder, and the job goes on', async () => {
  const { root, models, first } = await runWith([
    { prompt: FIRST, do: { refuse: true } },
    { prompt: LAST, do: { malformed: true } },
  ])
  expect([first.code, first.result.status], first.stderr).toEqual([0, 'completed'])
  expect(readFileSync(join(root, 'docs/guide/README.md'), 'utf8')).toContain('src/parcels/large.py')
  const { units } = await models.stats()
  const billed = Object.entries(units).filter(([unit]) => unit.startsWith('file:src/parcels/large.py'))
  expect(
    billed.every(([, { billed: times }]) => times <= 4),
    JSON.stringify(billed),
  ).toBe(true)
})
