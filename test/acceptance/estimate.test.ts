// `estimate` calls no model, wherever the job stands, and asks nobody for consent.
import { expect, test } from 'vitest'
import { openWorkplace, runApproved } from './workplace.ts'

test('an estimate on another model before the first approval needs no consent, and leaves no word in the guide', async () => {
  const place = await openWorkplace()
  expect((await place.nehemvix('estimate', '--model', 'gemini-3.8-flash')).code).toBe(0)
  const other = await place.nehemvix('estimate', '--model', 'gpt-6-luna')
  expect([other.code, other.result.status, other.result.estimate?.connections.map(({ model }) => model)]).toEqual([
    0,
    'awaiting_approval',
    ['gpt-6-luna'],
  ])
  expect(await place.calls()).toBe(0)
  const done = await runApproved(place)
  expect([done.code, done.result.provenance]).toEqual([0, 'gpt-6-luna'])
})

test.each(['gpt-6-luna', 'gemini-3.8-flash'])(
  'an estimate on %s of an approved job that is paused sends nothing',
  async (model) => {
    const place = await openWorkplace({ script: { rules: [{ from: 3, do: { status: 401, body: {} } }] } })
    const paused = await runApproved(place)
    expect(paused.result.status).toBe('paused_key')
    await place.models.script({})
    const calls = await place.calls()
    const estimated = await place.nehemvix('estimate', '--model', model)
    expect([estimated.code, estimated.result.status, await place.calls()]).toEqual([0, 'paused_key', calls])
    expect(estimated.result.estimate?.connections.map((one) => one.model)).toEqual([model])
    expect(estimated.stderr).toContain(`Estimate ${estimated.result.estimate?.id}`)
    const resumed = await place.nehemvix('resume')
    expect([resumed.code, resumed.result.provenance]).toEqual([0, 'gpt-6-luna'])
  },
)

test('a consent to a provider that no model here is of is told', async () => {
  const place = await openWorkplace()
  const { code, stderr } = await place.nehemvix('estimate', '--model', 'gpt-6-luna', '--consent', 'opnai')
  expect(code).toBe(0)
  expect(stderr).toContain('--consent opnai changes nothing here: this job’s models are of openai.')
})
