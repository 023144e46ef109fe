import { isJsonObject, type JsonObject } from '@caseloom/contract/kernel/json'
import { spend } from './budget.ts'
import { type Focus, stateOf } from './evaluation-state.ts'
import { ExpressionError } from './expression-error.ts'
import { toPlain } from './to-plain-json.ts'

/** Characters of a wrong value that a message shows. */
const SHOWN = 60

/** What a function says of a value that it can't use. */
export function fault(name: string, takes: string, value: unknown): ExpressionError {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? typeof value)
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  return new ExpressionError('expression.error', `$${name} ${takes}, not ${shown}`)
}

/** What a function says without the value, which may be secret or is known from the message. */
export function plainFault(name: string, says: string): ExpressionError {
  return new ExpressionError('expression.error', `$${name} ${says}`)
}

/** An argument that must be text; a number counts as its text. */
export function textFor(name: string, value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw fault(name, 'takes text', value)
  return value
}

/** An argument that is a list, or one value that counts as a list of itself. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

/** An argument that must be an object of JSON; what it is for says what the fault says. */
export function objectFor(focus: Focus, value: unknown): JsonObject | undefined {
  const plain = toPlain(value, stateOf(focus.environment).budget)
  return isJsonObject(plain) ? plain : undefined
}

/** Charges work over a text: one step for each `2 ** shift` characters. */
export function charged(focus: Focus, text: string, shift = 6): string {
  spend(stateOf(focus.environment).budget, text.length >> shift)
  return text
}
