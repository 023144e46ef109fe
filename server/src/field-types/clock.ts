import { CLOCK_WORDS, type ClockWord } from '@caseloom/contract/case-fields'
import type { JsonValue } from '@caseloom/contract/json'
import { plainText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import type { FieldCondition, FilterTarget } from './filter-condition.ts'
import { isObject, issue } from './parsing.ts'

export const clockType: ServerFieldType<'clock'> = {
  parse: () => issue('read_only', 'A clock can’t be set; it depends on other fields'),
  indexRank: () => 2,
}

export const clockKinds = {
  clock: {
    sqlType: 'jsonb',
    sortColumn: true,
    sortType: 'text',
    index: (column, sortColumn) => `btree (${sortColumn ?? column}, id)`,
    // Lists sort by when a clock is due.
    sortText: (value) => {
      const due = isObject(value) ? (value['dueAt'] ?? null) : null
      return typeof due === 'string' ? due : null
    },
    filter: {
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
      sql: (column, { target, op, values }, parameters) => {
        const held = `(${column}->>'${target.part ?? 'state'}')`
        if (op === 'empty') return `${held} is null`
        return `${held} collate "C" ${op === 'eq' ? '=' : '<='} ${parameters.add(values[0], 'text')}`
      },
      holds: ({ target, op, values: [wanted = ''] }, value) => {
        const held = isObject(value) ? (value[target.part ?? 'state'] ?? null) : null
        if (op === 'empty') return held === null
        return typeof held === 'string' && (op === 'eq' ? held === wanted : held <= wanted)
      },
    },
    groupKey: (column) => `(${column}->>'state')`,
    // Seconds that ended clocks took: the mean time to acknowledge, to resolve.
    measure: (column) =>
      `(case when ${column}->>'stoppedAt' is not null then (${column}->>'spent')::numeric end)`,
    toCell: (value) => (isObject(value) ? plainText(value['state'] ?? '') : ''),
    fromCell: (cell) => ({ raw: cell }),
  },
} satisfies Record<string, KindRules>

function wordOf(value: JsonValue): ClockWord | null {
  return CLOCK_WORDS.find((word) => word === value) ?? null
}

/** What a clock is doing now as conditions on what is kept of it; agrees with `clockWord`. */
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
