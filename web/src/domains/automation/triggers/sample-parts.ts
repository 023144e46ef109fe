import type { JsonValue } from '@caseloom/contract/kernel/json'

/** Headers added by proxies, which are not part of the delivery. */
const OF_THE_WAY = /^x-(?:forwarded|real|request|amzn|envoy|b3)\b/

/** Sample from a delivery: its body and the headers conditions may use. */
export function sampleOf(received: JsonValue): { payload: JsonValue; headers: Record<string, string> } {
  if (!isObject(received)) return { payload: {}, headers: {} }
  const { body = {}, headers = {} } = received
  const shownHeaders = isObject(headers)
    ? Object.entries(headers).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' && entry[0].startsWith('x-') && !OF_THE_WAY.test(entry[0]),
      )
    : []
  return { payload: body, headers: Object.fromEntries(shownHeaders) }
}

export function readJson(text: string): { value: JsonValue } | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch {
    return undefined
  }
}

/** Parses headers; undefined unless an object with string values. Empty text means none. */
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
