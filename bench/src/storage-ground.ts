import type { OwnerQuery } from '@caseloom/testkit/product-doors'

/** What each of the storage measurements works on. */
export interface Ground {
  query: OwnerQuery
  rows: number
  /** Median of some runs of a statement, in milliseconds; the first run warms the cache. */
  time(text: string, values?: (run: number) => readonly unknown[]): Promise<number>
  /** Size of a table with its indexes, in bytes per record. */
  bytes(table: string): Promise<number>
}

/** Prints one line of a table. */
export function say(name: string, figures: Record<string, number | string>): void {
  const parts = Object.entries(figures).map(([what, figure]) => `${what} ${figure}`)
  process.stdout.write(`  ${name.padEnd(44)} ${parts.join(' · ')}\n`)
}
