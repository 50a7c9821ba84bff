// Micro-dollars and the dollars people write.

/** USD to whole micro-dollars, rounded down: a cap is never more than what was typed. */
export function microUsdFrom(usd: number): number {
  return Math.floor(Number((usd * 1e6).toFixed(3)))
}

export const usdFrom = (microUsd: number): number => microUsd / 1e6

/** `$0.0123`: cents where they tell enough, else as many places as a micro-dollar needs. */
export function printUsd(microUsd: number): string {
  if (microUsd === 0) return '$0'
  const usd = microUsd / 1e6
  if (usd >= 1) return `$${usd.toFixed(2)}`
  return `$${usd >= 0.01 ? usd.toFixed(4) : usd.toFixed(6)}`
}
