import { type Draft, emptyManifest } from './manifest.ts'

type Reader = (lines: readonly string[]) => Draft

function eachLine(lines: readonly string[], read: (manifest: Draft, line: string, number: number) => void): Draft {
  const manifest = emptyManifest()
  for (const [index, line] of lines.entries()) if (index < 4000 && line.length < 500) read(manifest, line, index + 1)
  return manifest
}

export const readGoMod: Reader = (lines) =>
  eachLine(lines, (manifest, line, number) => {
    const module = /^module\s+(\S+)/.exec(line)?.[1]
    if (module !== undefined) manifest.name = { text: module, line: number }
    const go = /^go\s+(\S+)/.exec(line)?.[1]
    if (go !== undefined) manifest.requirements.push({ what: 'Go', text: go, line: number })
    const needed = /^(?:require\s+|\s+)([\w.-]+\.[\w.-]+\/\S+)\s+(v\S+)(.*)$/.exec(line)
    if (needed?.[1] !== undefined && !/indirect/.test(needed[3] ?? ''))
      manifest.dependencies.push({
        name: needed[1],
        line: number,
        requirement: needed[2] ?? null,
        isDevelopment: false,
        group: null,
      })
  })

/** setup.py and setup.cfg: keywords and keys that are written on one line, and lists below them. */
export const readSetup: Reader = (lines) => {
  let list: 'requires' | 'scripts' | null = null
  return eachLine(lines, (manifest, line, number) => {
    const pair = /^\s*(name|version|description|license|python_requires)\s*=\s*["']?([^"',()[\]]{2,200})["']?,?\s*$/.exec(line)
    if (pair?.[1] !== undefined && pair[2] !== undefined) {
      const stated = { text: pair[2].trim(), line: number }
      if (pair[1] === 'name') manifest.name ??= stated
      else if (pair[1] === 'version') manifest.version ??= stated
      else if (pair[1] === 'description') manifest.description ??= stated
      else if (pair[1] === 'license') manifest.licence ??= stated
      else manifest.requirements.push({ what: 'Python', ...stated })
    }
    if (/^\s*(?:install_requires|console_scripts)\b/.test(line)) list = line.includes('install_requires') ? 'requires' : 'scripts'
    else if (/^\s*[\w_]+\s*=[^=>]*$/.test(line) || /^\[/.test(line) || /^\s*\]/.test(line)) list = null
    for (const item of line.matchAll(/["']([^"']+)["']/g)) addSetupItem(manifest, item[1] ?? '', { list, number })
    if (list !== null && /^\s+[\w.-]+/.test(line) && !/["'=[]/.test(line.replace(/[<>=!~]=.*/, '')))
      addSetupItem(manifest, line.trim(), { list, number })
  })
}

function addSetupItem(manifest: Draft, text: string, at: { list: 'requires' | 'scripts' | null; number: number }): void {
  const needed = /^([A-Za-z][\w.-]*)\s*([<>=!~].*)?$/.exec(text)
  if (at.list === 'requires' && needed?.[1] !== undefined) {
    manifest.dependencies.push({
      name: needed[1],
      line: at.number,
      requirement: needed[2] ?? null,
      isDevelopment: false,
      group: null,
    })
  } else if (at.list === 'scripts' && text.includes('=')) {
    const [name, target] = text.split('=')
    manifest.entryPoints.push({ what: 'console script', name: name?.trim() ?? null, text: target?.trim() ?? '', line: at.number })
  }
}

export const readRequirements: Reader = (lines) =>
  eachLine(lines, (manifest, line, number) => {
    const match = /^([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*([<>=!~][^;#\s]*)?/.exec(line)
    if (match?.[1] !== undefined)
      manifest.dependencies.push({
        name: match[1],
        line: number,
        requirement: match[2] ?? null,
        isDevelopment: false,
        group: null,
      })
  })

/** pom.xml, by the first line of each element; what stands within `<dependency>` is a dependency. */
export const readPom: Reader = (lines) => {
  const open: string[] = []
  return eachLine(lines, (manifest, line, number) => {
    for (const tag of line.matchAll(/<(\/?)(dependency|plugin|parent|build|dependencyManagement|profile)>/g)) {
      if (tag[1] === '/') open.pop()
      else open.push(tag[2] ?? '')
    }
    const inside = open.join(' ')
    const element = /<(artifactId|name|description|version|maven\.compiler\.(?:release|source)|java\.version)>([^<]+)</.exec(line)
    if (element?.[1] === undefined || element[2] === undefined) return
    const stated = { text: element[2].trim(), line: number }
    if (element[1].startsWith('maven.') || element[1] === 'java.version') manifest.requirements.push({ what: 'Java', ...stated })
    else if (inside === 'dependency' && element[1] === 'artifactId')
      manifest.dependencies.push({ name: stated.text, line: number, requirement: null, ...scopeAfter(lines, number) })
    else if (inside !== '') return
    else if (element[1] === 'description') manifest.description ??= stated
    else if (element[1] === 'version') manifest.version ??= stated
    else manifest.name ??= stated
  })
}

/** The scope of a dependency stands below its name. */
function scopeAfter(lines: readonly string[], number: number): { isDevelopment: boolean; group: string | null } {
  const rest = lines.slice(number, number + 8)
  const end = rest.findIndex((line) => line.includes('</dependency>'))
  const scope = /<scope>(\w+)</.exec(rest.slice(0, Math.max(0, end)).join('\n'))?.[1] ?? null
  return { isDevelopment: scope === 'test', group: scope === 'test' ? scope : null }
}

export const readGradle: Reader = (lines) =>
  eachLine(lines, (manifest, line, number) => {
    const needed = /^\s*(\w*(?:mplementation|api|ompileOnly|untimeOnly))\b\s*\(?\s*["']([^"']+)["']/.exec(line)
    if (needed?.[2] !== undefined)
      manifest.dependencies.push({
        name: needed[2],
        line: number,
        requirement: null,
        isDevelopment: /^test/.test(needed[1] ?? ''),
        group: needed[1] ?? null,
      })
    const version = /^\s*version\s*=?\s*["']([^"']+)["']/.exec(line)?.[1]
    if (version !== undefined) manifest.version ??= { text: version, line: number }
    const java = /(?:sourceCompatibility|languageVersion|jvmTarget|jvmToolchain)\D{0,60}?(\d+(?:\.\d+)?)/.exec(line)?.[1]
    if (java !== undefined) manifest.requirements.push({ what: 'Java', text: java, line: number })
    const main = /mainClass\D{0,12}?["']([\w.]+)["']/.exec(line)?.[1]
    if (main !== undefined) manifest.entryPoints.push({ what: 'main', name: null, text: main, line: number })
  })

/** A Gemfile or a gemspec. Beside a gemspec a Gemfile only adds what work on the gem needs; else its groups tell. */
export const readGemfile: Reader = (lines) => {
  const isBesideGemspec = lines.some((line) => /^\s*gemspec\b/.test(line))
  const blocks: (string | null)[] = []
  return eachLine(lines, (manifest, line, number) => {
    const group = /^\s*group\s+(.+?)\s+do\b/.exec(line)?.[1]
    if (group !== undefined) blocks.push(/:(\w+)/.exec(group)?.[1] ?? null)
    else if (/^\s*(?:if|unless|case|begin)\b|\bdo\s*(?:\|.*\|)?\s*$/.test(line)) blocks.push(null)
    else if (/^\s*end\b/.test(line)) blocks.pop()
    const named =
      blocks.findLast((block) => block !== null) ??
      /\bgroups?:\s*\[?\s*:(\w+)/.exec(line)?.[1] ??
      (isBesideGemspec ? 'Gemfile' : null)
    const field = /\.(name|summary|description|version|license|required_ruby_version)\s*=\s*["']([^"']+)["']/.exec(line)
    if (field?.[1] !== undefined && field[2] !== undefined) {
      const stated = { text: field[2], line: number }
      if (field[1] === 'name') manifest.name ??= stated
      else if (field[1] === 'version') manifest.version ??= stated
      else if (field[1] === 'license') manifest.licence ??= stated
      else if (field[1] === 'required_ruby_version') manifest.requirements.push({ what: 'Ruby', ...stated })
      else manifest.description ??= stated
    }
    const ruby = /^\s*ruby\s+["']([^"']+)["']/.exec(line)?.[1]
    if (ruby !== undefined) manifest.requirements.push({ what: 'Ruby', text: ruby, line: number })
    const gem =
      /(?:^\s*gem|\.add_(?:runtime_|development_)?dependency)\s*\(?\s*["']([\w-]+)["'](?:\s*,\s*["']([^"']+)["'])?/.exec(line)
    if (gem?.[1] !== undefined)
      manifest.dependencies.push({
        name: gem[1],
        line: number,
        requirement: gem[2] ?? null,
        isDevelopment: /add_development_dependency/.test(line) || (named !== null && !/^(?:default|production)$/.test(named)),
        group: named,
      })
  })
}

/** Make and just: each target with the first line of its recipe that can be quoted, or with none. */
export const readTargets: Reader = (lines) => {
  const just = !lines.some((line) => line.startsWith('\t'))
  return eachLine(lines, (manifest, line, number) => {
    const target = /^@?([A-Za-z][\w.-]*)[^:=]{0,80}:(?![:=])/.exec(line)?.[1]
    if (target === undefined || /^(?:PHONY|SUFFIXES)$/.test(target)) return
    const help = /##\s*(.+)$/.exec(line)?.[1] ?? /^#+\s*(.+)$/.exec(lines[number - 2] ?? '')?.[1] ?? null
    manifest.commands.push({
      name: target,
      text: `${just ? 'just' : 'make'} ${target}`,
      line: number,
      description: help,
      isVerbatim: false,
    })
  })
}

export const readTox: Reader = (lines) => {
  let environment = 'tox'
  let inCommands = false
  return eachLine(lines, (manifest, line, number) => {
    const section = /^\[testenv:?([^\]]*)\]/.exec(line)
    if (section !== null) environment = `tox ${section[1] ?? ''}`.trim()
    const pair = /^(\w+)\s*=\s*(.*)$/.exec(line)
    if (pair !== null || section !== null) inCommands = pair?.[1] === 'commands'
    const text = pair !== null ? (pair[2] ?? '') : line.trim()
    if (inCommands && text !== '' && !text.startsWith('#') && !text.endsWith('\\'))
      manifest.commands.push({ name: environment, text, line: number, description: null, isVerbatim: true })
    if (pair?.[1] === 'envlist' || pair?.[1] === 'env_list')
      manifest.requirements.push({
        what: 'tox environments',
        text: text === '' ? (lines[number]?.trim() ?? '') : text,
        line: number,
      })
  })
}

export const readDockerfile: Reader = (lines) =>
  eachLine(lines, (manifest, line, number) => {
    const image = /^FROM\s+(?:--\S+\s+)?(\S+)/i.exec(line)?.[1]
    if (image !== undefined) manifest.requirements.push({ what: 'base image', text: image, line: number })
    const run = /^RUN\s+(.*[^\\\s])\s*$/i.exec(line)?.[1]
    if (run !== undefined)
      manifest.commands.push({ name: 'image build', text: run, line: number, description: null, isVerbatim: true })
    const start = /^(CMD|ENTRYPOINT)\s+(.+)$/i.exec(line)
    if (start?.[2] !== undefined)
      manifest.entryPoints.push({ what: 'container start', name: start[1] ?? null, text: start[2], line: number })
    const port = /^EXPOSE\s+(.+)$/i.exec(line)?.[1]
    if (port !== undefined) manifest.entryPoints.push({ what: 'port', name: null, text: port, line: number })
  })
