import { defineConfig } from 'vitest/config'

// `npm run chaos`: every kill point, which takes minutes. `npm test` runs a sample of the same code.
export default defineConfig({
  test: {
    include: ['test/chaos/**/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['verbose', './test/plain-summary.ts'],
  },
})
