import { expect, test } from 'vitest'
import { createPrinter } from '../../src/cli/print.ts'
import type { Progress } from '../../src/pipeline/context.ts'

const event = (done: number, inFlight: number): Progress => ({
  type: 'progress',
  stage: 'sections',
  units: { done, total: 100 },
  inFlight,
  spentMicroUsd: 12_300,
  capMicroUsd: 100_000,
})

function terminal(columns: number) {
  let text = ''
  let at = 0
  const printer = createPrinter({
    json: false,
    terminal: true,
    columns: () => columns,
    now: () => at,
    out: () => undefined,
    err: (more) => {
      text += more
    },
  })
  return {
    printer,
    pass: (ms: number) => {
      at += ms
    },
    /** What a terminal shows of the line now. */
    line: () => text.split('\r\u001b[2K').at(-1),
  }
}

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

test('on a narrow terminal the line is cut, so that it never wraps', () => {
  const { printer, line } = terminal(30)
  printer.event(event(40, 4))
  expect(line()).toBe('sections: 40 of 100 units, 4…')
  expect(line()).toHaveLength(29)
})
