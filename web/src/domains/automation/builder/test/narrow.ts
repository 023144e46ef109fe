import type { JsonValue } from '@caseloom/contract/kernel/json'
import { isObject } from '../model/places.ts'

interface Change {
  /** Names down to what differs, joined by dots; empty for the whole value. */
  at: string
  before: JsonValue
  draft: JsonValue
}

/** The one member in which two values differ, however deep; the values themselves where they differ in several. */
export function narrow(before: JsonValue, draft: JsonValue): Change {
  if (!isObject(before) || !isObject(draft)) return { at: '', before, draft }
  const names = [...new Set([...Object.keys(before), ...Object.keys(draft)])]
  const [name, ...more] = names.filter((one) => JSON.stringify(before[one]) !== JSON.stringify(draft[one]))
  if (name === undefined || more.length > 0) return { at: '', before, draft }
  const inner = narrow(before[name] ?? null, draft[name] ?? null)
  return { ...inner, at: inner.at === '' ? name : `${name}.${inner.at}` }
}
