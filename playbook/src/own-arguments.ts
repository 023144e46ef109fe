import { ExpressionError } from './expression-error.ts'

/** Characters of a wrong value that a message shows. */
const SHOWN = 60

/** What a function says of a value that it can't use. */
export function fault(name: string, takes: string, value: unknown): ExpressionError {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? typeof value)
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  return new ExpressionError('expression.error', `$${name} ${takes}, not ${shown}`)
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
