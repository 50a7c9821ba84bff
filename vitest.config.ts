import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/chaos/**', 'test/faults/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many wait for a process, a pause or a clock: three at once keep two cores busy.
    maxWorkers: 3,
    reporters: ['default', './test/plain-summary.ts'],
  },
})
