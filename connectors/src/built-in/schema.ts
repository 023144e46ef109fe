import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

/** Short forms of JSON Schema, so that a manifest reads as what it says. */

type More = { [keyword: string]: JsonValue }

export function text(title: string, description?: string, more: More = {}): JsonObject {
  return { type: 'string', title, ...(description === undefined ? {} : { description }), ...more }
}

export function whole(title: string, description?: string, more: More = {}): JsonObject {
  return { type: 'integer', title, ...(description === undefined ? {} : { description }), ...more }
}

export function flag(title: string, description?: string, more: More = {}): JsonObject {
  return { type: 'boolean', title, ...(description === undefined ? {} : { description }), ...more }
}

export function choice(title: string, options: readonly string[], description?: string): JsonObject {
  return text(title, description, { enum: [...options] })
}

export function list(title: string, items: JsonObject, description?: string, more: More = {}): JsonObject {
  return { type: 'array', title, items, ...(description === undefined ? {} : { description }), ...more }
}

/** An object that may hold anything. */
export function anything(title: string, description?: string): JsonObject {
  return { type: 'object', title, ...(description === undefined ? {} : { description }) }
}

/** The input of an action: nothing but these properties. */
export function input(
  properties: { [name: string]: JsonObject },
  required: readonly string[] = [],
): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}

/** Part of an answer: those properties that playbooks use, others beside them. */
export function part(properties: { [name: string]: JsonValue }): JsonObject {
  return { type: 'object', properties }
}

/** Answers in short: texts, numbers, yes or no. */
export const TEXT: JsonObject = { type: 'string' }
export const NUMBER: JsonObject = { type: 'number' }
export const FLAG: JsonObject = { type: 'boolean' }
export const MAYBE: JsonObject = { type: ['string', 'null'] }

export function items(of: JsonObject): JsonObject {
  return { type: 'array', items: of }
}

/** How many items at most, for actions that read pages. */
export const LIMIT = whole('Limit', 'Maximum number of items; default 10,000', {
  minimum: 1,
  maximum: 10_000,
})

/** Where an instance of one's own is reached. */
export function address(title: string, example: string): JsonObject {
  return text(title, `For example ${example}`, { format: 'uri', pattern: '^https?://' })
}

/** Where the vendor is reached; another address is one's own gateway in between. */
export function vendor(address: string): JsonObject {
  return text('Address', 'Change only if you use your own gateway', {
    default: address,
    format: 'uri',
    pattern: '^https?://',
  })
}
