import type { Section } from '../section.ts'

export const BEGINNER_SECTIONS: readonly Section[] = [
  {
    id: 'what-it-is',
    audience: 'beginner',
    title: 'What it is',
    question: 'What is this, and when would I want it?',
    mustHold: "the project's own words for itself, a real example of use from README or tests",
  },
  {
    id: 'before-you-start',
    audience: 'beginner',
    title: 'Before you start',
    question: 'What do I need on my machine?',
    mustHold: 'versions and tools the repository really asks for, with the file that says so',
  },
  {
    id: 'first-run',
    audience: 'beginner',
    title: 'First run',
    question: 'What do I type first, and what should I see?',
    mustHold: 'commands that stand in the repository; what success looks like',
  },
  {
    id: 'lay-of-the-land',
    audience: 'beginner',
    title: 'Lay of the land',
    question: 'What is in which folder, and what do I read first?',
    mustHold: 'every top-level folder that holds code; a reading order of 5 to 10 files',
  },
  {
    id: 'key-ideas',
    audience: 'beginner',
    title: 'Key ideas',
    question: 'Which words must I know?',
    mustHold: 'each term with the place in the code where it lives',
  },
  {
    id: 'follow-one',
    audience: 'beginner',
    title: 'Follow one use',
    question: 'What happens when I use it once?',
    mustHold: 'one real call or request followed step by step, each step cited',
  },
  {
    id: 'first-change',
    audience: 'beginner',
    title: 'First change',
    question: 'How do I make and test a small change?',
    mustHold: "where to edit, how to run the tests, what the project's rules ask",
  },
]
