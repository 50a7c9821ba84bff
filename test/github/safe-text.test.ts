import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutMarkdown, inlineSafe, makeSafe } from '../../src/github/safe-text.ts'

const Z = '&#8203;'
const TICKS = '```'

/** What was written, and what may be posted. The same twice: it stays. */
const DOCUMENTS: readonly (readonly [name: string, written: string, posted: string])[] = [
  // Mentions
  ['a mention', 'ask @octocat', `ask @${Z}octocat`],
  ['a team', 'ask @github/security', `ask @${Z}github/security`],
  ['a mention at the start', '@octocat', `@${Z}octocat`],
  ['a mention in brackets', '(@octocat)', `(@${Z}octocat)`],
  ['a mention in bold', '**@octocat**', `**@${Z}octocat**`],
  ['a mention in a heading', '# @octocat', `# @${Z}octocat`],
  ['a mention in a list', '- @octocat', `- @${Z}octocat`],
  ['a mention in a quote', '> @octocat', `> @${Z}octocat`],
  ['a mention in a table', '| a |\n| - |\n| @octocat |', `| a |\n| - |\n| @${Z}octocat |`],
  ['an escaped mention', '\\@octocat', `\\@${Z}octocat`],
  ['a mention in figures', '&#64;octocat', `@${Z}octocat`],
  ['a mention in hexadecimal', '&#x40;octocat', `@${Z}octocat`],
  ['a mention by name', '&commat;octocat', `@${Z}octocat`],
  ['a mention half in figures', '@&#111;ctocat', `@${Z}octocat`],
  ['an e-mail address', 'write to a@example.com', `write to a@${Z}example.com`],
  ['a lone at sign', 'meet @ noon', 'meet @ noon'],
  ['a mention in code', 'ask `@octocat`', 'ask `@octocat`'],
  ['a mention in a fence', `${TICKS}\n@octocat\n${TICKS}`, `${TICKS}\n@octocat\n${TICKS}`],
  ['a mention in indented code', 'x\n\n    @octocat', 'x\n\n    @octocat'],
  ['a mention in indented code after a table', '|a|\n|-|\n    @octocat', '|a|\n|-|\n\n    @octocat'],
  [
    'fences in a tight list',
    `- ${TICKS}\n  x\n  ${TICKS}\n- ${TICKS}\n  y\n  ${TICKS}`,
    `- ${TICKS}\n  x\n  ${TICKS}\n- ${TICKS}\n  y\n  ${TICKS}`,
  ],
  ['the same in a quote', '> |a|\n> |-|\n>     @octocat', '> |a|\n> |-|\n>\n>     @octocat'],
  ['a scoped package', 'install @types/node', `install @${Z}types/node`],
  ['a mention after a code span that never closes', '`a @octocat', `\`a @${Z}octocat`],
  ['a mention in the label of a link', '[@octocat](https://example.com/)', `[@${Z}octocat](https://example.com/)`],
  // Closing keywords and references
  ['a closing keyword', 'fixes #1', `fixes #${Z}1`],
  ['a closing keyword with a colon', 'Closes: #12.', `Closes: #${Z}12.`],
  ['a closing keyword and another repository', 'resolves octo-org/parcel#7', `resolves octo-org/parcel#${Z}7`],
  ['an issue', 'see #42', `see #${Z}42`],
  ['an issue in figures', 'fixes &#35;1', `fixes \\#${Z}1`],
  ['an issue by name', 'fixes &num;1', `fixes \\#${Z}1`],
  ['an issue whose number is in figures', 'fixes #&#49;', `fixes #${Z}1`],
  ['an escaped issue', 'fixes \\#1', `fixes \\#${Z}1`],
  ['GH-n', 'fixes GH-1', `fixes GH${Z}-1`],
  ['gh-n with an escape', 'fixes gh\\-1', `fixes gh${Z}\\-1`],
  ['GH-n in figures', 'fixes &#71;H-1', `fixes GH${Z}-1`],
  ['GH-n with the dash in figures', 'fixes GH&#45;1', `fixes GH${Z}\\-1`],
  ['an issue in code', '`fixes #1`', '`fixes #1`'],
  ['a heading is no issue', '# 1st', '# 1st'],
  ['a colour', 'the colour #fff', 'the colour #fff'],
  ['the address of an issue', 'fixes https://github.com/o/r/issues/1', `fixes https:${Z}//github.com/o/r/issues/1`],
  ['the address of a pull request', 'https://github.com/o/r/pull/2', `https:${Z}//github.com/o/r/pull/2`],
  [
    'the address of a comment',
    'https://github.com/o/r/issues/1#issuecomment-3',
    `https:${Z}//github.com/o/r/issues/1#issuecomment-3`,
  ],
  ['the address of a discussion', '<https://ghe.example.com/o/r/discussions/4>', `https:${Z}//ghe.example.com/o/r/discussions/4`],
  ['an address with a hidden word', 'https://github.com/o/r/%69ssues/1', `https:${Z}//github.com/o/r/%69ssues/1`],
  ['a link to an issue', '[this](https://github.com/o/r/issues/1)', `this (https:${Z}//github.com/o/r/issues/1)`],
  ['a reference to an issue', '[this][1]\n\n[1]: https://github.com/o/r/issues/1', `this (https:${Z}//github.com/o/r/issues/1)`],
  // Links
  ['a link', '[docs](https://example.com/a)', '[docs](https://example.com/a)'],
  ['a link with a title', '[docs](https://example.com/a "@octocat")', '[docs](https://example.com/a)'],
  ['a link by reference', '[docs][1]\n\n[1]: https://example.com/a', '[docs](https://example.com/a)'],
  ['a bare address', 'see https://example.com/@octocat now', 'see <https://example.com/%40octocat> now'],
  ['a bare address without a scheme', 'see www.example.com', 'see <http://www.example.com/>'],
  ['a script', '[x](javascript:alert(1))', 'x'],
  ['a data address', '[x](data:text/html,hello)', 'x'],
  ['a relative link', '[x](../../settings)', 'x'],
  ['an address with a password', '[x](https://u:p@example.com/)', `x (https:${Z}//u:p@${Z}example.com/)`],
  // HTML
  ['a script element', '<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
  ['an element in a line', 'a <b>c</b>', 'a &lt;b>c&lt;/b>'],
  ['a mention in HTML', '<p>@octocat</p>', `&lt;p>@${Z}octocat&lt;/p>`],
  ['a comment', 'a <!-- b --> c', 'a &lt;!-- b --> c'],
  ['our marker', '<!-- nehemvix:job 1 -->\nx', '&lt;!-- nehemvix:job 1 -->\nx'],
  ['our marker over lines', '<!--\nnehemvix:job 1', '&lt;!--\nnehemvix:job 1'],
  ['an element that never closes', 'a <img src="x', 'a &lt;img src="x'],
  ['HTML in code', '`<b>`', '`<b>`'],
  ['less than', '1 < 2', '1 < 2'],
  ['details', '<details>\n\nx\n\n</details>', '&lt;details>\n\nx\n\n&lt;/details>'],
  // Images
  ['an image', '![a cat](https://example.com/cat.png)', '[a cat](https://example.com/cat.png)'],
  ['an image without words', '![](https://example.com/cat.png)', '[image](https://example.com/cat.png)'],
  ['an image by reference', '![a][1]\n\n[1]: https://example.com/a.png', '[a](https://example.com/a.png)'],
  ['an image in a link', '[![a](https://example.com/a.png)](https://example.com/)', '[a](https://example.com/)'],
  ['an image with a mention', '![@octocat](x.png)', `@${Z}octocat`],
  ['an image in HTML', '<img src="https://example.com/a.png">', '&lt;img src="<https://example.com/a.png%22%3E>'],
  // Fences
  ['an open fence', `${TICKS}ts\nconst a = 1`, `${TICKS}ts\nconst a = 1\n${TICKS}`],
  ['an open fence of tildes', '~~~\nx', '~~~\nx\n~~~'],
  ['a fence closed by a shorter one', `${TICKS}\`\nx\n${TICKS}`, `${TICKS}\`\nx\n${TICKS}\n${TICKS}\``],
  ['an open fence in a quote', `> ${TICKS}\n> x`, `> ${TICKS}\n> x\n> ${TICKS}`],
  ['an open fence in a list', `- ${TICKS}\n  x`, `- ${TICKS}\n  x\n  ${TICKS}`],
  ['an empty open fence', TICKS, `${TICKS}\n${TICKS}`],
  // Others
  ['a footnote', 'a[^1]\n\n[^1]: b', 'a\\[^1]\n\n\\[^1]: b'],
  ['a definition that would change our text', '[approve]: https://evil.example/', ''],
  ['CRLF', 'a\r\nb', 'a\nb'],
  ['a bell and a turn of direction', 'a\u0007b\u202ec', 'abc'],
  ['a task list', '- [x] done', '- [x] done'],
  ['text in other scripts', 'Größe 日本語', 'Größe 日本語'],
]

describe('makeSafe', () => {
  test.each(DOCUMENTS)('%s', (_name, written, posted) => {
    expect(makeSafe(written)).toBe(posted)
    expect(makeSafe(posted)).toBe(posted)
  })

  test('there are at least 60 cases', () => expect(DOCUMENTS.length).toBeGreaterThanOrEqual(60))

  test('whatever is written: twice is as once, and no reference stands outside of code', () => {
    const bits = [
      '@octocat',
      '#1',
      'GH-2',
      '<b>',
      '<!-- ',
      '-->',
      '`',
      TICKS,
      '~~~',
      '[',
      ']',
      '(',
      ')',
      '![',
      'https://github.com/o/r/issues/1',
    ]
    const more = [
      '&#64;',
      '&#35;',
      '\\',
      '\n',
      '\n\n',
      '> ',
      '- ',
      '    ',
      '|',
      '*',
      '_',
      ' ',
      'a',
      '1',
      '[a]: https://x.example/\n',
      '[^1]',
    ]
    const text = fc.array(fc.constantFrom(...bits, ...more), { maxLength: 25 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (written) => {
        const posted = makeSafe(written)
        expect(makeSafe(posted)).toBe(posted)
        // Code, indented code in quotes and lists too.
        if (/[`~]|^[>\s\d.*-]* {4}/m.test(posted)) return
        expect(posted).not.toMatch(/@[a-z]|(?<!&)#\d|\bGH-\d|<(?!https)[a-z!/]|https:\/\/github\.com\/o\/r\/issues/)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['quotes in one line', '>'.repeat(60_000)],
    ['many quotes', '> q\n\n'.repeat(10_000)],
    ['many lists', '- a\n- b\n\n'.repeat(5000)],
    ['open brackets', '['.repeat(60_000)],
  ])('comes to an end within the time of a test over %s', (_name, written) => {
    expect(makeSafe(written).length).toBeGreaterThan(0)
  })
})

describe('inlineSafe', () => {
  test.each([
    ['a title', 'Fix the parser', 'Fix the parser'],
    ['two lines', 'a\r\n b', 'a b'],
    ['a mention', '@octocat', `@${Z}octocat`],
    ['a closing keyword', 'fixes #1', `fixes #${Z}1`],
    ['HTML', '<img src=x>', '&lt;img src=x&gt;'],
    ['our marker', '<!-- nehemvix:job 1 -->', '&lt;!-- nehemvix:job 1 --&gt;'],
    ['markup', '*a* _b_ [c](d) `e` ~f~ |', '\\*a\\* \\_b\\_ \\[c\\](d) \\`e\\` \\~f\\~ \\|'],
    ['a name with underscores', 'free_tier_requests', 'free_tier_requests'],
    ['a heading', '# a', '\\# a'],
    ['a list', '1. a', '1\\. a'],
    ['a character reference', '&#64;octocat', `&amp;#${Z}64;octocat`],
    ['a turn of direction', 'a\u202eb', 'ab'],
    ['an address', 'see https://example.com/billing.', 'see <https://example.com/billing>.'],
    ['the address of an issue', 'https://github.com/o/r/issues/1', `https:${Z}//github.com/o/r/issues/1`],
    ['an image', '![a](https://example.com/a.png)', '!\\[a\\](<https://example.com/a.png>)'],
    ['an address with a fragment', 'https://example.com/#1', `https:${Z}//example.com/#${Z}1`],
  ])('%s', (_name, written, posted) => expect(inlineSafe(written)).toBe(posted))

  test('stays one line of plain text wherever it is put', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (written) => {
        const posted = inlineSafe(written)
        expect(posted).not.toMatch(/\n|(?<!\\)[`|]|<(?!https?:\/\/)/)
      }),
    )
  })
})

describe('cutMarkdown', () => {
  const note = '\n\n*(Shortened: there is more of this than a comment can hold.)*\n'

  test('leaves what fits', () => expect(cutMarkdown('a'.repeat(1000), 1000)).toBe('a'.repeat(1000)))

  test('ends between blocks', () => {
    const cut = cutMarkdown('one two three\n\n'.repeat(200), 1000)
    expect(cut.length).toBeLessThanOrEqual(1000)
    expect(cut.replace(note, '')).toMatch(/^(one two three\n\n)+one two three$/)
  })

  test('closes a fence', () => {
    const cut = cutMarkdown(`before\n\n${TICKS}ts\n${'const a = 1\n'.repeat(200)}${TICKS}\n`, 1000)
    expect(cut.length).toBeLessThanOrEqual(1000)
    expect(cut).toMatch(/const a = 1\n```\n\n\*\(Shortened/)
  })

  test('closes details', () => {
    const cut = cutMarkdown(`<details><summary>x</summary>\n\n${'- item\n'.repeat(300)}\n</details>\n`, 1000)
    expect(cut.length).toBeLessThanOrEqual(1000)
    expect(cut).toMatch(/- item\n\n<\/details>\n\n\*\(Shortened/)
  })

  test('never opens code that was closed: one endless paragraph', () => {
    const cut = cutMarkdown(`\`${'@octocat '.repeat(300)}\``, 1000)
    expect(cut.length).toBeLessThanOrEqual(1000)
    expect(cut).not.toMatch(/@octocat/)
    expect(cut).toMatch(/@&#8203;octocat/)
  })

  test('ends a table after a row, and no character in the middle', () => {
    const cut = cutMarkdown(`| a |\n| - |\n${'| 😀😀 |\n'.repeat(300)}`, 1000)
    expect(cut.replace(note, '')).toMatch(/\| 😀😀 \|$/)
    expect(cutMarkdown('😀'.repeat(900), 1001).isWellFormed()).toBe(true)
  })
})
