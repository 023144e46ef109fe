import type { ContentDifference } from '@caseloom/contract/content/packages'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { ordered } from '../format/canonical.rules.ts'

const MAX_DIFFERENCES = 100

/** What an import changes in a definition, place by place; things with a key are compared by it. */
export function differencesOf(
  here: JsonObject | null,
  next: JsonObject,
): { differences: ContentDifference[]; more: boolean } {
  const found: ContentDifference[] = []
  compare('', here === null ? {} : byKey(ordered(here)), byKey(ordered(next)), found)
  return { differences: found.slice(0, MAX_DIFFERENCES), more: found.length > MAX_DIFFERENCES }
}

function compare(place: string, here: JsonValue, next: JsonValue, found: ContentDifference[]): void {
  if (found.length > MAX_DIFFERENCES) return
  if (!isJsonObject(here) || !isJsonObject(next)) {
    if (JSON.stringify(here) !== JSON.stringify(next)) found.push({ place, here, next })
    return
  }
  for (const name of new Set([...Object.keys(here), ...Object.keys(next)]))
    compare(place === '' ? name : `${place}.${name}`, here[name] ?? null, next[name] ?? null, found)
}

/** Lists whose members have keys or IDs as maps, so that one that moved is no change of all after it. */
function byKey(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const members = value.map(byKey)
    const keys = members.map((one) => (isJsonObject(one) ? (one['key'] ?? one['id']) : undefined))
    const isKeyed = keys.length > 0 && keys.every((key) => typeof key === 'string')
    if (!isKeyed || new Set(keys).size < keys.length) return members
    return Object.fromEntries(members.map((one, at) => [String(keys[at]), one]))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, byKey(part)]))
}
