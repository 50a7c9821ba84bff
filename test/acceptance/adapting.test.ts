// What a model does not take is found out once, remembered, and never sent again.
import { expect, test } from 'vitest'
import { run } from './cli.ts'
import { askedIn, openWorkplace, requestsIn, type Workplace } from './workplace.ts'

const placeFor = (place: Workplace) => ({
  cwd: place.repository.root,
  env: { ...place.env, ANTHROPIC_API_KEY: 'test-anthropic-key', ANTHROPIC_BASE_URL: place.models.url },
})

const limitsOf = (place: Workplace): number[] =>
  requestsIn(place.models.bodies()).map((request) => {
    const { max_completion_tokens, max_tokens } = request as unknown as Record<string, number>
    return max_completion_tokens ?? max_tokens ?? Number.POSITIVE_INFINITY
  })

test.each([
  ['gpt-6-luna', 'response_format'],
  ['gpt-6-luna', 'max_completion_tokens'],
  ['claude-haiku-4-5', 'output_config'],
])('%s does not take %s: adapted once, and the next process knows', async (model, parameter) => {
  const place = await openWorkplace({ script: { rules: [{ do: { reject: [parameter] } }] } })
  const args = ['run', '--model', model, '--audience', 'beginner', '--concurrency', '1', '--yes']
  const first = await run(args, placeFor(place))
  expect([first.code, first.result.status, first.result.calls?.failed]).toEqual([0, 'completed', 1])
  expect(place.rows('SELECT model, refused_parameters FROM model_limits')).toEqual([
    { model, refused_parameters: JSON.stringify([parameter]) },
  ])
  const { failed } = await place.models.stats()
  place.repository.commit({
    'src/parcel/fresh.py': '"""A module that nobody has read yet."""\n\n\ndef read_it():\n    return "parcel"\n',
  })
  const second = await run(args, placeFor(place))
  expect([second.code, second.result.status, second.result.calls?.failed]).toEqual([0, 'completed', 0])
  expect(second.result.calls?.succeeded).toBeGreaterThan(0)
  expect((await place.models.stats()).failed).toBe(failed)
})

test('more output than the model lets one ask for: cut anew below what it says, also by the next process', async () => {
  const tooLarge = {
    status: 400,
    body: {
      error: {
        message: 'max_tokens is too large. This model supports at most 2000 completion tokens.',
        type: 'invalid_request_error',
        param: 'max_tokens',
        code: 'invalid_value',
      },
    },
  }
  const place = await openWorkplace({ script: { rules: [{ nth: 1, do: tooLarge }] } })
  const args = ['run', '--model', 'gpt-6-luna', '--audience', 'beginner', '--concurrency', '1', '--yes']
  const first = await place.nehemvix(...args)
  expect([first.code, first.result.status, first.result.calls?.failed]).toEqual([0, 'completed', 1])
  const [before = 0, ...after] = limitsOf(place)
  expect(before).toBeGreaterThan(2_000)
  expect(Math.max(...after)).toBeLessThanOrEqual(2_000)
  place.repository.commit({
    'README.md': '# parcel\n\nIt keeps labelled records in plain files, and this is a new text about it.\n',
  })
  const sent = limitsOf(place).length
  const second = await place.nehemvix(...args)
  expect([second.code, second.result.calls?.failed, second.result.calls?.unusable]).toEqual([0, 0, 0])
  expect(limitsOf(place).length).toBeGreaterThan(sent)
  expect(Math.max(...limitsOf(place).slice(1))).toBeLessThanOrEqual(2_000)
})

test('an output limit of 4,000: what was cut off once gets more room or goes alone, and is not cut off twice', async () => {
  const place = await openWorkplace({
    script: {
      rules: [
        { prompt: '<file path="', nth: 1, do: { truncate: true } },
        { prompt: '<section id="', nth: 2, do: { truncate: true } },
      ],
    },
  })
  const { code, result } = await place.nehemvix('run', '--model', 'gpt-6-luna', '--max-output', '4000', '--yes')
  expect([code, result.status, result.grounding?.sections_written]).toEqual([0, 'completed', 26])
  const limits = limitsOf(place)
  expect(Math.max(...limits)).toBeLessThanOrEqual(4_000)
  const { units } = await place.models.stats()
  expect(Object.entries(units).filter(([, unit]) => unit.billed > 2 || unit.delivered !== 1)).toEqual([])
  const twice = Object.entries(units).flatMap(([name, unit]) => (unit.billed === 2 ? [name] : []))
  expect(twice.some((name) => name.startsWith('file:')) && twice.some((name) => name.startsWith('section:'))).toBe(true)
  const asked = askedIn(place.models.bodies())
  for (const unit of twice) {
    const [once = -1, again = -1] = asked.flatMap((call, index) => (call.includes(unit) ? [index] : []))
    const hasMore = (limits[again] ?? 0) / (asked[again]?.length ?? 1) > (limits[once] ?? 0) / (asked[once]?.length ?? 1)
    expect(asked[again]?.length === 1 || hasMore, unit).toBe(true)
  }
})
