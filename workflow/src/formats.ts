import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Filter } from '@caseloom/contract/values/filter'
import type { FormatRule } from '@caseloom/contract/apps/layout'
import { formFieldsOf } from './compile.ts'
import type { FormContext, Values } from './form-context.ts'
import { whenOf } from './from-fields.ts'
import { readsOf } from './test-reads.ts'
import { compileTest, holds, type Test } from './tests.ts'

/** The marks of a record in a list: of its whole row, and of single columns, which come before that of the row. */
export interface RecordMarks {
  row: FormatRule | null
  columns: ReadonlyMap<string, FormatRule>
}

export type MarkRecord = (record: Values) => RecordMarks

/** The viewer of the list and the time: conditions may refer to both. */
export interface MarkMoment {
  userId: string
  now: string
  zone: string | undefined
}

/** Conditions read once, for many records. */
export function compileFormats(
  rules: readonly FormatRule[],
  fields: readonly FieldInput[],
  moment: MarkMoment,
): MarkRecord {
  const form = formFieldsOf(fields, undefined)
  const compiled = rules.map((rule) => ({ rule, test: compileTest(whenOf(rule.when), form) }))
  return (record) => marksOf(compiled, contextOf(record, moment))
}

/** The fields that a condition reads, by key. */
export function filterReads(filter: Filter, fields: readonly FieldInput[]): string[] {
  return [...readsOf(compileTest(whenOf(filter), formFieldsOf(fields, undefined)))]
}

function marksOf(compiled: readonly { rule: FormatRule; test: Test }[], context: FormContext): RecordMarks {
  const columns = new Map<string, FormatRule>()
  let row: FormatRule | null = null
  const state = {
    context,
    value: (key: string) => context.record[key] ?? null,
    zone: undefined,
    expression: () => ({ value: null }),
    lookup: () => null,
    spend: () => undefined,
  }
  for (const { rule, test } of compiled) {
    if (!holds(test, state)) continue
    if (rule.columns === undefined) row ??= rule
    for (const column of rule.columns ?? []) if (!columns.has(column)) columns.set(column, rule)
  }
  return { row, columns }
}

function contextOf(record: Values, { userId, now, zone }: MarkMoment): FormContext {
  return {
    occasion: 'open',
    record,
    before: record,
    actor: { kind: 'user', id: userId, groups: [], roles: [], readable: () => true },
    now,
    linked: () => null,
    zone,
  }
}
