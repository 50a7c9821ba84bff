// Two hundred secrets of twenty kinds in one repository: none leaves the machine, and none is written down.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantSecrets } from '../repository/plant-secrets.ts'
import { fixtureFiles } from './fixture.ts'
import { askedIn, holding, openWorkplace, runApproved } from './workplace.ts'

test('none in any request, state byte, guide or line of output, with a model and without', async () => {
  const planted = plantSecrets()
  const needles = planted.flatMap((one) => one.needles)
  const place = await openWorkplace({
    files: { ...fixtureFiles(), ...Object.fromEntries(planted.map(({ path, text }) => [path, text])) },
  })
  const written = await runApproved(place)
  expect([written.code, written.result.status]).toEqual([0, 'completed'])
  const bodies = place.models.bodies()
  const asked = new Set(askedIn(bodies).flat())
  // They really were read, and asked about.
  expect(planted.filter(({ path }) => !asked.has(`file:${path}`)).map(({ path }) => path)).toEqual([])
  const sent = `${bodies}\n${bodies.replaceAll('\\/', '/').replaceAll('&amp;', '&')}`
  expect(needles.filter((needle) => sent.includes(needle))).toEqual([])
  const extracted = await place.nehemvix('run')
  expect(extracted.result.status).toBe('completed')
  for (const folder of ['.nehemvix', 'docs/guide']) expect(holding(join(place.repository.root, folder), needles)).toEqual([])
  const said = [written, extracted].map(({ stdout, stderr }) => stdout + stderr).join('\n')
  expect(needles.filter((needle) => said.includes(needle))).toEqual([])
}, 180_000)
