import type { Options } from 'csv-parse'
import { MAX_ROW_CHARACTERS } from './table-shape.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

/** How every CSV file is read: what programs write in practice, not only what RFC 4180 allows. */
export function csvOptions(delimiter: string): Options {
  return {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: MAX_ROW_CHARACTERS,
  }
}

/** The most frequent delimiter in the first line of a text that isn’t empty, outside of quotes. */
export function delimiterIn(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((one) => [one, 0]))
  let quoted = false
  for (const character of text.replace(/^[\r\n]+/, '')) {
    if (character === '"') quoted = !quoted
    else if (!quoted && (character === '\n' || character === '\r')) break
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1])
  return best?.[0] ?? ','
}
