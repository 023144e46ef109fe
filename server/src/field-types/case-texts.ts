import type { JsonValue } from '@caseloom/contract/kernel/json'

/** The texts of observables and tasks that search covers: values and titles in full, and their notes. */
export function caseTexts(value: JsonValue): string[] {
  const items = Array.isArray(value) ? value : []
  return items.flatMap((item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
    return [item['value'], item['title'], item['note']].filter((text) => typeof text === 'string')
  })
}
