import { defineConfig } from 'vitest/config'

// `npm run chaos`: every kill point, 10,000 random steps, and the rarer faults of GitHub, which takes minutes. `npm test` runs a sample of
// the same code.
export default defineConfig({
  test: {
    include: ['test/chaos/**/*.test.ts', 'test/faults/**/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['verbose', './test/plain-summary.ts'],
  },
})
