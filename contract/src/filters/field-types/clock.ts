import { CLOCK_WORDS, type ClockWord } from '../../values/case-fields.ts'
import { isJsonObject, type JsonValue } from '../../kernel/json.ts'
import type { FieldCondition, FilterRules, FilterTarget } from './plain-filter.ts'

/** Conditions on what a clock is doing. */
export const clockFilter: FilterRules = {
  operators: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
  expected: `one of ${CLOCK_WORDS.join(', ')}`,
  canonical: () => null,
  conditions: (target, { op, value }, { now }) => {
    const isList = op === 'in' || op === 'notIn'
    if (isList !== Array.isArray(value)) return null
    const words = (Array.isArray(value) ? value : [value]).map(wordOf)
    const known = words.filter((word) => word !== null)
    return known.length < words.length ? null : { any: known.map((word) => doing(target, word, now)) }
  },
  holds: ({ target, op, values: [wanted = ''] }, value) => {
    const held = isJsonObject(value) ? (value[target.part ?? 'state'] ?? null) : null
    if (op === 'empty') return held === null
    return typeof held === 'string' && (op === 'eq' ? held === wanted : held <= wanted)
  },
}

function wordOf(value: JsonValue): ClockWord | null {
  return CLOCK_WORDS.find((word) => word === value) ?? null
}

/** The state of a clock as conditions on its stored value; agrees with `clockWord`. */
function doing(target: FilterTarget, word: ClockWord, now: Date): FieldCondition {
  if (word === 'idle') return { target, op: 'empty', values: [] }
  const part = (name: NonNullable<FilterTarget['part']>): FilterTarget => ({ ...target, part: name })
  const state = (name: string): FieldCondition => ({ target: part('state'), op: 'eq', values: [name] })
  const passed = (name: 'dueAt' | 'warningAt'): FieldCondition => ({
    target: part(name),
    op: 'lte',
    values: [now.toISOString()],
  })
  const breached: FieldCondition = { not: { target: part('breachedAt'), op: 'empty', values: [] } }
  const over: FieldCondition = { any: [breached, passed('dueAt')] }
  switch (word) {
    case 'overdue':
      return { all: [state('running'), over] }
    case 'warning':
      return { all: [state('running'), { not: over }, passed('warningAt')] }
    case 'running':
      return { all: [state('running'), { not: over }, { not: passed('warningAt') }] }
    case 'paused':
    case 'met':
    case 'missed':
      return state(word)
    default:
      return word satisfies never
  }
}
