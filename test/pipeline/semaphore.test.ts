import { expect, test } from 'vitest'
import { createSemaphore } from '../../src/pipeline/semaphore.ts'

test('never more than its limit at once, in order, and every piece is run', async () => {
  const semaphore = createSemaphore(3)
  let running = 0
  let most = 0
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      semaphore.run(async () => {
        order.push(n)
        most = Math.max(most, ++running)
        await new Promise((done) => setTimeout(done, n % 4))
        running--
      }),
    ),
  )
  expect([most, running]).toEqual([3, 0])
  expect(order).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

test('a piece that fails gives its place on', async () => {
  const semaphore = createSemaphore(1)
  const results = await Promise.allSettled([
    semaphore.run(async () => {
      throw new Error('no')
    }),
    semaphore.run(async () => 'yes'),
  ])
  expect(results.map((one) => one.status)).toEqual(['rejected', 'fulfilled'])
})
