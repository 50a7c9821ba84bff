// Tells a path from all else that stands in code font, without looking at the repository.
import { isEverydayWord } from './everyday-words.ts'

const EXTENSIONS = new Set(
  `adoc asm astro bat bash bazel bzl c cc cfg cjs clj cljs cmake cmd conf cpp cs csproj css csv cts cu cxx dart diff el elm erl ex exs fish
  fs fsproj gemspec gif go gql gradle graphql groovy h hbs hcl hh hpp hrl hs htm html hxx ico in inc ini ipynb java jinja jinja2 jl jpeg jpg js
  json json5 jsonc jsx kt kts less lhs liquid lua md mdx mjs mk ml mli mm mod mts mustache nim nix nu patch php pl plist pm png po proto ps1
  psm1 pxd py pyi pyx R rb rego rkt rs rst rules sass scala scm scss sh sln snap sol spec sql sum svelte svg swift tcl tex tf tfvars toml tpl
  ts tsv tsx txt vb vim vue wasm webp xhtml xml xsd yaml yml zig zsh`.split(/\s+/),
)
const BARE_NAMES =
  /^(?:GNUmakefile|[Mm]akefile|Dockerfile|Containerfile|[Jj]ustfile|Rakefile|Gemfile|Pipfile|Procfile|Vagrantfile|Jenkinsfile|Brewfile|Caddyfile|CODEOWNERS|BUILD|WORKSPACE|(?:package-lock|composer)\.lock|(?:yarn|poetry|uv|pdm|Cargo|Gemfile|Pipfile|composer|flake|bun|mix)\.lock|bun\.lockb|py\.typed)$/
const DOT_NAMES =
  /^\.(?:git[a-z]+|mailmap|editorconfig|flake8|env(?:\.\w+)*|node-version|python-version|tool-versions|[a-z-]+(?:rc|ignore))$/
/** File endings that are spoken of, not a file: `.py`, `.test.ts`. */
const ENDING = /^\.(?:(?:test|spec|d|min|module|stories|config)\.)?[A-Za-z0-9]+$/
/** Fields named like an ending: `response.json`. Products (`Node.js`) are among the everyday words. */
const NO_FILE = /^(?:req|request|res|resp|response|self|this|cls|r|data|body|window|document|event)\.\w+$/
const NEVER_IN_PATH = /[*?<>|"{}$~^=;,\\`:]|\.\.\.|[^\P{C}\p{Cn}]/u
const WITH_SLASH_BUT_NO_PATH =
  /^(?:(?:application|audio|font|image|message|model|multipart|text|video)\/[\w.+-]+|[A-Z]{1,5}\/[A-Z]{1,5}|[A-Z]+\/\d[\d.]*|@[\w.-]+\/.*|[\w-]+\.(?:com|org|net|io|dev|in|app|ai|co)\/.*|n\/a|and\/or|input\/output|read\/write|client\/server|true\/false|yes\/no|on\/off|owner\/(?:name|repo)|[\w.-]+\/[\w./-]+@[\w.-]+|\d[\d./\s-]*)$/

/** Whether code font holds a path from the root; `..` at its start is kept, so that a path that climbs is seen and found broken. */
export function isPathLike(text: string): boolean {
  if (NEVER_IN_PATH.test(text) || !/[\p{L}\p{N}]/u.test(text) || /^[-\s]|\s$/.test(text)) return false
  const last = text.slice(text.lastIndexOf('/') + 1)
  if (hasKnownExtension(last)) return !NO_FILE.test(text) && !ENDING.test(text) && !isEverydayWord(text)
  if (/[\s']/.test(text)) return false
  if (BARE_NAMES.test(last) || DOT_NAMES.test(last)) return true
  return text.includes('/') && !text.startsWith('/') && !WITH_SLASH_BUT_NO_PATH.test(text)
}

function hasKnownExtension(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot >= 0 && EXTENSIONS.has(name.slice(dot + 1))
}
