import type { Section } from '../section.ts'

export const ARCHITECT_SECTIONS: readonly Section[] = [
  {
    id: 'context-and-goals',
    audience: 'architect',
    title: 'Context and goals',
    question: 'Who uses it, next to what does it stand, which qualities matter?',
    mustHold: 'users, neighbours, top quality goals with evidence',
  },
  {
    id: 'constraints',
    audience: 'architect',
    title: 'Constraints',
    question: 'What was given?',
    mustHold: 'platforms, versions, licence, conventions',
  },
  {
    id: 'solution-strategy',
    audience: 'architect',
    title: 'Solution strategy',
    question: 'Which few choices shape it?',
    mustHold: 'three to six decisions and what they buy',
  },
  {
    id: 'building-blocks',
    audience: 'architect',
    title: 'Building blocks',
    question: 'What are the parts, one level down?',
    mustHold: 'parts with responsibility, interface, location; a diagram',
  },
  {
    id: 'runtime-scenarios',
    audience: 'architect',
    title: 'Runtime scenarios',
    question: 'How do the parts work together?',
    mustHold: 'start-up, the main scenario, one failure; a diagram',
  },
  {
    id: 'data-and-persistence',
    audience: 'architect',
    title: 'Data and persistence',
    question: 'What is stored or sent, in which form?',
    mustHold: 'formats, schemas, compatibility',
  },
  {
    id: 'interfaces-and-integrations',
    audience: 'architect',
    title: 'Interfaces and integrations',
    question: 'What crosses the boundary?',
    mustHold: 'APIs, protocols, external services, extension interfaces',
  },
  {
    id: 'deployment-and-operations',
    audience: 'architect',
    title: 'Deployment and operations',
    question: 'How does it run and who watches it?',
    mustHold: 'packaging, environments, observability, or that there is none',
  },
  {
    id: 'cross-cutting-concepts',
    audience: 'architect',
    title: 'Cross cutting concepts',
    question: 'Which rules hold everywhere?',
    mustHold: 'security, error handling, configuration, logging, testing',
  },
  {
    id: 'risks-and-decisions',
    audience: 'architect',
    title: 'Risks and decisions',
    question: 'What is fragile, what was traded away?',
    mustHold: 'debts and risks seen in the code, decisions with their trade-off',
  },
]
