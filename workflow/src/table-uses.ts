import { MAX_TABLE_VALUE, type TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { TableTest, Workflow } from '@caseloom/contract/apps/workflow'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Values } from './form-context.ts'
import { rulesOf, testsOf } from './linked-uses.ts'

const PREFIX = 'table:'

/** The name of a table among what rules read; no field has such a key. */
export function tableName(table: string): string {
  return `${PREFIX}${table}`
}

/** Whether a name among what rules read is that of a table. */
export function isTableName(name: string): boolean {
  return name.startsWith(PREFIX)
}

/** Conditions of a workflow on reference tables, in document order. */
export function tableTests(workflow: Workflow): TableTest[] {
  return rulesOf(workflow).flatMap(({ when }) =>
    when === undefined ? [] : testsOf(when).flatMap((test) => ('table' in test ? [test] : [])),
  )
}

/** Whether values of a field can be in a table: one text, or the key of one option. */
export function canBeInTable(field: FieldInput): boolean {
  const { text, options, several } = fieldTraits(field)
  return (text || options) && !several
}

/** The text by which a value is in a table; null for one that is in none. */
export function tableValue(value: JsonValue): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  return text.trim() === '' || text.length > MAX_TABLE_VALUE ? null : text
}

/** One name for each question. */
export function questionName({ table, column = '', value }: TableQuestion): string {
  return `${table}\0${column}\0${value}`
}

/** What conditions ask about these states of records, each question once. */
export function tableQuestions(
  tests: readonly TableTest[],
  records: readonly (Values | null)[],
): TableQuestion[] {
  const found = new Map<string, TableQuestion>()
  for (const { field, table, column } of tests)
    for (const record of records) {
      const value =
        record === null || !Object.hasOwn(record, field) ? null : tableValue(record[field] ?? null)
      if (value === null) continue
      const question = { table, ...(column === undefined ? {} : { column }), value }
      found.set(questionName(question), question)
    }
  return [...found.values()]
}
