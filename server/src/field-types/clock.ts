import { isJsonObject } from '@caseloom/contract/kernel/json'
import { plainText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { issue } from './parsing.ts'

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
      const due = isJsonObject(value) ? (value['dueAt'] ?? null) : null
      return typeof due === 'string' ? due : null
    },
    filterSql: (column, { target, op, values }, parameters) => {
      const held = `(${column}->>'${target.part ?? 'state'}')`
      if (op === 'empty') return `${held} is null`
      return `${held} collate "C" ${op === 'eq' ? '=' : '<='} ${parameters.add(values[0], 'text')}`
    },
    groupKey: (column) => `(${column}->>'state')`,
    // Seconds that ended clocks took: the mean time to acknowledge, to resolve.
    measure: (column) =>
      `(case when ${column}->>'stoppedAt' is not null then (${column}->>'spent')::numeric end)`,
    toCell: (value) => (isJsonObject(value) ? plainText(value['state'] ?? '') : ''),
    fromCell: (cell) => ({ raw: cell }),
  },
} satisfies Record<string, KindRules>
