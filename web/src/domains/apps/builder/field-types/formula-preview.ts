import type { FormulaResult } from '@caseloom/contract/values/computed-fields'
import { canonicalDecimal } from '@caseloom/contract/values/decimal'
import { readDuration } from '@caseloom/contract/values/duration'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { evaluateFormula, readFormula, recordBudget } from '@caseloom/playbook/formula'
import { formulaResult, type Said } from '@caseloom/playbook/formula-result'

interface Preview extends Said {
  reads: { key: string; value: JsonValue }[]
}

interface Formula {
  expression: string
  result: FormulaResult
}

/** The formula's result for a record, as the server computes it; null while it can't be parsed. */
export async function previewFormula(
  { expression, result }: Formula,
  isField: (key: string) => boolean,
  record: RecordView,
): Promise<Preview | null> {
  const { reads } = readFormula(expression, isField)
  if (reads === undefined) return null
  const facts = reads.map((key) => ({ key, value: factOf(record, key) }))
  const given = Object.fromEntries(facts.map(({ key, value }) => [key, value]))
  const outcome = await evaluateFormula(expression, given, recordBudget())
  const said =
    outcome.fault === undefined
      ? formulaResult(result, outcome.value, (raw) => readAs(result, raw))
      : { value: null, fault: outcome.fault }
  return { ...said, reads: facts }
}

function factOf(record: RecordView, key: string): JsonValue {
  switch (key) {
    case 'created_at':
      return record.createdAt
    case 'updated_at':
      return record.updatedAt
    case 'created_by':
      return { id: record.createdBy.id, name: record.createdBy.name }
    case 'updated_by':
      return { id: record.updatedBy.id, name: record.updatedBy.name }
    default:
      return record.fields[key] ?? null
  }
}

type Reading = ReturnType<Parameters<typeof formulaResult>[2]>

/** The value in its stored form. */
function readAs(result: FormulaResult, raw: JsonValue): Reading {
  const value = valueAs(result, raw)
  return value === null
    ? { issues: [{ path: [], code: 'invalid_type', message: WANTED[result] }] }
    : { value }
}

const WANTED: Record<FormulaResult, string> = {
  text: 'Expected a text',
  number: 'Expected a number',
  boolean: 'Expected true or false',
  date: 'Expected a date such as 2026-11-21',
  datetime: 'Expected an instant such as 2026-11-21T03:02:15Z',
  duration: 'Expected seconds, or a duration such as PT2H30M',
}

function valueAs(result: FormulaResult, raw: JsonValue): JsonValue {
  const text = typeof raw === 'string' || typeof raw === 'number' ? raw : null
  switch (result) {
    case 'number':
      return text === null ? null : canonicalDecimal(text)
    case 'duration':
      return typeof raw === 'number' ? raw : typeof raw === 'string' ? readDuration(raw) : null
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(String(raw)) && !Number.isNaN(Date.parse(String(raw))) ? raw : null
    case 'datetime':
      return Number.isNaN(Date.parse(String(raw))) ? null : new Date(String(raw)).toISOString()
    case 'text':
    case 'boolean':
      return raw
    default:
      return result satisfies never
  }
}
