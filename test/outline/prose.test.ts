import { describe, expect, it } from 'vitest'
import { cutAtSentence, firstSaid, plainText, sentencesOf } from '../../src/outline/plain-text.ts'
import { readProse } from '../../src/outline/prose.ts'

describe('plainText', () => {
  it.each([
    ['a [link](http://x) and ![image](y) and [![badge](a)](b)', 'a link and and'],
    ['see :class:`~pkg.mod.Signer`, :meth:`sign` and :doc:`/concepts`', 'see Signer, sign and concepts'],
    ['``code`` and `name` and **bold** and *soft*', 'code and name and bold and soft'],
    ['`text <https://x>`__ here', 'text here'],
    ['<b>no</b> <script>tags</script> &mdash; left', 'no tags — left'],
    ['Handler is a [slog.Handler] for [Level]s', 'Handler is a slog.Handler for Levels'],
    ['> [!NOTE]\n> quoted\n> twice', '[!NOTE] quoted twice'],
    ['see [it]\n\n[it]: https://x.org', 'see [it]'],
    ['[ ] a box and [x] none', 'a box and [x] none'],
    ['ends here\\\nand goes on', 'ends here and goes on'],
    ['{@code T} of {@link #write(A, B)} and {@literal <}', 'T of write(A, B) and <'],
    [
      'the [Rack Specification] and [std::error::Error], but args[Name]',
      'the Rack Specification and std::error::Error, but args[Name]',
    ],
    ['all calls of `.cast::<U>()` on `Vec<T>`, not <b>tags</b>', 'all calls of .cast::<U>() on Vec<T>, not tags'],
    ['calls +to_ary+ and a + b', 'calls to_ary and a + b'],
    ['`__init__` stays, and snake_case too', '__init__ stays, and snake_case too'],
  ])('%s', (marked, plain) => {
    expect(plainText(marked)).toBe(plain)
  })
})

describe('cutting', () => {
  it('cuts at the end of a sentence, not after e.g.', () => {
    expect(sentencesOf('It works, e.g. Here. Then this.')).toEqual(['It works, e.g. Here.', 'Then this.'])
    expect(sentencesOf('As in Fig. 3 of v. 2, vs. Others. See No. 5. He said no. Then he left.')).toEqual([
      'As in Fig. 3 of v. 2, vs. Others.',
      'See No. 5.',
      'He said no.',
      'Then he left.',
    ])
    expect(cutAtSentence('A sentence that goes on and on (without any end, as some do) for ever', 40)).toBe(
      'A sentence that goes on and on …',
    )
    expect(cutAtSentence('One two. Three four five. Six.', 20)).toBe('One two.')
    expect(cutAtSentence('A sentence without any end that goes on and on', 20)).toBe('A sentence without …')
  })

  it('passes over code and headings of a docstring', () => {
    expect(firstSaid('# Example\n\n```\nlet x = 1\n```\n\nWraps the error value.')).toBe('Wraps the error value.')
    expect(firstSaid('```\nx')).toBe('')
    expect(firstSaid('non-Javadoc:\n\nWrites one value.')).toBe('Writes one value.')
    expect(firstSaid('if (parser == NULL) -> RAW\n\n}')).toBe('')
  })
})

describe('readProse', () => {
  it('tells paragraphs, items and code of Markdown, with their lines', () => {
    const lines = [
      '# T',
      '',
      'First line',
      'second line.',
      '- an item',
      '  goes on',
      '- another',
      '',
      '```py',
      'x = 1',
      '```',
      '| a | b |',
    ]
    const prose = readProse(lines, 'Markdown')
    expect(prose.paragraphs).toEqual([
      { text: 'First line second line.', firstLine: 3, lastLine: 4, isItem: false },
      { text: 'an item goes on', firstLine: 5, lastLine: 6, isItem: true },
      { text: 'another', firstLine: 7, lastLine: 7, isItem: true },
    ])
    expect(prose.codeBlocks).toEqual([{ language: 'py', lines: ['x = 1'], firstLine: 10, lastLine: 10 }])
  })

  it('reads directives and literal blocks of reStructuredText', () => {
    const lines = [
      'Title',
      '=====',
      '',
      'Install it::',
      '',
      '    pip install x',
      '',
      '.. code-block:: python',
      '',
      '    import x',
      '',
      '.. note::',
      '    hidden',
      '',
      ':class:`A` begins a line.',
    ]
    const prose = readProse(lines, 'reStructuredText')
    expect(prose.codeBlocks.map(({ language, lines: code, firstLine }) => [language, code, firstLine])).toEqual([
      ['', ['pip install x'], 6],
      ['python', ['import x'], 10],
    ])
    expect(prose.paragraphs.map(({ text }) => text)).toEqual(['Install it:', 'A begins a line.'])
  })

  it('ends where a fence never does', () => {
    expect(readProse(['```', 'x', 'y'], 'Markdown').codeBlocks).toHaveLength(1)
  })
})
