import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPrinter } from '../../src/cli/print.ts'
import type { Progress } from '../../src/pipeline/context.ts'
import type { Stage } from '../../src/vocabulary.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const event = (done: number, inFlight: number, stage: Stage = 'sections'): Progress => ({
  type: 'progress',
  stage,
  units: { done, total: stage === 'scan' ? 0 : 100 },
  inFlight,
  spentMicroUsd: 12_300,
  capMicroUsd: 100_000,
})

function printerOn({ terminal, columns }: { terminal: boolean; columns: number }) {
  let text = ''
  const printer = createPrinter({
    json: false,
    terminal,
    columns: () => columns,
    now: Date.now,
    out: () => undefined,
    err: (more) => {
      text += more
    },
  })
  return {
    printer,
    pass: (ms: number) => void vi.advanceTimersByTime(ms),
    text: () => text,
    /** What a terminal shows of the last line now. */
    line: () => text.replaceAll('\r\u001b[2K', '\n').split('\n').at(-1),
  }
}

const terminal = (columns: number) => printerOn({ terminal: true, columns })

test('progress tells rate and time left once there is something to go by, and counts only what this process has done', () => {
  const { printer, pass, line } = terminal(120)
  printer.event(event(40, 0))
  expect(line()).toBe('sections: 40 of 100 units, $0.0123 of $0.1000')
  printer.event(event(40, 4))
  pass(30_000)
  printer.event(event(44, 4))
  expect(line()).toBe('sections: 44 of 100 units, 4 calls in flight, $0.0123 of $0.1000')
  pass(30_000)
  printer.event(event(50, 1))
  expect(line()).toBe('sections: 50 of 100 units, 1 call in flight, $0.0123 of $0.1000, 10 a minute, about 5 min left')
})

test('while a repository is read the files are counted', () => {
  const reading = { type: 'reading', files: { done: 4_120, total: 20_229 } } as const
  const { printer, pass, line } = terminal(80)
  printer.begin()
  printer.event(reading)
  expect(line()).toBe('scan: 4,120 of 20,229 files read')
  pass(4_000)
  expect(line()).toBe('scan: 4,120 of 20,229 files read for 4 s')
  const piped = printerOn({ terminal: false, columns: Number.POSITIVE_INFINITY })
  piped.printer.event(reading)
  expect(piped.text()).toBe('scan: 4,120 of 20,229 files read\n')
})

test('on a narrow terminal the line is cut, so that it never wraps', () => {
  const { printer, line } = terminal(30)
  printer.event(event(40, 4))
  expect(line()).toBe('sections: 40 of 100 units, 4…')
  expect(line()).toHaveLength(29)
})

test('on a terminal something moves each second, from before the first event to the last', () => {
  const { printer, pass, line, text } = terminal(80)
  printer.begin()
  expect(line()).toBe('scan: reading the repository')
  pass(2_000)
  printer.event(event(0, 0, 'scan'))
  pass(5_000)
  expect(line()).toBe('scan: reading the repository for 7 s')
  printer.event(event(12, 0, 'estimate'))
  expect(line()).toBe('estimate: planning 100 units, of which 12 are there')
  printer.event(event(40, 4))
  pass(12_000)
  expect(line()).toBe('sections: 40 of 100 units for 12 s, 4 calls in flight, $0.0123 of $0.1000')
  printer.event({ type: 'notice', message: 'The connection rests.' })
  expect(text()).toContain('\r\u001b[2KThe connection rests.\nsections: 40 of 100 units')
  printer.ending('It broke.', 'nehemvix resume')
  pass(5_000)
  expect(text()).toMatch(/It broke\.\nNext: nehemvix resume\n$/)
})

test('without a terminal each stage is a line that says what goes on, and never that 0 of 0 is done', () => {
  const { printer, pass, text } = printerOn({ terminal: false, columns: Number.POSITIVE_INFINITY })
  printer.begin()
  for (const stage of ['scan', 'estimate', 'sections'] as const) printer.event(event(0, 0, stage))
  for (const done of [5, 10, 14, 100]) printer.event(event(done, 0))
  for (const stage of ['grounding', 'guide'] as const) printer.event(event(100, 0, stage))
  pass(60_000)
  expect(text().split('\n')).toEqual([
    'scan: reading the repository',
    'estimate: planning 100 units',
    'sections: 0 of 100 units, $0.0123 of $0.1000',
    'sections: 10 of 100 units, $0.0123 of $0.1000',
    'sections: 100 of 100 units, $0.0123 of $0.1000',
    'grounding: looking up what the guide refers to',
    'guide: writing the guide',
    '',
  ])
})

test('sentences are wrapped between words; what is to be typed stays on one line', () => {
  const { printer, text } = printerOn({ terminal: false, columns: 40 })
  printer.ending(
    'Nobody has agreed yet that openai may see the code of this repository.',
    'nehemvix resume 73af90eeaf --model gpt-6-luna --consent openai',
  )
  expect(text().split('\n')).toEqual([
    'Nobody has agreed yet that openai may',
    'see the code of this repository.',
    'Next: nehemvix resume 73af90eeaf --model gpt-6-luna --consent openai',
    '',
  ])
})
