/** Order statistics of latencies in milliseconds. */
export interface Latencies {
  n: number
  p50: number
  p95: number
  max: number
  perSecond: number
}

/** Summary of latencies measured over `wallMs`. Percentiles by nearest rank. */
export function summarize(latencies: readonly number[], wallMs: number): Latencies {
  const sorted = [...latencies].sort((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0)
  return {
    n: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    max: round(sorted.at(-1) ?? 0),
    perSecond: round((sorted.length * 1000) / wallMs),
  }
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}
