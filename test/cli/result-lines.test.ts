import { expect, test } from 'vitest'
import { resultLines } from '../../src/cli/result-lines.ts'
import { HERE } from '../../src/cli/type-next.ts'
import { type JobResult, refusedResult } from '../../src/job/result.ts'

const RATES = '@pydantic/genai-prices, rates of 2026-08-10'

const connection = (model: string, provider: string, host: string, low_usd: number, high_usd: number, prices = RATES) => ({
  model,
  provider,
  host,
  prices,
  low_usd,
  high_usd,
  audiences: [
    { name: 'shared', low_usd: 0.003036, high_usd: 0.0174 },
    { name: 'beginner', low_usd: 0.002389, high_usd: 0.0132 },
  ],
})

const LUNA = connection('gpt-6-luna', 'openai', 'api.openai.com', 0.0127, 0.065)
const FLASH = connection('gemini-3.8-flash', 'gemini', 'generativelanguage.googleapis.com', 0.0953, 0.4758)

function asked(change: Partial<JobResult> = {}, connections = [LUNA, FLASH]): JobResult {
  return {
    ...refusedResult('', null),
    error: null,
    job: '73af90eeaf',
    run: 1,
    status: 'awaiting_approval',
    stage: 'estimate',
    units: { done: 0, total: 79 },
    spent_usd: 0,
    unknown_usd: 0,
    estimate: {
      id: 'e47ce777cbc',
      low_usd: 0.0127,
      high_usd: 0.4758,
      calls_low: 17,
      calls_high: 17,
      connections,
      assumptions: ['Low: short answers, and shared text for nothing. High: every answer as long as its limit.'],
    },
    ...change,
  }
}

const TABLE = [
  '  connection            low     high  who sees the code',
  '  gpt-6-luna        $0.0127  $0.0650  openai, api.openai.com',
  '  gemini-3.8-flash  $0.0953  $0.4758  gemini, generativelanguage.googleapis.com',
  `  Prices: ${RATES}`,
]

test('where no terminal is, nothing is wrapped', () => {
  expect(resultLines(asked(), HERE, Number.POSITIVE_INFINITY)).toEqual([
    '',
    'Estimate e47ce777cbc: $0.0127 to $0.4758, 17 calls. 0 of 79 units done, 0 calls, $0 spent.',
    '',
    ...TABLE,
    '',
    '  on gpt-6-luna, for                         low     high',
    '  shared by all (summaries, overview)  $0.003036  $0.0174',
    '  beginner                             $0.002389  $0.0132',
    '',
    '  Low: short answers, and shared text for nothing. High: every answer as long as its limit.',
    '',
    'Nothing is sent before you approve. To approve, and let the providers named above see the code:',
    '  nehemvix approve 73af90eeaf',
    'The cap is then $0.4758 for what is left; --cap USD sets another for the whole job.',
  ])
})

test('a table that does not fit is a block for each connection', () => {
  expect(resultLines(asked(), HERE, 40)).toEqual([
    '',
    'Estimate e47ce777cbc: $0.0127 to',
    '$0.4758, 17 calls. 0 of 79 units done, 0',
    'calls, $0 spent.',
    '',
    '  connection:',
    '  gpt-6-luna',
    '    $0.0127 to $0.0650',
    '    who sees the code: openai,',
    '    api.openai.com',
    '  gemini-3.8-flash',
    '    $0.0953 to $0.4758',
    '    who sees the code: gemini,',
    '    generativelanguage.googleapis.com',
    '  Prices: @pydantic/genai-prices, rates',
    '  of 2026-08-10',
    '',
    '  on gpt-6-luna, for:',
    '  shared by all (summaries, overview)',
    '    $0.003036 to $0.0174',
    '  beginner',
    '    $0.002389 to $0.0132',
    '',
    '  Low: short answers, and shared text',
    '  for nothing. High: every answer as',
    '  long as its limit.',
    '',
    'Nothing is sent before you approve. To',
    'approve, and let the providers named',
    'above see the code:',
    '  nehemvix approve 73af90eeaf',
    'The cap is then $0.4758 for what is',
    'left; --cap USD sets another for the',
    'whole job.',
  ])
})

test.each([40, 60, 80, 120])('at %i columns no line but a command is longer, and one that fits is a table', (columns) => {
  const lines = resultLines(asked(), { ...HERE, state: '/a/folder/of/mine/that/has/quite/a/long/name' }, columns)
  expect(lines.filter((line) => line.length > columns && !/^ {2}nehemvix approve /.test(line))).toEqual([])
  expect(lines.includes(TABLE[2] ?? '')).toBe(columns >= 80)
})

test('prices from different places stand with each connection', () => {
  const own = connection('local/qwen3', 'local', '127.0.0.1:11434', 0, 0, 'stated: 0 in, 0 out, USD per million tokens')
  const lines = resultLines(asked({}, [LUNA, own]), HERE, 120)
  expect(lines).toContain('  local/qwen3       $0       $0  local, 127.0.0.1:11434  stated: 0 in, 0 out, USD per million tokens')
  expect(resultLines(asked({}, [LUNA, own]), HERE, 80)).toContain('    prices: stated: 0 in, 0 out, USD per million tokens')
})

const lastOf = (result: JobResult, capUsd: number | null = null) =>
  resultLines(result, { ...HERE, capUsd }, Number.POSITIVE_INFINITY).slice(-2)

test.each([
  [0.01, 'low', 'will pause'],
  [0.0501, 'high', 'may have to pause'],
])('a cap of $%d below the %s end of the estimate is told with what it means', (cap, end, will) => {
  const meaning = `The cap of $${cap.toFixed(4)} is below the ${end} end of the estimate: the job ${will} there, and what is finished is kept.`
  expect(lastOf(asked({ stated_cap_usd: cap }))).toEqual(['  nehemvix approve 73af90eeaf', meaning])
  // An estimate alone keeps no cap: it has to be given again.
  expect(lastOf(asked(), cap)).toEqual([`  nehemvix approve 73af90eeaf --cap ${cap}`, meaning])
})

test('what is spent, or may be, counts against the cap', () => {
  expect(lastOf(asked({ stated_cap_usd: 0.5 }))[1]).toBe('The cap is the $0.5000 that you gave.')
  expect(lastOf(asked({ stated_cap_usd: 0.5, spent_usd: 0.02, unknown_usd: 0.01 }))[1]).toContain('below the high end')
})
