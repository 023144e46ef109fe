import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { HttpResponse } from './transport.ts'

/** Characters of an error's body stored with the step. */
const ERROR_EXCERPT = 2000
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/
const RETRYABLE = new Set([408, 425, 429])

/** True for statuses that another attempt can fix. */
export function isWorthRetry(status: number): boolean {
  return status >= 500 || RETRYABLE.has(status)
}

/** JSON is parsed when it is JSON by its type, texts are decoded, other bytes come as base64. */
export function parsedBody({ body, headers }: HttpResponse): JsonValue {
  if (body.byteLength === 0) return null
  const type = headers['content-type']?.toLowerCase() ?? ''
  const text = decode(body, type)
  if (text === null) return { base64: Buffer.from(body).toString('base64') }
  if (!JSON_TYPE.test(type)) return text
  try {
    // JSON.parse answers JSON values only; its type says any.
    return JSON.parse(text) as JsonValue
  } catch {
    // Not JSON: the text itself is the output.
    return text
  }
}

/** True when a body says that it is JSON and is none: cut off, or made by something in between. */
export function isBroken({ body, headers }: HttpResponse, parsed: JsonValue): boolean {
  if (typeof parsed !== 'string' || !JSON_TYPE.test(headers['content-type']?.toLowerCase() ?? ''))
    return false
  // A text that is JSON begins with a quotation mark.
  return body[0] !== 0x22
}

/** The value, or only its beginning when it is long. */
export function excerpt(output: JsonValue): JsonValue {
  const text = JSON.stringify(output)
  return text.length <= ERROR_EXCERPT ? output : { excerpt: text.slice(0, ERROR_EXCERPT) }
}

function decode(body: Uint8Array, type: string): string | null {
  const charset = /;\s*charset="?([\w-]+)"?/.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body)
  } catch {
    // Not JSON: there is no field to read an error from.
    return null
  }
}
