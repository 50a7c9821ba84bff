import { findLines } from '../find-in-code.ts'
import { allDependencies, developmentGroups, runtimeDependenciesTold } from '../from-manifests.ts'
import { bullets, cite, citeSymbol, code, escapeProse, joinParts, listed } from '../markdown-text.ts'
import type { Material } from '../material.ts'
import { notTold } from '../not-told.ts'
import { optionTypesTold, variablesTold } from '../settings.ts'

const MOST_DEPENDENCIES = 15
const CONFIGURES = /\b(?:environment variables?|config\w*|settings?|options?|process\.env|environ)\b|(?:^|\s)--[a-z]{3,}/i
const OPTION = /(?:add_argument|add_option|\.option|\.requiredOption|click\.option|flag\.\w+)\(\s*["']([^"']{2,60})["']/

/** What can be set, what does it lean on? */
export function writeConfigurationAndDependencies(material: Material): string {
  const variables = variablesTold(material, 12)
  const options = findLines(material.sources, OPTION, { most: 12 }).map(
    ({ file, line, match }) => `the option ${escapeProse(match[1] ?? '')} (${cite(file, line)})`,
  )
  const parameters = [...constructorParameters(material), ...optionTypesTold(material)]
  const defaults = findLines(
    material.sources,
    /^\s*(?:(?:export\s+)?const\s+)?((?:default_|DEFAULT_)\w+)\b[^=(]*=(?!=)\s*(.{1,60})$/,
    { most: 6 },
  ).map(
    ({ file, line, match }) =>
      `${code(match[1] ?? '')} defaults to ${code((match[2] ?? '').replace(/\s+(?:#|\/\/).*$/, '').replace(/[,;]$/, ''))} (${cite(file, line)})`,
  )
  const dependencies = runtimeDependenciesTold(material, false)
  const named = allDependencies(material).filter(({ item }) => !item.isDevelopment)
  const shown = named.slice(0, MOST_DEPENDENCIES).map(({ file, item }) => {
    const version = item.requirement === null ? '' : ` ${escapeProse(item.requirement)}`
    return `${escapeProse(item.name)}${version} (${cite(file, item.line)})${usersTold(material, item.name)}`
  })
  if (named.length > shown.length) shown.push(`and ${named.length - shown.length} more`)
  return joinParts([
    variables.length + options.length > 0
      ? `### Set from outside\n\n${bullets([...variables, ...options])}`
      : parameters.length + defaults.length > 0
        ? null
        : notTold(material, CONFIGURES, 'it is configured'),
    (parameters.length > 0 || defaults.length > 0) && `### Set by the caller\n\n${bullets([...parameters, ...defaults])}`,
    dependencies !== null && `### Dependencies\n\n${dependencies}`,
    shown.length > 0 && bullets(shown),
    developmentGroups(material).length > 0 && `For work on it, in groups:\n\n${bullets(developmentGroups(material))}`,
    toolsTold(material),
  ])
}

function constructorParameters(material: Material): readonly string[] {
  return material.sources
    .flatMap((file) =>
      file.outline.symbols
        .filter(({ docstring }) => /:param \w+:|@param/.test(docstring ?? ''))
        .map((symbol) => ({ file, symbol })),
    )
    .slice(0, 4)
    .flatMap((placed) => {
      const names = [...(placed.symbol.docstring ?? '').matchAll(/:param (\w+):/g)].map((match) => match[1] ?? '')
      return names.length === 0
        ? []
        : [`${code(placed.symbol.name)} takes ${listed(names.map(code), 10)} (${citeSymbol(placed)})`]
    })
}

/** Which of the files read import a package; imports and packages must go by the same name. */
function usersTold(material: Material, name: string): string {
  const bare = name.toLowerCase().replace(/_/g, '-')
  const importers = (files: Material['files']) =>
    files
      .filter(({ outline }) =>
        outline.imports.some((module) => {
          const imported = module.toLowerCase().replace(/_/g, '-')
          return imported === bare || /^(?:\/|\.|::)/.test(imported.startsWith(bare) ? imported.slice(bare.length) : '')
        }),
      )
      .map(({ path }) => code(path))
  const sources = importers(material.sources)
  const tests = sources.length === 0 ? importers(material.tests) : []
  if (sources.length > 0) return `, imported by ${listed(sources, 3)}`
  return tests.length === 0 ? '' : `, imported by the test ${tests[0]}`
}

function toolsTold(material: Material): string | null {
  const file = material.manifests.find(({ manifest }) => manifest.tools.length > 0)
  return file === undefined
    ? null
    : `Tools with settings of their own in ${code(file.path)}: ${listed(
        file.manifest.tools.map(({ text, line }) => `${escapeProse(text)} (${cite(file, line)})`),
        8,
      )}.`
}
