import type { Section } from '../section.ts'

export const SENIOR_SECTIONS: readonly Section[] = [
  {
    id: 'purpose-and-scope',
    audience: 'senior',
    title: 'Purpose and scope',
    question: 'What does it promise, what not?',
    mustHold: 'public promises and limits, with sources',
  },
  {
    id: 'architecture',
    audience: 'senior',
    title: 'Architecture',
    question: 'How is it cut, who depends on whom?',
    mustHold: 'modules, the direction of imports, a diagram',
  },
  {
    id: 'entry-points-and-api',
    audience: 'senior',
    title: 'Entry points and API',
    question: 'Where do calls come in?',
    mustHold: 'the public surface: exports, commands, endpoints, with signatures',
  },
  {
    id: 'data-and-state',
    audience: 'senior',
    title: 'Data and state',
    question: 'Which types and stores carry the work, and what always holds?',
    mustHold: 'central types, state, invariants the code enforces',
  },
  {
    id: 'control-flow',
    audience: 'senior',
    title: 'Control flow',
    question: 'How do the main flows run?',
    mustHold: 'two to four flows, a sequence diagram for one',
  },
  {
    id: 'errors-and-edges',
    audience: 'senior',
    title: 'Errors and edges',
    question: 'How does it fail, and what is handled?',
    mustHold: 'error types, retries, limits, concurrency',
  },
  {
    id: 'build-test-release',
    audience: 'senior',
    title: 'Build test release',
    question: 'How is it built, tested, shipped?',
    mustHold: 'tool chain, test layout, CI, release steps',
  },
  {
    id: 'configuration-and-dependencies',
    audience: 'senior',
    title: 'Configuration and dependencies',
    question: 'What can be set, what does it lean on?',
    mustHold: 'every option found, direct dependencies and what each is for',
  },
  {
    id: 'extending',
    audience: 'senior',
    title: 'Extending',
    question: 'Where do I change what?',
    mustHold: 'extension points and conventions, one worked place',
  },
]
