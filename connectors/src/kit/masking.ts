import type { JsonValue } from '@caseloom/contract/kernel/json'

export const HIDDEN = '[hidden]'
const SECRET_NAME = /authorization|cookie|password|passwd|secret|token|api[-_]?key|signature|credential/i

/** True for names of headers, parameters and fields whose values are credentials. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** A copy of the object with the values of secret names hidden; one level deep. */
export function hideSecrets<Value>(values: Readonly<Record<string, Value>>): Record<string, Value | string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecretName(name) ? HIDDEN : value]),
  )
}

/** A copy of the JSON with each of the secrets hidden wherever it is in a text, keys included. */
export function hideTexts(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (secrets.length === 0) return value
  if (typeof value === 'string') return hideInText(value, secrets)
  if (Array.isArray(value)) return value.map((item) => hideTexts(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [hideInText(key, secrets), hideTexts(item, secrets)]),
  )
}

/** The text with each of the secrets hidden. */
export function hideInText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, HIDDEN), text)
}

/** Shorter texts would hide innocent parts of an answer. */
const SHORTEST_SECRET = 8

/**
 * The credentials in these headers, with and without their scheme, that are long enough to distinguish from ordinary
 * words.
 */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) =>
    isSecretName(name) ? [value, value.replace(/^\w+\s+/, '')] : [],
  )
  return [...new Set(values)]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length)
}
