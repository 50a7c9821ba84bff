#!/usr/bin/env node
// Way in 1: argv -> request -> job -> print -> exit code. Everything heavy is loaded only when it is needed.
import { readFileSync } from 'node:fs'
import module from 'node:module'
import { text as readAll } from 'node:stream/consumers'
import { Refusal } from '../refusal.ts'
import { PACKAGE_VERSION } from '../version.ts'
import { EXIT_FAILED, EXIT_REFUSED } from './exit-code.ts'
import { type Invocation, parseArguments } from './options.ts'
import { createPrinter } from './print.ts'
import { columnsOf, wrapText } from './wrap.ts'

const OLDEST_NODE = 22

async function main(): Promise<number> {
  const isJson = process.argv.includes('--json')
  const printer = createPrinter({
    json: isJson,
    // A dumb terminal can't wipe a line.
    terminal: process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !isJson,
    columns: () => columnsOf(process.stderr),
    now: Date.now,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (text) => process.stderr.write(text),
  })
  try {
    if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
      throw new Refusal(
        `Nehemvix needs Node.js ${OLDEST_NODE} or newer; this is ${process.version}.`,
        `npx --yes node@24 ${process.argv.slice(1).join(' ')}`,
      )
    }
    const invocation = parseArguments(process.argv.slice(2), {
      version: PACKAGE_VERSION,
      columns: columnsOf(process.stdout),
      write: (text) => process.stdout.write(text),
    })
    return await carryOut(invocation, printer)
  } catch (error) {
    const told = tellable(error)
    if (told === null) throw error
    printer.ending(told.message, told.next)
    if (isJson) {
      const { refusedResult } = await import('../job/result.ts')
      process.stdout.write(`${JSON.stringify(refusedResult(told.message, told.next))}\n`)
    }
    return error instanceof Refusal ? EXIT_REFUSED : EXIT_FAILED
  }
}

/** What the system refused (no room, no right, no such folder) is no fault of ours: it is told in its own words. null: a fault. */
function tellable(error: unknown): { message: string; next: string | null } | null {
  if (error instanceof Refusal) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (!/^(E[A-Z]{3,}|SQLITE_(FULL|IOERR|READONLY|CANTOPEN)\w*)$/.test(code)) return null
  const command = process.argv[2] ?? ''
  const isOnJob = !['check', 'explain', 'estimate', 'status', 'cancel'].includes(command)
  return {
    message: `The system refused: ${message} (${code}).${isOnJob ? ' What is finished is kept.' : ''}`,
    next: `nehemvix ${isOnJob ? 'resume' : command}, when that is mended`,
  }
}

async function carryOut(invocation: Invocation, printer: ReturnType<typeof createPrinter>): Promise<number> {
  switch (invocation.kind) {
    case 'shown':
      return 0
    case 'explain': {
      const { explainFailures } = await import('./explain.ts')
      if (invocation.file === null && process.stdin.isTTY) printer.say('Paste the failure as JSON, then press Ctrl-D.')
      const input = await readInput(invocation.file)
      const { lines } = explainFailures(input, { json: invocation.json, now: new Date() })
      const shown = invocation.json ? lines : lines.flatMap((line) => wrapText(line, columnsOf(process.stdout)))
      process.stdout.write(shown.map((line) => `${line}\n`).join(''))
      return 0
    }
    case 'check': {
      const { runCheck } = await import('./check.ts')
      return await runCheck(invocation)
    }
    default: {
      const { runCommand } = await import('./job-commands.ts')
      return await runCommand(invocation, printer)
    }
  }
}

/** A terminal is only read as a stream: at once, there is nothing there yet. */
async function readInput(file: string | null): Promise<string> {
  try {
    return file === null ? await readAll(process.stdin) : readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refusal(`${file ?? 'stdin'} can't be read: ${(error as Error).message}`, 'nehemvix explain FILE')
  }
}

// A reader that stops reading (`| head`) is no fault.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
module.enableCompileCache?.()
main().then(
  (code) => process.stdout.write('', () => process.stderr.write('', () => process.exit(code))),
  (error) => {
    process.stderr.write(`\nA fault in Nehemvix: ${error?.stack ?? error}\nWhat is finished is kept. Next: nehemvix resume\n`)
    process.exit(1)
  },
)
