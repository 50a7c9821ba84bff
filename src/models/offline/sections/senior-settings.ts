import { fieldsOf } from '../fields.ts'
import { findLines } from '../find-in-code.ts'
import { allDependencies, developmentGroups, runtimeDependenciesTold } from '../from-manifests.ts'
import { bullets, cite, citeSymbol, code, escapeProse, joinParts, listed } from '../markdown-text.ts'
import { type Material, publicSymbols } from '../material.ts'
import { notTold } from '../not-told.ts'

const ENVIRONMENT =
  /(?:os\.environ(?:\.get)?[[(]\s*|os\.getenv\(\s*|process\.env[.[]\s*|env::var\(\s*|os\.Getenv\(\s*|System\.getenv\(\s*|\bENV\[\s*|getenv\(\s*)["']?([A-Z][A-Z0-9_]+)/
const CONFIGURES = /\b(?:environment variables?|config\w*|settings?|options?|process\.env|environ)\b|(?:^|\s)--[a-z]{3,}/i
const OPTION = /(?:add_argument|add_option|\.option|\.requiredOption|click\.option|flag\.\w+)\(\s*["']([^"']{2,60})["']/

/** What can be set, what does it lean on? */
export function writeConfigurationAndDependencies(material: Material): string {
  const variables = findLines(material.files, ENVIRONMENT, { most: 12 }).map(
    ({ file, line, match }) => `the environment variable ${escapeProse(match[1] ?? '')} (${cite(file, line)})`,
  )
  const options = findLines(material.sources, OPTION, { most: 12 }).map(
    ({ file, line, match }) => `the option ${escapeProse(match[1] ?? '')} (${cite(file, line)})`,
  )
  const parameters = [...constructorParameters(material), ...optionTypes(material)]
  const defaults = findLines(
    material.sources,
    /^\s*(?:(?:export\s+)?const\s+)?((?:default_|DEFAULT_)\w+)\b[^=(]*=(?!=)\s*(.{1,60})$/,
    { most: 6 },
  ).map(
    ({ file, line, match }) =>
      `${code(match[1] ?? '')} defaults to ${code((match[2] ?? '').replace(/\s+(?:#|\/\/).*$/, '').replace(/[,;]$/, ''))} (${cite(file, line)})`,
  )
  const dependencies = runtimeDependenciesTold(material)
  const named = allDependencies(material)
    .filter(({ item }) => !item.isDevelopment)
    .slice(0, 12)
  return joinParts([
    variables.length + options.length > 0
      ? `### Set from outside\n\n${bullets([...variables, ...options])}`
      : parameters.length + defaults.length > 0
        ? null
        : notTold(material, CONFIGURES, 'it is configured'),
    (parameters.length > 0 || defaults.length > 0) && `### Set by the caller\n\n${bullets([...parameters, ...defaults])}`,
    dependencies !== null && `### Dependencies\n\n${dependencies}`,
    named.length > 0 &&
      bullets(
        named.map(
          ({ file, item }) =>
            `${escapeProse(item.name)}${item.requirement === null ? '' : ` ${escapeProse(item.requirement)}`} (${cite(file, item.line)})${usedIn(material, item.name)}`,
        ),
      ),
    developmentGroups(material).length > 0 && `For work on it, in groups:\n\n${bullets(developmentGroups(material))}`,
    toolsTold(material),
  ])
}

/** Types whose fields are settings, by their name. */
function optionTypes(material: Material): readonly string[] {
  return publicSymbols(material)
    .filter(
      ({ symbol }) =>
        (symbol.kind === 'class' || symbol.kind === 'type') &&
        /(?:Options|Config|Configuration|Settings|Params|Opts)$/.test(symbol.name),
    )
    .map((placed) => ({ placed, fields: fieldsOf(placed) }))
    .filter(({ fields }) => fields.length > 0)
    .slice(0, 4)
    .map(
      ({ placed, fields }) =>
        `${code(placed.symbol.name)} holds ${listed(
          fields.map(({ name }) => code(name)),
          10,
        )} (${citeSymbol(placed)})`,
    )
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

function usedIn(material: Material, name: string): string {
  const bare = name.toLowerCase().replace(/_/g, '-')
  const file = material.sources.find(({ outline }) =>
    outline.imports.some(
      (module) =>
        module.toLowerCase().replace(/_/g, '-') === bare ||
        module.toLowerCase().startsWith(`${bare}/`) ||
        module.toLowerCase().startsWith(`${bare}.`),
    ),
  )
  return file === undefined ? '' : `, imported by ${code(file.path)}`
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
