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

const byFile = (option: string) => (one: TestCase) =>
  `runs one file whose path follows the command, such as ${code(one.file.path)}, and of its cases those that ${code(option)} names, such as ${titleOf(one)}`
const byName = (option: string) => (one: TestCase) => `runs the cases that ${code(option)} names, such as ${titleOf(one)}`
const byClass = (option: string) => (one: TestCase) =>
  `runs one class of tests that ${code(option)} names, such as ${code(/([^/]+)\.\w+$/.exec(one.file.path)?.[1] ?? '')}`
const titleOf = ({ title, isName }: TestCase): string => (isName ? code(title) : `“${escapeProse(title)}”`)

/** Runners that are known well enough to say how they run a part. */
const RUNNERS: readonly Runner[] = [
  { name: 'pytest', called: /\bpytest\b/, tell: byFile('-k') },
  { name: 'vitest', called: /\bvitest\b/, tell: byFile('-t') },
  { name: 'jest', called: /\bjest\b/, tell: byFile('-t') },
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

/** How one case alone is run, by the runner that the repository calls. null where none is known or no case was read. */
export function oneCaseTold(material: Material): string | null {
  const one = material.tests.flatMap(testCases)[0]
  if (one === undefined) return null
  const words = material.manifests.flatMap(({ manifest }) => [
    ...manifest.commands.map(({ text }) => text),
    ...manifest.dependencies.map(({ name }) => name),
  ])
  const runner = RUNNERS.find(({ called }) => words.some((word) => called.test(word)))
  return runner === undefined ? null : `For one case alone: ${runner.name} ${runner.tell(one)}.`
}
