import type { JsonValue } from '@caseloom/contract/json'

/** Headers that a sender's way to us adds; they say nothing of the delivery. */
const OF_THE_WAY = /^x-(?:forwarded|real|request|amzn|envoy|b3)\b/

/** What a delivery brought, as a start for a sample: its body, and those of its headers that conditions ask for. */
export function sampleOf(received: JsonValue): { payload: JsonValue; headers: Record<string, string> } {
  if (!isObject(received)) return { payload: {}, headers: {} }
  const { body = {}, headers = {} } = received
  const kept = isObject(headers)
    ? Object.entries(headers).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' && entry[0].startsWith('x-') && !OF_THE_WAY.test(entry[0]),
      )
    : []
  return { payload: body, headers: Object.fromEntries(kept) }
}

/** JSON that was typed; undefined when it is none. */
export function readJson(text: string): { value: JsonValue } | undefined {
  try {
    // What a parser of JSON gives is JSON.
    return { value: JSON.parse(text) as JsonValue }
  } catch {
    return undefined
  }
}

/** Headers that were typed; undefined when they are no object of texts. Nothing typed is none. */
export function readHeaders(text: string): Record<string, string> | undefined {
  if (text.trim() === '') return {}
  const read = readJson(text)
  if (read === undefined || !isObject(read.value)) return undefined
  const entries = Object.entries(read.value)
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined
  return Object.fromEntries(entries)
}

function isObject(value: JsonValue): value is { [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
