import { plainText } from '../../../outline/plain-text.ts'
import { callChains } from '../call-chain.ts'
import { conventionList } from '../conventions.ts'
import { commandsFor, typed } from '../from-manifests.ts'
import { codeExamples } from '../from-readme.ts'
import {
  bullets,
  cite,
  citeSymbol,
  code,
  describe,
  docOf,
  escapeProse,
  fence,
  joinParts,
  listed,
  steps,
  told,
} from '../markdown-text.ts'
import { type Material, type Placed, publicSymbols } from '../material.ts'
import { chainTold } from '../tell-chain.ts'

/** Which words must I know? */
export function writeKeyIdeas(material: Material): string {
  const ideas = docTerms(material).slice(0, 5)
  const types = publicSymbols(material).filter(({ symbol }) => symbol.parent === null && symbol.docstring !== null)
  const classes = types.filter(({ symbol }) => symbol.kind === 'class' || symbol.kind === 'type')
  const chosen = spread(
    classes.length >= 4 ? classes : [...classes, ...types.filter(({ symbol }) => symbol.kind === 'function')],
    7,
  )
  const relations = inheritance(material)
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

/** Takes from each file in turn, so that no file crowds the others out. */
function spread(symbols: readonly Placed[], most: number): readonly Placed[] {
  const byFile = [...Map.groupBy(symbols, ({ file }) => file).values()]
  const taken: Placed[] = []
  for (let round = 0; taken.length < most && byFile.some((group) => group.length > round); round++) {
    for (const group of byFile) if (group[round] !== undefined && taken.length < most) taken.push(group[round] as Placed)
  }
  return taken.sort((a, b) => material_order(symbols, a) - material_order(symbols, b))
}

const material_order = (symbols: readonly Placed[], placed: Placed): number => symbols.indexOf(placed)

function inheritance(material: Material): readonly string[] {
  const all = material.sources.flatMap((file) =>
    file.outline.symbols.filter(({ kind }) => kind === 'class').map((symbol) => ({ file, symbol })),
  )
  const names = new Set(all.map(({ symbol }) => symbol.name))
  return all
    .flatMap((placed) => {
      const after = placed.symbol.signature.split(placed.symbol.name).slice(1).join(placed.symbol.name)
      const parents = [...after.matchAll(/[A-Z]\w+/g)]
        .map(([name]) => name)
        .filter((name) => names.has(name) && name !== placed.symbol.name)
      return parents.length === 0
        ? []
        : [
            `${code(placed.symbol.name)} builds on ${listed([...new Set(parents)].map(code), 3)} (${cite(placed.file, placed.symbol.firstLine)})`,
          ]
    })
    .slice(0, 6)
}

function namesOnly(material: Material): string {
  const found = publicSymbols(material)
    .filter(({ symbol }) => symbol.parent === null)
    .slice(0, 10)
  if (found.length === 0) return 'The files read for this section declare no names that could serve as terms.'
  return `### Words that are names in the code\n\nThe code does not explain them in comments; each is told by its declaration alone:\n\n${bullets(found.map((placed) => `${code(placed.symbol.name)}, a ${placed.symbol.kind} (${citeSymbol(placed)})`))}`
}

/** What happens when I use it once? */
export function writeFollowOne(material: Material): string {
  const chain = callChains(material, 1)[0]
  const first = chain?.[0]?.called
  if (chain === undefined || first === undefined) return withoutChain(material)
  const example = codeExamples(material).find(({ block }) => block.lines.some((line) => line.includes(first.symbol.name)))
  const end = chain.at(-1)?.called
  return joinParts([
    `Follow one call to ${code(first.symbol.name)} through the code. ${docOf(first.symbol, 200)}`,
    example !== undefined && `It begins with what the documentation shows (${example.place}):\n\n${example.text}`,
    `### Step by step\n\n${steps(chainTold(chain))}`,
    end !== undefined &&
      `When the calls above have returned, ${code(first.symbol.name)} hands its own result back to you; its last line is ${cite(first.file, first.symbol.lastLine)}. The steps were read off the calls that stand in the code, in the order of its lines, so that branches not taken in your case are among them.`,
  ])
}

function withoutChain(material: Material): string {
  const example = codeExamples(material)[0]
  const found = publicSymbols(material).slice(0, 6)
  return joinParts([
    `No call from one function of the repository to another could be followed in the files read for this section (${
      listed(
        material.sources.map(({ path }) => code(path)),
        6,
      ) || 'no source file is among them'
    }).`,
    example !== undefined && `What the documentation shows as its use (${example.place}):\n\n${example.text}`,
    found.length > 0 &&
      `The places that such a use would pass are these:\n\n${bullets(found.map((placed) => describe(placed, 200)))}`,
  ])
}

/** How do I make and test a small change? */
export function writeFirstChange(material: Material): string {
  const place = placeToEdit(material)
  const tests = commandsFor(material, 'test')
    .map((from) => ({ from, text: typed(from) }))
    .filter(({ text }) => text !== null)
  const lints = commandsFor(material, 'lint')
    .map((from) => ({ from, text: typed(from) }))
    .filter(({ text, from }) => text !== null && !tests.some((other) => other.from.item === from.item))
  const rules = conventionList(material, 7)
  const told_ = ({ from, text }: (typeof tests)[number]): string =>
    `${from.item.description === null ? `Defined as ${escapeProse(from.item.name ?? 'a command')}` : escapeProse(from.item.description)} (${cite(from.file, from.item.line)}):\n\n${fence('sh', [text ?? ''])}`
  return joinParts([
    place,
    tests.length > 0
      ? `### Run the tests\n\n${tests.slice(0, 2).map(told_).join('\n\n')}`
      : '### Run the tests\n\nNo command that runs the tests stands in the files read for this section.',
    lints.length > 0 && `### Check style and types\n\n${lints.slice(0, 2).map(told_).join('\n\n')}`,
    rules === null ? 'No file read for this section sets rules for contributions.' : `### Rules of the project\n\n${rules}`,
  ])
}

function placeToEdit(material: Material): string | null {
  const all = publicSymbols(material).filter(({ symbol }) => symbol.kind === 'function' || symbol.kind === 'method')
  const small = all.filter(({ symbol }) => symbol.lastLine - symbol.firstLine >= 2 && symbol.lastLine - symbol.firstLine <= 30)
  const use = ({ symbol }: Placed) => {
    for (const file of material.tests) {
      const at = file.lines.findIndex((line) => new RegExp(`\\b${symbol.name.replace(/\W/g, '\\$&')}\\(`).test(line))
      if (at >= 0) return { file, line: at + 1 }
    }
    return null
  }
  const tested = small.find((placed) => use(placed) !== null)
  const chosen = tested ?? small.find(({ symbol }) => symbol.docstring !== null) ?? small[0]
  if (chosen === undefined) return null
  const test = use(chosen)
  const beside = material.tests[0]
  return joinParts([
    '### Pick a small place',
    `A good first one is ${describe(chosen, 200)} It is ${chosen.symbol.lastLine - chosen.symbol.firstLine + 1} lines long, so that you can read all of it before you change it.`,
    test !== null
      ? `A test calls it at ${cite(test.file, test.line)}: copy that test, change what it expects, and see it fail before you edit the code.`
      : beside !== undefined && `No test among those read calls it by name; put yours beside ${code(beside.path)}.`,
  ])
}
