import type { ObservableSightings } from '@caseloom/contract/records/observable-lookups'
import type { SightingRow } from './sightings.read.ts'

/** What was counted of one value, over the days that end now. */
export function sumSightings(
  rows: readonly Pick<SightingRow, 'day' | 'records' | 'last' | 'capped'>[],
  days: number,
): ObservableSightings {
  const counts = Array.from({ length: days }, () => 0)
  let [records, last, capped]: [number, Date | null, boolean] = [0, null, false]
  for (const row of rows) {
    records += row.records
    capped ||= row.capped
    if (last === null || row.last > last) last = row.last
    const at = row.day === null ? -1 : days - 1 - row.day
    if (at >= 0) counts[at] = (counts[at] ?? 0) + row.records
  }
  return { records, capped, days: counts, lastSeen: last?.toISOString() ?? null }
}
