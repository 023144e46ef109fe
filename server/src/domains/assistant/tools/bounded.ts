import type { JsonValue } from '@caseloom/contract/kernel/json'

/** So much of an answer goes to a model or to an outside assistant. */
const MAX_BYTES = 20_000
const LONGEST_TEXT = 6_000

/** The value, cut where it is too much to hand over; what is cut says so by an ellipsis or is not there. */
export function bounded(value: JsonValue): { value: JsonValue; cut: boolean } {
  const budget = { left: MAX_BYTES, cut: false }
  return { value: taken(value, budget), cut: budget.cut }
}

interface Budget {
  left: number
  cut: boolean
}

function taken(value: JsonValue, budget: Budget): JsonValue {
  if (typeof value === 'string') return text(value, budget)
  if (typeof value !== 'object' || value === null) {
    budget.left -= String(value).length + 1
    return value
  }
  budget.left -= 2
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    for (const item of value) {
      if (isSpent(budget)) break
      items.push(taken(item, budget))
    }
    return items
  }
  const entries: [string, JsonValue][] = []
  for (const [key, item] of Object.entries(value)) {
    if (isSpent(budget)) break
    budget.left -= Buffer.byteLength(key) + 4
    entries.push([key, taken(item, budget)])
  }
  return Object.fromEntries(entries)
}

function isSpent(budget: Budget): boolean {
  if (budget.left > 100) return false
  budget.cut = true
  return true
}

function text(value: string, budget: Budget): string {
  const room = Math.max(0, Math.min(LONGEST_TEXT, budget.left))
  // Escapes and letters of several bytes count as they are sent.
  const size = Buffer.byteLength(JSON.stringify(value))
  const fits = size <= room + 2
  const shortened = fits
    ? value
    : `${value.slice(0, Math.floor((value.length * room) / size)).toWellFormed()}…`
  if (!fits) budget.cut = true
  budget.left -= fits ? size : Buffer.byteLength(JSON.stringify(shortened))
  return shortened
}
