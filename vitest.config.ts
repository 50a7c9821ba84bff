import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/chaos/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Whole processes are started: two at once is what two cores take.
    maxWorkers: 2,
    reporters: ['default', './test/plain-summary.ts'],
  },
})
