import type { JsonValue } from '@caseloom/contract/kernel/json'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import { jsonCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { issue } from './parsing.ts'

/** JSON deeper than this is refused: PostgreSQL and every recursive reader have a stack. */
const MAX_DEPTH = 64

export const jsonType: ServerFieldType<'json'> = {
  parse: (_field, raw) => {
    const value = cleanJson(raw)
    return value === undefined
      ? issue('too_deep', `At most ${MAX_DEPTH} levels deep, and no numbers beyond 1e308`, { max: MAX_DEPTH })
      : { value }
  },
  convert: { toText: (value) => JSON.stringify(value), fromText: (text) => jsonCell(text).raw },
}

export const jsonKinds = {
  json: {
    sqlType: 'jsonb',
    searchedForIds: true,
    toCell: (value) => JSON.stringify(value),
    fromCell: jsonCell,
  },
} satisfies Record<string, KindRules>

/** JSON as PostgreSQL can keep it: every text clean; undefined when too deep, or when a number is beyond 1e308. */
export function cleanJson(value: JsonValue, depth = MAX_DEPTH): JsonValue | undefined {
  if (typeof value === 'string') return cleanText(value)
  // JSON writes -0 as 0, and numbers beyond its range as null, which would lose them unseen.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (value === null || typeof value !== 'object') return value
  if (depth === 0) return undefined
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    for (const item of value) {
      const clean = cleanJson(item, depth - 1)
      if (clean === undefined) return undefined
      items.push(clean)
    }
    return items
  }
  const pairs: [string, JsonValue][] = []
  for (const [key, item] of Object.entries(value)) {
    const clean = cleanJson(item, depth - 1)
    if (clean === undefined) return undefined
    pairs.push([cleanText(key), clean])
  }
  return Object.fromEntries(pairs)
}
