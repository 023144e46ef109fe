import type { SourceEntry } from './source-entry.ts'
import { CLOUD_SOURCES } from './sources-cloud.ts'
import { ENDPOINT_SOURCES } from './sources-endpoint.ts'
import { OTHER_SOURCES } from './sources-other.ts'
import { SIEM_SOURCES } from './sources-siem.ts'

/** The products that can be chosen, in the order in which they are offered. */
export const SOURCES: readonly SourceEntry[] = [
  ...ENDPOINT_SOURCES,
  ...SIEM_SOURCES,
  ...CLOUD_SOURCES,
  ...OTHER_SOURCES,
]

/** Sources whose name or other words contain every word typed. */
export function searchSources(text: string): SourceEntry[] {
  const words = text.toLowerCase().split(/\s+/)
  return SOURCES.filter(({ name, also = '', category }) => {
    const all = `${name} ${also} ${category}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
