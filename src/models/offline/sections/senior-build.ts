import { commandTold, ONLY_PREPARES } from '../from-manifests.ts'
import { newestChanges } from '../from-readme.ts'
import { bullets, capital, cite, code, counted, escapeProse, joinParts, listed } from '../markdown-text.ts'
import { type Material, testPaths } from '../material.ts'
import { oneCaseTold } from '../one-case.ts'
import { releaseTold } from '../release.ts'
import { caseTold, testCases } from '../test-cases.ts'

const MOST_JOBS = 4
const MOST_COMMANDS = 2

/** How is it built, tested, shipped? */
export function writeBuildTestRelease(material: Material): string {
  const workflows = material.manifests.filter(({ kind }) => kind === 'ci')
  const changes = newestChanges(material, 2)
  const build = buildTold(material)
  const tests = testLayout(material)
  return joinParts([
    build !== null && `### Build\n\n${build}`,
    tests !== null && `### Tests\n\n${tests}`,
    workflows.length > 0 ? `### Continuous integration\n\n${bullets(workflows.map(workflowTold))}` : null,
    releaseTold(material),
    changes !== null && `The changelog is kept by release; its newest entry is ${changes.title} (${changes.place}).`,
  ])
}

function buildTold(material: Material): string | null {
  const build = material.manifests.find(({ kind }) => kind === 'manifest')
  if (build === undefined) return null
  const backend = build.manifest.dependencies.filter(({ group }) => group === 'build')
  const how =
    backend.length > 0
      ? `The package is built with ${listed(backend.map(({ name }) => escapeProse(name)))} (${cite(build, backend[0]?.line ?? 1)}).`
      : `${code(build.path)} is what the build starts from.`
  const groups = [...Map.groupBy(build.manifest.commands, ({ name }) => name)].slice(0, 8)
  const commands = groups.flatMap(([name, inside]) => {
    const [first, last] = [inside[0], inside.at(-1)]
    if (first === undefined || last === undefined) return []
    const what =
      first.description === null
        ? listed(
            inside.map(({ text, isVerbatim }) => (isVerbatim ? code(text) : escapeProse(text))),
            3,
          )
        : escapeProse(first.description)
    return [`${escapeProse(name ?? 'a command')}: ${what} (${cite(build, first.line, last.line)})`]
  })
  return commands.length === 0 ? how : `${how} It defines these commands:\n\n${bullets(commands)}`
}

function testLayout(material: Material): string | null {
  const tests = testPaths(material.paths)
  if (tests.length === 0) return joinParts([commandTold(material, 'test'), oneCaseTold(material)]) || null
  const folders = [...Map.groupBy(tests, (path) => path.split('/').slice(0, -1).join('/') || '.')].sort(
    (a, b) => b[1].length - a[1].length,
  )
  const read = material.tests[0]
  const cases = read === undefined ? [] : testCases(read)
  const [first] = cases
  const sample =
    read === undefined || first === undefined
      ? ''
      : ` ${code(read.path)} alone holds ${counted(cases.length, 'case')}, the first being ${caseTold(first)}.`
  const where = folders.map(([folder, inside]) => `${code(`${folder}/`)}${folders.length > 1 ? ` (${inside.length})` : ''}`)
  const layout = `${capital(counted(tests.length, 'file of tests', 'files of tests'))} ${tests.length === 1 ? 'lies' : 'lie'} in ${listed(where, 4)}.${sample}`
  return joinParts([layout, commandTold(material, 'test'), oneCaseTold(material)])
}

function workflowTold(file: Material['manifests'][number]): string {
  const { name, triggers, commands, uses } = file.manifest
  const when =
    triggers.length > 0
      ? ` runs on ${listed(
          triggers.map(({ text }) => escapeProse(text)),
          4,
        )} (${cite(file, triggers[0]?.line ?? 1, triggers.at(-1)?.line)})`
      : ''
  const telling = commands.filter(({ text }) => !ONLY_PREPARES.test(text) && text.length <= 110)
  const jobs = [...Map.groupBy(telling, (command) => command.name ?? '')].map(([job, inside]) => {
    const told = inside.slice(0, MOST_COMMANDS).map(({ text, line }) => `${code(text)} (${cite(file, line)})`)
    const rest = inside.length - told.length
    return `job ${escapeProse(job)} runs ${rest > 0 ? `${told.join(', ')} and ${counted(rest, 'more command')}` : listed(told)}`
  })
  const rest = jobs.length - MOST_JOBS
  if (rest > 0) jobs.splice(MOST_JOBS, rest, `${counted(rest, 'more job')} ${rest === 1 ? 'runs' : 'run'} commands`)
  const actions = uses
    .map(({ text, line }) => ({ text: text.split('@')[0] ?? '', line }))
    .filter(({ text }) => !/^actions\/(?:checkout|setup-|cache|upload|download)/.test(text))
  const used =
    jobs.length === 0 && actions.length > 0
      ? [
          `it uses ${listed(
            actions.map(({ text, line }) => `${escapeProse(text)} (${cite(file, line)})`),
            3,
          )}`,
        ]
      : []
  return `${[`${escapeProse(name?.text ?? file.path.split('/').at(-1) ?? '')}${when}`, ...jobs, ...used].join('; ')}.`
}
