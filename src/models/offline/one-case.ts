import { chooseCommand } from './from-manifests.ts'
import { code, escapeProse } from './markdown-text.ts'
import type { Material } from './material.ts'
import { type TestCase, testCases } from './test-cases.ts'

interface Runner {
  readonly name: string
  /** Matched on commands, and on names of dependencies. */
  readonly called: RegExp
  /** How it is told which case to run, with a case of the repository as the example. */
  readonly tell: (one: TestCase) => string
}

const byFile = (one: TestCase): string => `runs one file whose path follows the command, such as ${code(one.file.path)}`
const byFileAndName = (option: string) => (one: TestCase) =>
  `${byFile(one)}, and of its cases those whose names match what follows ${code(option)}, such as ${titleOf(one)}`
const byName = (option: string) => (one: TestCase) =>
  `runs the cases whose names match what follows ${code(option)}, such as ${titleOf(one)}`
const byClass = (option: string) => (one: TestCase) =>
  `runs one class of tests that ${code(option)} names, such as ${code(/([^/]+)\.\w+$/.exec(one.file.path)?.[1] ?? '')}`
const titleOf = ({ title, isName }: TestCase): string => (isName ? code(title) : `“${escapeProse(title)}”`)

/** Runners that are known well enough to say how they run a part. */
const RUNNERS: readonly Runner[] = [
  { name: 'pytest', called: /\bpytest\b/, tell: byFile },
  { name: 'vitest', called: /\bvitest\b/, tell: byFileAndName('-t') },
  { name: 'jest', called: /\bjest\b/, tell: byFileAndName('-t') },
  { name: 'mocha', called: /\bmocha\b/, tell: byName('-g') },
  { name: 'phpunit', called: /\bphpunit\b/, tell: byName('--filter') },
  { name: 'rspec', called: /\brspec\b/, tell: byName('-e') },
  { name: 'go test', called: /\bgo test\b/, tell: byName('-run') },
  {
    name: 'cargo test',
    called: /\bcargo (?:\+\S+ )?test\b/,
    tell: (one) => `runs the cases whose names hold the word that follows it, such as ${titleOf(one)}`,
  },
  { name: 'mvn', called: /\bmvnw?\b/, tell: byClass('-Dtest=') },
  { name: 'gradle', called: /\bgradlew?\b/, tell: byClass('--tests') },
]

const handsOn = ({ manifests }: Material): boolean =>
  manifests.some(({ lines }) => lines.some((line) => /\bposargs\b/.test(line)))

/** How one case or file alone is run, by the runner that the repository calls. null where none is known or no case was read. */
export function oneCaseTold(material: Material): string | null {
  const one = material.tests.flatMap(testCases)[0]
  if (one === undefined) return null
  const words = material.manifests.flatMap(({ manifest }) => [
    ...manifest.commands.map(({ text }) => text),
    ...manifest.dependencies.map(({ name }) => name),
  ])
  const runner = RUNNERS.find(({ called }) => words.some((word) => called.test(word)))
  if (runner === undefined) return null
  const command = chooseCommand(material, 'test')
  // Called through another tool it gets a path only if that tool hands it on.
  if (command !== null && /\b(?:tox|nox)\b/.test(command.from.item.text))
    return handsOn(material) ? `What follows ${code('--')} is handed on to the tests: ${runner.name} ${runner.tell(one)}.` : null
  return `For less than all of them: ${runner.name} ${runner.tell(one)}.`
}
