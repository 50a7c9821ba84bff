// A Jupyter notebook as the text of its cells: the outputs, pictures and counters between them are no source.

/** Notebooks may be this large, most of it pictures; their cells' text has the limit of every other file. In bytes. */
export const MAX_NOTEBOOK_BYTES = 20_000_000

export function isNotebook(path: string): boolean {
  return /\.ipynb$/i.test(path)
}

/** A string of a JSON text, with the keys and positions that lead to it. */
interface Leaf {
  readonly way: readonly (string | number)[]
  readonly value: string
  /** From 0. */
  readonly line: number
}

/**
 * The cells of a notebook, each line of a cell on the line on which it stands in the file, so that `path:from-to` means the file as it lies in
 * Git; all other lines are empty. Before a cell stands `# %% [code]` or `# %% [markdown]`. Where the file is not laid out like that, as after
 * minifying, the cells follow each other. null: it is no notebook.
 */
export function readNotebook(json: string): string | null {
  if (!isNotebookJson(json)) return null
  const leaves: Leaf[] = []
  for (const leaf of leavesOf(json)) if (isCellPart(leaf.way)) leaves.push({ ...leaf, value: JSON.parse(leaf.value) as string })
  return asItLies(json, leaves) ?? oneAfterAnother(leaves)
}

function isNotebookJson(json: string): boolean {
  try {
    const read = JSON.parse(json) as { cells?: unknown; worksheets?: unknown } | null
    return Array.isArray(read?.cells) || Array.isArray(read?.worksheets)
  } catch {
    return false
  }
}

/** Format 4 has `cells`, format 3 `worksheets` of them, with `input` for `source`. */
function isCellPart(way: Leaf['way']): boolean {
  return /^(?:worksheets\.\d+\.)?cells\.\d+\.(?:cell_type|(?:source|input)(?:\.\d+)?)$/.test(way.join('.'))
}

function isHeader({ way }: Leaf): boolean {
  return way.at(-1) === 'cell_type'
}

const headerOf = ({ value }: Leaf): string => `# %% [${value}]`

function asItLies(json: string, leaves: readonly Leaf[]): string | null {
  const lines: string[] = Array.from({ length: json.split('\n').length - (json.endsWith('\n') ? 1 : 0) }, () => '')
  for (const leaf of leaves) {
    const text = isHeader(leaf) ? headerOf(leaf) : leaf.value.replace(/\n$/, '')
    if (text.includes('\n') || lines[leaf.line] !== '') return null
    lines[leaf.line] = text
  }
  return `${lines.join('\n')}\n`
}

function oneAfterAnother(leaves: readonly Leaf[]): string {
  const cells = [...Map.groupBy(leaves, ({ way }) => way.slice(0, way.lastIndexOf('cells') + 2).join('.')).values()]
  return cells
    .map((parts) => {
      const source = parts.filter((part) => !isHeader(part)).map(({ value }) => value)
      return [...parts.filter(isHeader).map(headerOf), source.join('').replace(/\n$/, '')].join('\n')
    })
    .map((cell) => `${cell}\n`)
    .join('\n')
}

/** The strings of a valid JSON text that are values, in order. */
function* leavesOf(json: string): Iterable<Leaf> {
  /** Where the reader is: an index in a list, a key in an object, null where a key comes next. */
  const way: (string | number | null)[] = []
  let line = 0
  for (let at = 0; at < json.length; at++) {
    const last = way.at(-1)
    switch (json[at]) {
      case '\n':
        line += 1
        break
      case '{':
        way.push(null)
        break
      case '[':
        way.push(0)
        break
      case '}':
      case ']':
        way.pop()
        break
      case ',':
        way[way.length - 1] = typeof last === 'number' ? last + 1 : null
        break
      case '"': {
        const end = endOfString(json, at)
        const value = json.slice(at, end + 1)
        at = end
        if (last === null) way[way.length - 1] = JSON.parse(value) as string
        else yield { way: way.filter((part) => part !== null), value, line }
      }
    }
  }
}

/** Where a string ends that begins here. By `indexOf`: a picture is a string of megabytes. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end
  }
}
