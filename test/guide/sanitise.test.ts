import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LinkContext } from '../../src/guide/links.ts'
import { makeLinks } from '../../src/guide/links.ts'
import { parseMarkdown, walk } from '../../src/guide/markdown.ts'
import { referenceKey } from '../../src/guide/references.ts'
import { sanitiseMarkdown } from '../../src/guide/sanitise.ts'

const COMMIT = 'c0ffee0000000000000000000000000000000001'
const HOLDING = new Set([
  'path src/a.ts',
  'lines src/a.ts:10-24',
  'path-symbol src/a.ts#parse',
  'symbol Signer',
  'path src/',
  'path docs/my file.md',
  'path docs/x.md',
])
const isGrounded: LinkContext['isGrounded'] = (reference) => HOLDING.has(referenceKey(reference))
const remote: LinkContext = {
  ...makeLinks({ webUrl: 'https://github.com/o/r', commit: COMMIT, isWorktree: false, guidePath: 'docs/guide' }, ['src/']),
  isGrounded,
}
const local: LinkContext = {
  ...makeLinks({ webUrl: null, commit: COMMIT, isWorktree: false, guidePath: 'docs/guide' }, ['src/']),
  isGrounded,
}
const nowhere: LinkContext = {
  ...makeLinks({ webUrl: null, commit: COMMIT, isWorktree: false, guidePath: null }, []),
  isGrounded,
}
const BLOB = `https://github.com/o/r/blob/${COMMIT}`

describe('references', () => {
  test('those that hold become permalinks, or relative links, or stay code', () => {
    const text = 'See `src/a.ts:10-24`, `src/`, `src/a.ts#parse`, `docs/my file.md` and `Signer`.'
    expect(sanitiseMarkdown(text, remote)).toBe(
      `See [\`src/a.ts:10-24\`](${BLOB}/src/a.ts#L10-L24), [\`src/\`](https://github.com/o/r/tree/${COMMIT}/src), ` +
        `[\`src/a.ts#parse\`](${BLOB}/src/a.ts), [\`docs/my file.md\`](${BLOB}/docs/my%20file.md) and \`Signer\`.`,
    )
    expect(sanitiseMarkdown(text, local)).toBe(
      'See [`src/a.ts:10-24`](../../src/a.ts#L10-L24), [`src/`](../../src/), [`src/a.ts#parse`](../../src/a.ts), ' +
        '[`docs/my file.md`](../../docs/my%20file.md) and `Signer`.',
    )
    expect(sanitiseMarkdown(text, nowhere)).toBe(text)
  })

  test('those that do not hold become plain text', () => {
    expect(sanitiseMarkdown('`src/no_file.ts:3` and `__no__` and [label](src/no.ts) and [`src/b.ts`](src/a.ts)', local)).toBe(
      'src/no_file.ts:3 and \\_\\_no\\_\\_ and label and [src/b.ts](../../src/a.ts)',
    )
  })

  test('links that hold lead to the commit, whatever form the model gave them', () => {
    const text = '[a](src/a.ts) [b](/src/a.ts#L10-L24 "title") [c][n] [d](docs/x.md#install)\n\n[n]: src/a.ts\n'
    expect(sanitiseMarkdown(text, remote)).toBe(
      `[a](${BLOB}/src/a.ts) [b](${BLOB}/src/a.ts#L10-L24) [c](${BLOB}/src/a.ts) [d](${BLOB}/docs/x.md)`,
    )
  })

  test('paths that climb, absolute paths and script addresses lead nowhere', () => {
    expect(
      sanitiseMarkdown(
        '`../../etc/passwd` `/etc/app.conf` [x](../../../etc/passwd) [y](javascript:alert(1)) [z](data:text/html,x)',
        local,
      ),
    ).toBe('../../etc/passwd /etc/app.conf x y z')
  })
})

describe('hostile text', () => {
  test.each([
    ['## Fake heading', '### Fake heading'],
    ['# One\n\n## Two\n\n###### Six', '### One\n\n#### Two\n\n###### Six'],
    ['Fake\n===\n\nText\nmore\n---', '### Fake\n\n#### Text more'],
    ['> # Quoted\n\n- # Listed', '> ### Quoted\n\n- ### Listed'],
    ['</details>', '&lt;/details>'],
    ['<details>\n<summary>x</summary>\n\nopen', '&lt;details>\n&lt;summary>x&lt;/summary>\n\nopen'],
    ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
    ['<div>\n## Inside\n@team ![x](http://e.org/p.png)\n</div>', '&lt;div>\n### Inside\n@&#8203;team x\n&lt;/div>'],
    ['a <!-- nehemvix-guide: x --> b', 'a &lt;!-- nehemvix-guide: x --> b'],
    ['<!-- section: beginner/what-it-is\n\nnever closed', '&lt;!-- section: beginner/what-it-is\n\nnever closed'],
    ['@team and a@b.com and `@team/x`', '@&#8203;team and a@&#8203;b.com and `@team/x`'],
    ['&#64;team &commat;team @&#116;eam \\@team', '&commat;&#8203;team &commat;&#8203;team @&#8203;team \\@&#8203;team'],
    ['fixes #12, o/r#3, GH-4, &#35;5', 'fixes #&#8203;12, o/r#&#8203;3, GH&#8203;-4, &num;&#8203;5'],
    ['in abc1234 and 1234567 and defaced', 'in a&#8203;bc1234 and 1234567 and defaced'],
    ['https://e.org www.e.org <https://e.org/x>', 'https:&#8203;//e.org www&#8203;.e.org https:&#8203;//e.org/x'],
    ['[text](https://e.org/x) ![alt @team](https://e.org/p.png)', 'text (https:&#8203;//e.org/x) alt @&#8203;team'],
    ['[![badge](https://e.org/b.svg)](https://e.org)', 'badge (https:&#8203;//e.org)'],
    ['[foo]: https://e.org "t"\n\n[foo] and ![foo]', 'foo (https:&#8203;//e.org) and foo'],
    ['note[^1]\n\n[^1]: text', 'note\\[^1]\n\n\\[^1]: text'],
    ['```python\nx = 1', '```python\nx = 1\n```'],
    ['- item\n\n  ~~~~sh\n  x', '- item\n\n  ~~~~sh\n  x\n  ~~~~'],
    ['> ```\n> x', '> ```\n> x\n> ```'],
    ['````\n```\n', '````\n```\n````'],
    ['```mermaid\ngraph TD\n  A["<b>@team</b>"] --> B\n```', '```mermaid\ngraph TD\n  A["<b>@team</b>"] --> B\n```'],
    ['a\u202eb\u0000c\r\nd', 'abc\nd'],
    [
      '| a | b |\n|---|---|\n| `src/a.ts` | <b>x</b> |',
      '| a | b |\n|---|---|\n| [`src/a.ts`](../../src/a.ts) | &lt;b>x&lt;/b> |',
    ],
  ])('%j', (text, expected) => {
    expect(sanitiseMarkdown(text, local)).toBe(expected)
  })
})

const pieces = fc.constantFrom(
  ...[
    '\n',
    '\n\n',
    ' ',
    '  ',
    '    ',
    '> ',
    '- ',
    '1. ',
    '# ',
    '## ',
    'Title\n===',
    '---',
    '```',
    '~~~',
    '```sh\n',
    '`',
    '``',
    '`src/a.ts`',
    '`src/b.ts`',
  ],
  ...[
    '`Signer`',
    '<',
    '>',
    '<b>',
    '</details>',
    '<!--',
    '-->',
    '<script>',
    '<a href="',
    '<?',
    '<![CDATA[',
    '@',
    'team',
    '#',
    '12',
    '&',
    '&#64;',
    '&#35;',
  ],
  ...[
    '&#54;',
    ';',
    '[',
    ']',
    '(',
    ')',
    '](src/a.ts)',
    '](https://e.org)',
    '![',
    '[x]: src/a.ts',
    '[x]',
    '[^1]',
    '[^1]: ',
    'https://e.org',
    'www.e.org',
    '<https://e.org>',
  ],
  ...['a@b.com', 'abc1234', '\\', '*', '_', '**', '|', '|-|-|', '\t', 'javascript:', 'text', '~~', '!', '"', '$'],
)

test('any text: twice is once, nothing hostile is left, and the next heading stays a heading', () => {
  const texts = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, fc.constantFrom(remote, local), (text, context) => {
      const safe = sanitiseMarkdown(text, context)
      expect(sanitiseMarkdown(safe, context)).toBe(safe)
      const tree = parseMarkdown(`## Before\n\n${safe}\n\n<!-- anchor -->\n## After\n`)
      expect(tree.children.at(-1)).toMatchObject({ type: 'heading', depth: 2, children: [{ type: 'text', value: 'After' }] })
      expect(tree.children.at(-2)).toMatchObject({ type: 'html', value: '<!-- anchor -->' })
      for (const child of tree.children.slice(1, -2)) {
        walk(child, (node) => {
          expect(['html', 'image', 'imageReference', 'definition', 'linkReference', 'footnoteDefinition']).not.toContain(
            node.type,
          )
          if (node.type === 'heading') expect(node.depth).toBeGreaterThan(2)
          if (node.type === 'link') expect(node.url).toMatch(/^(?:https:\/\/github\.com\/o\/r\/|\.\.\/\.\.\/)/)
          if (node.type === 'text') expect(node.value).not.toMatch(/@\w|#\d|\bhttps?:\/\/|\bwww\./)
          return undefined
        })
      }
    }),
    { numRuns: 3_000 },
  )
})
