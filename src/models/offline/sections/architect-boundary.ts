import { contracts, contractTold } from '../contracts.ts'
import { exportedNames, isDoor } from '../exports.ts'
import { findLines, type Hit, symbolAt } from '../find-in-code.ts'
import { commandsFor, runtimeDependenciesTold, typed } from '../from-manifests.ts'
import { logCalls } from '../logs.ts'
import { bullets, cite, code, counted, describe, escapeProse, fence, joinParts, listed } from '../markdown-text.ts'
import type { Material } from '../material.ts'
import { mainNames } from '../names.ts'
import { notTold } from '../not-told.ts'
import { releaseTold } from '../release.ts'
import { fullName } from '../surface.ts'

const CALLS_OUT =
  /(?<![.\w])fetch\(|\b(?:requests\.\w+\(|http\.(?:get|request|Get|Post|NewRequest)\(|socket\.(?:connect|create\w*|socket)\(|(?:axios|urllib|grpc|websocket|reqwest|HttpClient|Octokit|boto3)\b(?=\s*(?:[.(]|::)))/i
const SERVES =
  /\.(?:listen|get|post|put|delete|use|route)\(\s*["'`]\/|@(?:\w+\.)?(?:route|get|post|app)\(|http\.HandleFunc|@(?:Get|Post|Request)Mapping|\bResponseRouter\b/

/** What crosses the boundary? */
export function writeInterfacesAndIntegrations(material: Material): string {
  const doors = material.sources
    .filter(isDoor)
    .map((file) => ({ file, names: exportedNames(file) }))
    .filter(({ names }) => names.length > 0)
  const surface = mainNames(material)
    .filter(({ symbol }) => symbol.docstring !== null)
    .slice(0, 6)
  const out = findLines(material.sources, CALLS_OUT, { most: 5, perFile: 2 })
  const serves = findLines(material.sources, SERVES, { most: 8, perFile: 5 })
  const entries = material.manifests.flatMap((file) =>
    file.manifest.entryPoints.map(
      (entry) =>
        `${escapeProse(entry.what)}${entry.name === null ? '' : ` ${escapeProse(entry.name)}`} leads to ${escapeProse(entry.text)} (${cite(file, entry.line)})`,
    ),
  )
  const points = contracts(material).slice(0, 4)
  return joinParts([
    entries.length > 0 && `### Ways in that the package declares\n\n${bullets(entries.slice(0, 6))}`,
    doors.length + surface.length > 0 && '### Offered to callers',
    doors.length > 0 &&
      bullets(
        doors.map(
          ({ file, names }) =>
            `${code(file.path)} exports ${counted(names.length, 'name')} (${cite(file, Math.min(...names.map(({ line }) => line)), Math.max(...names.map(({ line }) => line)))})`,
        ),
      ),
    surface.length > 0 && bullets(surface.map((placed) => describe(placed, 160))),
    serves.length > 0 &&
      `### Served over a protocol\n\n${bullets(serves.map(({ file, line, text }) => `${text.length <= 90 && !text.includes('`') ? escapeProse(text) : 'A route'} (${cite(file, line)})`))}`,
    out.length > 0 && `### Towards other systems\n\n${bullets(out.map(callTold))}`,
    points.length > 0 && `### Expected from whoever plugs in\n\n${bullets(points.map(contractTold))}`,
    runtimeDependenciesTold(material),
  ])
}

function callTold({ file, line, match }: Hit): string {
  const owner = symbolAt(file, line)
  return `${owner === null ? 'The code' : code(fullName(owner))} calls out with ${code(match[0].replace(/\($/, ''))} at ${cite(file, line)}`
}

/** How does it run and who watches it? */
export function writeDeploymentAndOperations(material: Material): string {
  const containers = material.files.filter(({ kind }) => kind === 'container')
  const packages = material.manifests.find(({ kind, manifest }) => kind === 'manifest' && manifest.name !== null)
  const logs = logCalls(material, { most: 4, perFile: 2 })
  const environments = material.files
    .filter(({ kind }) => kind === 'ci')
    .flatMap((file) => file.lines.map((line, index) => ({ file, line, index })))
    .filter(({ line }) => /^\s+environment:/.test(line))
  const builds = commandsFor(material, 'build')
    .map((from) => ({ from, text: typed(from) }))
    .find(({ text }) => text !== null)
  const runs = containers.flatMap((file) => {
    const images = file.manifest?.requirements.filter(({ what }) => what === 'base image') ?? []
    const starts = file.manifest?.entryPoints ?? []
    const told = [
      ...images.map(({ text, line }) => `${code(file.path)} builds on the image ${escapeProse(text)} (${cite(file, line)})`),
      ...starts.map((entry) => `${escapeProse(entry.what)}: ${escapeProse(entry.text)} (${cite(file, entry.line)})`),
    ]
    return told.length > 0 ? told : [`${code(file.path)} describes how it is run (${cite(file, 1, file.lines.length)})`]
  })
  const packaging = joinParts([
    packages !== undefined && packageTold(packages),
    builds !== undefined &&
      `${cite(builds.from.file, builds.from.item.line)} builds it with:\n\n${fence('sh', [builds.text ?? ''])}`,
  ])
  return joinParts([
    packaging !== '' && `### Packaging\n\n${packaging}`,
    releaseTold(material),
    containers.length > 0 ? `### Environments\n\n${bullets(runs)}` : notTold(material, DEPLOYS, 'a running system is deployed'),
    environments.length > 0 &&
      `Workflows name an environment at ${listed(
        environments.map(({ file, index }) => cite(file, index + 1)),
        3,
      )}.`,
    logs.length > 0 &&
      `### Watching it run\n\nIt reports on itself at ${listed(logs.map(({ file, line }) => cite(file, line)))}.`,
  ])
}

function packageTold(file: Material['manifests'][number]): string {
  const { name, version } = file.manifest
  const called = name === null ? '' : ` called ${escapeProse(name.text)} (${cite(file, name.line)})`
  const numbered = version === null ? '' : `, version ${escapeProse(version.text)} (${cite(file, version.line)})`
  return `${code(file.path)} makes it a package${called}${numbered}.`
}

const DEPLOYS = /\b(?:deploy\w*|docker|kubernetes|helm|systemd|heroku|production)\b|\bself-?host/i
