// The door to everything that makes text of others fit for GitHub.
export { cutMarkdown } from './cut-markdown.ts'
export { inlineSafe } from './inline-safe.ts'
export { makeSafe } from './make-safe.ts'
