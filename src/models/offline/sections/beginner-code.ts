import { plainText } from '../../../outline/plain-text.ts'
import { callChains } from '../call-chain.ts'
import { conventionList } from '../conventions.ts'
import { commandTold } from '../from-manifests.ts'
import { codeExamples } from '../from-readme.ts'
import { bullets, cite, citeSymbol, code, describe, escapeProse, joinParts, listed, steps, told } from '../markdown-text.ts'
import { type Material, type Placed, publicSymbols } from '../material.ts'
import { mainNames, offeredIn, typesIn } from '../names.ts'
import { oneCaseTold } from '../one-case.ts'
import { parentsOf } from '../parents.ts'
import { fullName } from '../surface.ts'
import { chainTold } from '../tell-chain.ts'
import { testCases } from '../test-cases.ts'

/** Which words must I know? */
export function writeKeyIdeas(material: Material): string {
  const ideas = docTerms(material).slice(0, 5)
  const named = mainNames(material).filter(({ symbol }) => symbol.docstring !== null)
  const types = named.filter(({ symbol }) => symbol.kind === 'class' || symbol.kind === 'type')
  const chosen = spread(
    types.length >= 4
      ? types
      : [
          ...types,
          ...named.filter(({ symbol }) => symbol.kind === 'function' || symbol.kind === 'method'),
          ...publicSymbols(material).filter(
            (placed) =>
              placed.symbol.kind === 'method' &&
              placed.symbol.docstring !== null &&
              !named.some(({ symbol }) => symbol === placed.symbol),
          ),
        ],
    7,
  )
  const relations = inheritance(material, chosen)
  return joinParts([
    ideas.length > 0 && `### Ideas the documentation explains\n\n${bullets(ideas)}`,
    chosen.length > 0
      ? `### Words that are names in the code\n\n${bullets(chosen.map((placed) => describe(placed, 220)))}`
      : namesOnly(material),
    relations.length > 0 && `### How they are related\n\n${bullets(relations)}`,
  ])
}

function docTerms(material: Material): readonly string[] {
  return material.docs
    .filter(({ kind }) => kind === 'docs')
    .flatMap((file) =>
      file.outline.headings
        .filter(({ level, title }) => level > 1 && title.length <= 50)
        .flatMap((heading) => {
          const next = file.outline.headings.find(({ line }) => line > heading.line)?.line ?? file.lines.length + 1
          const paragraph = file.prose?.paragraphs.find(
            ({ firstLine, text }) => firstLine > heading.line && firstLine < next && text.length > 40,
          )
          return paragraph === undefined
            ? []
            : [
                `**${escapeProse(plainText(heading.title))}**: ${told(paragraph.text, 230)} (${cite(file, heading.line, paragraph.lastLine)})`,
              ]
        }),
    )
}

/** At most so many of one file, so that no file crowds the others out. */
function spread(symbols: readonly Placed[], most: number, perFile = 3): readonly Placed[] {
  const taken: Placed[] = []
  for (const placed of symbols) {
    if (taken.length < most && taken.filter(({ file }) => file === placed.file).length < perFile) taken.push(placed)
  }
  return taken
}

/** Which of the chosen names build on which other names of the code. */
function inheritance(material: Material, chosen: readonly Placed[]): readonly string[] {
  const names = new Set(typesIn(material).map(({ symbol }) => symbol.name))
  return chosen
    .flatMap((placed) => {
      const parents = parentsOf(placed.symbol).filter((parent) => names.has(parent))
      return parents.length === 0
        ? []
        : [
            `${code(placed.symbol.name)} builds on ${listed(parents.map(code), 3)} (${cite(placed.file, placed.symbol.firstLine)})`,
          ]
    })
    .slice(0, 6)
}

function namesOnly(material: Material): string {
  const found = offeredIn(material).slice(0, 10)
  if (found.length === 0) return 'The files read for this section declare no names that could serve as terms.'
  return `### Words that are names in the code\n\nThe code does not explain them in comments; each is told by its declaration alone:\n\n${bullets(found.map((placed) => `${code(fullName(placed))}, a ${placed.symbol.kind} (${citeSymbol(placed)})`))}`
}

/** What happens when I use it once? */
export function writeFollowOne(material: Material): string {
  const chain = callChains(material, 1)[0]
  const first = chain?.[0]?.called
  if (chain === undefined || first === undefined) return withoutChain(material)
  const example = codeExamples(material).find(({ block }) =>
    block.lines.some((line) => new RegExp(`\\b${first.symbol.name}\\b`).test(line)),
  )
  return joinParts([
    `Follow one call to ${code(first.symbol.name)} through the code.`,
    example !== undefined && `The documentation shows how it is called (${example.place}).`,
    `### Step by step\n\n${steps(chainTold(chain))}`,
    `The last line of ${code(first.symbol.name)} is ${cite(first.file, first.symbol.lastLine)}. The steps are calls as they stand in the code, in the order of its lines; calls whose target the code alone does not tell are left out, and at most seven are told. What stands behind a condition is among them, even if your own call would not take that branch.`,
  ])
}

function withoutChain(material: Material): string {
  const example = codeExamples(material)[0]
  const found = publicSymbols(material).slice(0, 6)
  return joinParts([
    example !== undefined && `The documentation shows its use at ${example.place}.`,
    found.length > 0 &&
      `The places that such a use would pass are these:\n\n${bullets(found.map((placed) => describe(placed, 200)))}`,
  ])
}

/** How do I make and test a small change? */
export function writeFirstChange(material: Material): string {
  const test = commandTold(material, 'test')
  const lint = commandTold(material, 'lint')
  const rules = conventionList(material, 7)
  return joinParts([
    placeToEdit(material),
    test !== null && `### Run the tests\n\n${joinParts([test, oneCaseTold(material)])}`,
    lint !== null && `### Run a check\n\n${lint}`,
    rules !== null && `### Rules of the project\n\n${rules}`,
  ])
}

const isConstructor = ({ name, parent }: Placed['symbol']): boolean =>
  name === parent || /^(?:constructor|initialize|__construct|__init__|init|new)$/.test(name)

function placeToEdit(material: Material): string | null {
  const all = publicSymbols(material).filter(
    ({ symbol }) => (symbol.kind === 'function' || symbol.kind === 'method') && !isConstructor(symbol),
  )
  const small = all.filter(({ symbol }) => symbol.lastLine - symbol.firstLine >= 2 && symbol.lastLine - symbol.firstLine <= 30)
  const use = ({ symbol }: Placed) => {
    for (const file of material.tests) {
      const at = file.lines.findIndex((line) => new RegExp(`\\b${symbol.name.replace(/\W/g, '\\$&')}\\(`).test(line))
      if (at >= 0) return { file, line: at + 1 }
    }
    return null
  }
  const tested =
    small.find((placed) => placed.symbol.docstring !== null && use(placed) !== null) ??
    small.find((placed) => use(placed) !== null)
  const chosen = tested ?? small.find(({ symbol }) => symbol.docstring !== null) ?? small[0]
  if (chosen === undefined) return null
  const test = use(chosen)
  const beside = material.tests.find((file) => testCases(file).length > 0)
  return joinParts([
    '### Pick a small place',
    `A good first one is ${describe(chosen, 200)} It is ${chosen.symbol.lastLine - chosen.symbol.firstLine + 1} lines long, so that you can read all of it before you change it.`,
    test !== null
      ? `A test calls it at ${cite(test.file, test.line)}: copy that test, change what it expects, and see it fail before you edit the code.`
      : beside !== undefined && `Put its test beside ${code(beside.path)}.`,
  ])
}
