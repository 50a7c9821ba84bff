// A guide never claims more than its evidence.
import { describe, expect, it } from 'vitest'
import { section } from './section.ts'

const README = (words: string): string => `# Box\n\nBox keeps things in order, for you.\n\n## More\n\n${words}\n`

describe('sentences chosen by a word', () => {
  const about = async (id: string, words: string) => section(id, { 'README.md': README(words) })

  it('speak of the project itself', async () => {
    const goals = 'architect/context-and-goals'
    expect(await about(goals, 'Box is robust against crashes of the machine.')).toContain('**Reliability**: Box is robust')
    expect(await about(goals, 'This library is robust. It recovers from crashes as well.')).toContain('**Reliability**')
    for (const words of [
      'If you still want to use Box and avoid these crashes, use another format.',
      'Kotlin Serialization is fast and efficient for Kotlin.',
      'Some approaches, such as org.json.simple, are not robust at all.',
      'Box is not as fast as Kotlin Serialization.',
      'Unlike a panic, it recovers without further help.',
    ])
      expect(await about(goals, words), words).not.toContain('Qualities')
  })

  it('are limits and choices only of the project', async () => {
    const purpose = 'senior/purpose-and-scope'
    expect(await about(purpose, 'Box does not support log rotation of any kind.')).toContain('What it does not promise')
    expect(await about(purpose, 'Box does not provide rotation. It should be done by an external program.')).not.toContain(
      'external',
    )
    expect(await about('architect/solution-strategy', 'Lists of keys are passed rather than one key alone.')).not.toContain(
      'In its own words',
    )
  })
})

describe('what is only guessed', () => {
  it('is not told', async () => {
    const files = {
      'pyproject.toml': '[project]\nname = "box"\ndescription = "Keeps things"\nlicense = "MIT"\n\n[tool.mypy]\nstrict = true\n',
      LICENSE: 'MIT License\n\nPermission is granted, subject to the following conditions.\n',
      'README.md': README('Nothing more.'),
      '.github/workflows/publish.yml':
        'on: push\njobs:\n  out:\n    environment: publish\n    steps:\n      - run: twine upload\n',
      'src/box.py': 'import json\n',
    }
    const strategy = await section('architect/solution-strategy', files)
    expect(strategy).not.toMatch(/supply chain|before anything runs/)
    const constraints = await section('architect/constraints', files)
    expect(constraints).toContain('it opens with “MIT License” (')
    expect(constraints).not.toContain('conditions begin')
    expect(await section('beginner/what-it-is', files)).toContain('“Keeps things” (')
    const operations = await section('architect/deployment-and-operations', files)
    expect(operations).toContain('name an environment at `.github/workflows/publish.yml:4`')
    expect(operations).not.toContain('protected')
  })

  it('is not told of folders', async () => {
    const paths = ['docs/conf.py', 'docs/Makefile', 'src/box.py']
    expect(await section('beginner/lay-of-the-land', { 'src/box.py': 'x = 1\n' }, paths)).not.toContain('Without code')
  })
})
