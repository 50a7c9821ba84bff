// A repository whose names of modules, folders and symbols mean something in Mermaid, Markdown or an address.

export const HOSTILE_NAMES: readonly string[] = [
  '`tick`',
  'std::vec',
  'round (brackets)',
  '"double" \'single\'',
  'end',
  '[square]{curly}',
  'a#b;c',
  '日本',
  '<b>bold &amp; x',
  'graph --> TD',
  '%%{init}%%',
  'pipe|x',
  '100%',
  'click',
  'subgraph',
  'default',
  'o--x',
  '1. first',
  '- item',
  '$$x$$',
  '*bold* _it_',
  'a\\nb',
]

const stem = (index: number): string => `part${index}`

export function hostileNames(): Record<string, string> {
  const files: Record<string, string> = {
    'README.md':
      '# end\n\nCarries a value through [parts](#parts) with odd names.\n\n## Parts\n\n```python\nfrom first import start\nstart(1)\n```\n',
    'first.py': `${HOSTILE_NAMES.map((_name, index) => `from .${stem(index)} import step_${index}`).join('\n')}\n\n\ndef start(value):\n    """Starts it."""\n    return step_0(value)\n`,
  }
  for (const [index, name] of HOSTILE_NAMES.entries()) {
    const next = index + 1 < HOSTILE_NAMES.length ? `step_${index + 1}` : 'str'
    const call =
      index + 1 < HOSTILE_NAMES.length
        ? `import { ${next} } from '../${HOSTILE_NAMES[index + 1]}/${HOSTILE_NAMES[index + 1]}.ts'\n\n`
        : ''
    files[`${name}/${name}.ts`] =
      `${call}/** Does step ${index} of ${name}. */\nexport function step_${index}(value: string): string {\n  return ${next === 'str' ? 'value' : `${next}(value)`}\n}\n`
    files[`src/${name}/deep ${name}/${stem(index)}.py`] =
      `def step_${index}(value):\n    """Does step ${index}."""\n    return ${next}(value)\n`
  }
  return files
}
