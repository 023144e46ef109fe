import type { FormulaResult } from '@caseloom/contract/values/computed-fields'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** The value to keep, and why it is empty when that is a fault. */
export interface Said {
  value: JsonValue
  fault?: string
}
type Read = (raw: JsonValue) => { value: JsonValue; issues?: never } | { value?: never; issues: Issue[] }

/** What an expression gave, as the formula's result; nothing is empty, and what does not fit is a fault. */
export function formulaResult(result: FormulaResult, given: JsonValue | undefined, read: Read): Said {
  if (given === undefined || given === null || given === '') return { value: null }
  const raw = fitted(result, given)
  if (raw === undefined)
    return { value: null, fault: `The formula returns ${nameOf(given)}; expected ${WANTED[result]}` }
  const reading = read(raw)
  if (reading.issues === undefined) return { value: reading.value }
  return {
    value: null,
    fault: `The formula returns ${nameOf(given)}: ${reading.issues[0]?.message ?? 'not a value'}`,
  }
}

const WANTED: Record<FormulaResult, string> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date and time',
  duration: 'a duration',
}

/** JSONata blurs texts and numbers, and knows moments as texts and as milliseconds. */
function fitted(result: FormulaResult, given: JsonValue): JsonValue | undefined {
  switch (result) {
    case 'text':
      return textOf(given)
    case 'number':
      return typeof given === 'number' || typeof given === 'string' ? given : undefined
    case 'boolean':
      return typeof given === 'boolean' ? given : undefined
    case 'date': {
      if (typeof given === 'number') return instantOf(given)?.slice(0, 10)
      return typeof given === 'string'
        ? given.slice(0, /^\d{4}-\d{2}-\d{2}T/.test(given) ? 10 : undefined)
        : undefined
    }
    case 'datetime':
      if (typeof given === 'number') return instantOf(given)
      if (typeof given !== 'string') return undefined
      return /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00:00Z` : given
    case 'duration':
      if (typeof given === 'number') return Math.round(given)
      return typeof given === 'string' ? given : undefined
    default:
      return result satisfies never
  }
}

function textOf(given: JsonValue): string | undefined {
  if (Array.isArray(given)) {
    const parts = given.map((item) => (Array.isArray(item) ? undefined : textOf(item)))
    return parts.every((part) => part !== undefined) ? parts.join(', ') : undefined
  }
  if (typeof given === 'string') return given
  return typeof given === 'number' || typeof given === 'boolean' ? String(given) : undefined
}

function instantOf(millis: number): string | undefined {
  const date = new Date(millis)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function nameOf(given: JsonValue): string {
  if (Array.isArray(given)) return 'a list'
  if (given === null) return 'nothing'
  if (typeof given === 'object') return 'an object'
  const text = String(given)
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`
}
