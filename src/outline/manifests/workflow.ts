import { itemsOf, nodeAt, pairsOf, readLined, scalarText } from './lined-document.ts'
import { type Draft, emptyManifest } from './manifest.ts'

/** A GitHub workflow, and action.yml: name, triggers, the commands that its steps run, the actions that it uses. */
export function readWorkflow(text: string): Draft {
  const manifest = emptyManifest()
  const document = readLined(text)
  if (document === null) return manifest
  const { root, lineOf } = document
  const name = nodeAt(root, 'name')
  if (scalarText(name) !== null) manifest.name = { text: scalarText(name) ?? '', line: lineOf(name) }
  const description = nodeAt(root, 'description')
  if (scalarText(description) !== null) manifest.description = { text: scalarText(description) ?? '', line: lineOf(description) }
  const on = nodeAt(root, 'on') ?? nodeAt(root, 'true')
  if (scalarText(on) !== null) manifest.triggers.push({ text: scalarText(on) ?? '', line: lineOf(on) })
  for (const item of itemsOf(on)) manifest.triggers.push({ text: scalarText(item) ?? '', line: lineOf(item) })
  for (const pair of pairsOf(on)) manifest.triggers.push({ text: pair.key, line: lineOf(pair.keyNode) })
  const runs = nodeAt(root, 'runs')
  const main = nodeAt(runs, 'main')
  if (scalarText(main) !== null)
    manifest.entryPoints.push({ what: 'action', name: null, text: scalarText(main) ?? '', line: lineOf(main) })
  readSteps(manifest, { job: 'action', node: nodeAt(runs, 'steps'), text, lineOf })
  for (const job of pairsOf(nodeAt(root, 'jobs'))) readJob(manifest, { name: job.key, node: job.value, text, lineOf })
  return manifest
}

type LineOf = (node: unknown) => number

function readJob(manifest: Draft, job: { name: string; node: unknown; text: string; lineOf: LineOf }): void {
  const runner = nodeAt(job.node, 'runs-on')
  if (scalarText(runner) !== null)
    manifest.requirements.push({ what: 'runner', text: scalarText(runner) ?? '', line: job.lineOf(runner) })
  const matrix = nodeAt(nodeAt(job.node, 'strategy'), 'matrix')
  for (const axis of pairsOf(matrix)) {
    const values = itemsOf(axis.value)
    if (axis.key !== 'include') addAxis(manifest, axis.key, { values: values.map(scalarText), line: job.lineOf(axis.keyNode) })
    else
      for (const pair of Map.groupBy(
        values.flatMap((item) => [...pairsOf(item)]),
        (inner) => inner.key,
      ))
        addAxis(manifest, pair[0], { values: pair[1].map((inner) => scalarText(inner.value)), line: job.lineOf(axis.keyNode) })
  }
  readSteps(manifest, { job: job.name, node: nodeAt(job.node, 'steps'), text: job.text, lineOf: job.lineOf })
}

function addAxis(manifest: Draft, axis: string, of: { values: readonly (string | null)[]; line: number }): void {
  const values = [...new Set(of.values.filter((value) => value !== null && value.length < 40))]
  if (values.length > 0 && /python|node|go|ruby|java|rust|php|dotnet|os|platform|runner|version/i.test(axis))
    manifest.requirements.push({ what: `matrix ${axis}`, text: values.join(', '), line: of.line })
}

function readSteps(manifest: Draft, steps: { job: string; node: unknown; text: string; lineOf: LineOf }): void {
  const lines = steps.text.split('\n')
  for (const step of itemsOf(steps.node)) {
    const uses = nodeAt(step, 'uses')
    if (scalarText(uses) !== null) manifest.uses.push({ text: scalarText(uses) ?? '', line: steps.lineOf(uses) })
    const run = scalarText(nodeAt(step, 'run'))
    if (run === null) continue
    const description = scalarText(nodeAt(step, 'name'))
    const first = steps.lineOf(nodeAt(step, 'run'))
    // Each line of the script that stands whole on a line of the file can be quoted from there.
    let isGoingOn = false
    for (const command of run.split('\n').map((line) => line.trim())) {
      const isRest = isGoingOn
      isGoingOn = command.endsWith('\\')
      if (command === '' || command.startsWith('#') || isGoingOn || isRest) continue
      const at = lines.findIndex((line, index) => index >= first - 1 && index < first + 60 && line.includes(command))
      if (at >= 0) manifest.commands.push({ name: steps.job, text: command, line: at + 1, description, isVerbatim: true })
    }
  }
}
