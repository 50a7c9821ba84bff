import { findLines } from '../find-in-code.ts'
import { commandTold, developmentGroups, plainRequirements, requirementTold, runtimeDependenciesTold } from '../from-manifests.ts'
import { codeExamples, type Example, isData, listItems, ownWords, shellExamples } from '../from-readme.ts'
import { bullets, cite, code, codeFence, escapeProse, joinParts, listed, quoted, withoutIndent } from '../markdown-text.ts'
import type { Material } from '../material.ts'
import { caseTold, shownCase, testCases } from '../test-cases.ts'

/** What is this, and when would I want it? */
export function writeWhatItIs(material: Material): string {
  const words = ownWords(material)
  const stated = material.manifests.find(({ kind, manifest }) => kind === 'manifest' && manifest.description !== null)
  const description = stated?.manifest.description ?? null
  const examples = codeExamples(material)
  const test = testExample(material)
  // How to declare it somewhere shows no use: a test does.
  const example = examples.find((one) => !isData(one)) ?? (test === null ? examples[0] : undefined)
  const items = listItems(material, 5)
  return joinParts([
    words === null
      ? `The files read for this section hold no introduction in prose to ${escapeProse(material.name)}.`
      : `${escapeProse(material.name)} introduces itself in these words (${words.place}):\n\n> ${words.text}`,
    stated !== undefined &&
      description !== null &&
      `Its package description says it in one line: “${quoted(description.text, 200)}” (${cite(stated, description.line)})`,
    example !== undefined
      ? joinParts(['### A first look', leadTold(example, 'An example from the documentation'), example.text])
      : test,
    items.length >= 2
      ? joinParts([
          '### When you would want it',
          'The documentation lists what it offers:',
          bullets(items.map(({ text, file, paragraph }) => `${text} (${cite(file, paragraph.firstLine, paragraph.lastLine)})`)),
        ])
      : null,
  ])
}

/** What introduces an example, with its place. */
function leadTold({ lead, place }: Example, otherwise: string): string {
  return lead === null ? `${otherwise} (${place}):` : `${lead} (${place})`
}

function testExample(material: Material): string | null {
  const test = shownCase(material)
  const block =
    test === null
      ? null
      : codeFence(test.file.outline.language, withoutIndent(test.file.lines.slice(test.firstLine - 1, test.lastLine)))
  if (test === null || block === null) return null
  return joinParts([
    '### A first look',
    `The documentation read here shows no use in code, but a test does: ${caseTold(test)}.`,
    block,
  ])
}

/** What do I need on my machine? */
export function writeBeforeYouStart(material: Material): string {
  const requirements = plainRequirements(material)
  const tools = toolsCalled(material)
  const groups = developmentGroups(material)
  const install = shellExamples(material).find(({ block }) => block.lines.some((line) => INSTALLS.test(line)))
  const image = findLines(
    material.files.filter(({ path }) => path.includes('devcontainer')),
    /"image"\s*:\s*"([^"]+)"/,
    { most: 1 },
  )[0]
  return joinParts([
    requirements.length > 0
      ? `These versions are asked for by files of the repository:\n\n${bullets(requirements.slice(0, 8).map(requirementTold))}`
      : null,
    runtimeDependenciesTold(material),
    tools.length > 0 && `### Tools that its own commands call\n\n${bullets(tools)}`,
    groups.length > 0 && `### Only if you work on it\n\nDevelopment packages are declared in groups:\n\n${bullets(groups)}`,
    image !== undefined &&
      `If you would rather not install anything yourself: a development container is described, built on ${escapeProse(image.match[1] ?? '')} (${cite(image.file, image.line)}).`,
    install !== undefined
      ? `The documentation installs it with ${code(installingPart(install.block.lines))} (${install.place}).`
      : null,
  ])
}

const INSTALLS = /\b(?:install|add|get)\b|\b(?:npm|pnpm|yarn|bun)\s+(?:ci|i)\b/

/** Of a line that chains commands or ends in a comment, the command that installs. */
function installingPart(lines: readonly string[]): string {
  const parts = lines.flatMap((line) =>
    line
      .replace(/^\$ /, '')
      .replace(/\s+#.*$/, '')
      .split('&&'),
  )
  return parts.find((part) => INSTALLS.test(part))?.trim() ?? ''
}

const KNOWN_TOOLS =
  /^(?:uv|tox|nox|poetry|pip|pipx|npm|pnpm|yarn|bun|deno|node|make|just|cargo|go|docker|pytest|pre-commit|mvn|gradle|bundle|composer|cmake|git|gh)$/

function toolsCalled(material: Material): readonly string[] {
  const seen = new Map<string, string>()
  for (const file of material.manifests) {
    for (const { text, line, name } of file.manifest.commands) {
      const tool = text.split(/\s+/)[0] ?? ''
      if (KNOWN_TOOLS.test(tool) && !seen.has(tool))
        seen.set(tool, `**${tool}**, called by ${name === null ? 'a command' : escapeProse(name)} in ${cite(file, line)}`)
    }
  }
  return [...seen.values()].slice(0, 6)
}

/** What do I type first, and what should I see? */
export function writeFirstRun(material: Material): string {
  const shells = shellExamples(material).filter(isForStart).slice(0, 2)
  const example = codeExamples(material).find((one) => !isData(one))
  const start = commandTold(material, 'start')
  const test = commandTold(material, 'test')
  const works = test === null ? '' : joinParts([test, whatTestsShow(material)])
  const shown = shells.map((example) => `${leadTold(example, 'From the documentation')}\n\n${example.text}`)
  if (start !== null) shown.push(`To start it, ${start}`)
  return joinParts([
    shown.length > 0 ? `### Type this first\n\n${shown.join('\n\n')}` : null,
    example !== undefined &&
      joinParts([
        '### Try the example',
        `The first example of the documentation stands at ${example.place}.`,
        expectation(example.block.lines, example.place),
      ]),
    works !== '' && `### See that it works\n\n${works}`,
  ])
}

/** A block that installs or starts something, or stands under a heading that says so. */
function isForStart({ block, heading }: Example): boolean {
  return (
    block.lines.some((line) => /\b(?:install|ci|add|get|clone|init|create|run|start|up|serve)\b/.test(line)) ||
    /install|quick|start|usage|getting|run|setup/i.test(heading ?? '')
  )
}

function expectation(lines: readonly string[], place: string): string | null {
  const printing = lines.findIndex((line) => /print|console\.log|puts|echo|^>>> /.test(line))
  if (printing < 0) return null
  if (
    lines.slice(printing + 1).some((line) => /^\s*(?:#|\/\/)\s*\S/.test(line)) ||
    lines.some((line) => line.startsWith('>>> '))
  ) {
    return `You should see what stands below each printing line (${place}); what depends on a key or on the time will differ.`
  }
  const printed = /(?:print\w*|console\.log|puts|echo)\s*\(?\s*(['"`])([^'"`]{3,80})\1/i.exec(lines[printing] ?? '')?.[2]
  return printed === undefined ? null : `You should see “${escapeProse(printed)}” (${place}).`
}

function whatTestsShow(material: Material): string | null {
  const among = material.tests.flatMap(testCases).slice(0, 3).map(caseTold)
  return among.length === 0 ? null : `Success looks like a run without a failure; among the cases are ${listed(among)}.`
}
