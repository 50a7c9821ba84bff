import type { Material } from './material.ts'

/** What the sources import from elsewhere, by package where a module's name tells it; each once, in their order. */
export function outsidePackages(material: Material): readonly string[] {
  const stems = material.paths.map((path) => `/${path.replace(/\.\w+$/, '')}`)
  const modules = material.sources.flatMap(({ outline }) => outline.imports).filter((module) => !LANGUAGE.test(module))
  return [...new Set(modules.filter((module) => !isOwn(material, stems, module)).map(packageOf))]
}

/** Folders that are named for the language, not for what they hold. */
const LAYOUT = /^(?:src|main|test|java|kotlin|scala|python|php|ruby)$/

/** Speaks to the compiler or the type checker alone. */
const LANGUAGE = /^(?:__future__|typing|typing_extensions|collections\.abc)$/

/** `java.util` of `java.util.Map`, `std` of `std::env`, `Psr\Http` of `Psr\Http\Message\RequestInterface`. */
function packageOf(module: string): string {
  if (module.includes('::')) return module.split('::')[0] ?? module
  if (module.includes('\\')) return module.split('\\').slice(0, 2).join('\\')
  return /^[a-z][\w.]*\.[A-Z*]/.test(module) ? module.replace(/\.[A-Z*].*$/, '') : module
}

/** An import that means a part of the repository itself. */
function isOwn(material: Material, stems: readonly string[], module: string): boolean {
  if (/^[./@~#]|^(?:crate|super|self)\b|^mod /.test(module)) return !module.startsWith('@')
  const parts = module.split(/\.|\/|::|\\/)
  const first = parts[0] ?? module
  if (module.includes(material.name)) return true
  // A class of Java or PHP lies in folders that are named like its packages.
  const tail = parts.slice(parts.length > 2 ? -2 : -1).join('/')
  if (parts.length > 1 && /[.\\]/.test(module) && /[A-Z]\w*$/.test(module) && stems.some((stem) => stem.endsWith(`/${tail}`)))
    return true
  return material.paths.some((path) =>
    path
      .split('/')
      .slice(0, 3)
      .some((part) => part.replace(/\.\w+$/, '') === first && !LAYOUT.test(part)),
  )
}
