import type { JsonValue } from '@caseloom/contract/kernel/json'
import { jsonFault } from './json-fault.rules.ts'
import { placeAt, tooLarge, unreadable } from './parse-fault.ts'
import { PARSE_LIMITS } from './parse-messages.ts'

export function parseJson(text: string, firstLine = 1): JsonValue {
  try {
    return JSON.parse(text) as JsonValue // what JSON.parse returns
  } catch {
    // The message of the parser quotes the content, and doesn't always say where.
    const offset = jsonFault(text) ?? 0
    const message = offset >= text.length ? 'the JSON ends too early' : 'this isn’t valid JSON'
    throw unreadable(message, placeAt(text, offset, firstLine))
  }
}

/** A value per line; empty lines say nothing. */
export function parseJsonLines(text: string): JsonValue[] {
  const values: JsonValue[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    if (values.length === PARSE_LIMITS.rows)
      throw tooLarge(`the file has more than ${PARSE_LIMITS.rows} rows`, { line: at + 1 })
    values.push(parseJson(line.replace(/\r$/, ''), at + 1))
  }
  return values
}
