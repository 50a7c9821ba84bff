// As small as a repository can be that still takes several calls: a few files in two folders.

const MODULES = ['depot', 'route', 'label', 'lane', 'scale', 'driver', 'crate', 'queue'] as const

export function tinyFiles(): Record<string, string> {
  return {
    'README.md': '# parcels\n\nSorts parcels by depot and route.\n\n    python -m parcels sort FILE\n',
    ...Object.fromEntries(
      MODULES.map((name, index) => [`${index < 4 ? 'parcels' : 'parcels/fleet'}/${name}.py`, moduleText(name)]),
    ),
  }
}

function moduleText(name: string): string {
  const verbs = ['open', 'check', 'move', 'weigh']
  const functions = verbs.map(
    (verb) =>
      `def ${verb}_${name}(parcel: str, limit: int = ${verb.length * 8}) -> str:\n` +
      `    """The ${verb} step for one ${name}: refuses a parcel whose name is longer than the limit."""\n` +
      `    if len(parcel) > limit:\n        raise ValueError("${name}: the name is too long to ${verb}")\n` +
      `    return parcel.strip() or "${name}"\n`,
  )
  return `"""Everything about a ${name}."""\n\n\n${functions.join('\n\n')}`
}
