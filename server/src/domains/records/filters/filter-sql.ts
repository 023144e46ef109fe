import { isAscii } from '@caseloom/contract/values/normalize-text'
import { targetTraits } from '@caseloom/contract/filters/field-types/filter-rules'
import type { FilterTarget, PlainCondition } from '@caseloom/contract/filters/field-types/plain-filter'
import { likeSql, patternOf } from '../../../field-types/filter-sql.ts'
import { kindRules, serverType } from '../../../field-types/registry.ts'
import { linkedSql } from './linked-sql.ts'
import type { Parameters } from '../model/parameters.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'
import type { PlainFilter } from './filter-shape.ts'

/** The condition of a checked filter. Positive parts stay plain, so that indexes serve them. */
export function filterSql(filter: PlainFilter, app: AppTable, parameters: Parameters): string {
  if ('all' in filter) return joined(filter.all, ' and ', 'true', app, parameters)
  if ('any' in filter) return joined(filter.any, ' or ', 'false', app, parameters)
  // A comparison with an empty value is unknown in SQL and false here: IS NOT TRUE makes its negation true.
  if ('not' in filter) return `(${filterSql(filter.not, app, parameters)}) is not true`
  if ('has' in filter) {
    const { where, other } = filter.has
    return linkedSql(filter.has, parameters, (inner) =>
      where === undefined ? 'true' : filterSql(where, other, inner),
    )
  }
  return conditionSql(filter, app, parameters)
}

// oxlint-disable-next-line max-params -- a private helper of the two lines above
function joined(
  parts: readonly PlainFilter[],
  by: string,
  none: string,
  app: AppTable,
  parameters: Parameters,
): string {
  if (parts.length === 0) return none
  return `(${parts.map((part) => filterSql(part, app, parameters)).join(by)})`
}

const SYSTEM: Record<string, string> = {
  created_at: 't.created_at',
  updated_at: 't.updated_at',
  created_by: "(t.created_by->>'id')",
  updated_by: "(t.updated_by->>'id')",
}

interface Operand {
  sql: string
  type: string
  field: FieldColumn | null
}

function operandOf(target: FilterTarget, app: AppTable): Operand {
  const field = app.byKey.get(target.key)
  if (field !== undefined) {
    const column = `t.${field.column}`
    return { sql: kindRules(field.kind).compared?.(column) ?? column, type: field.sqlType, field }
  }
  if (target.kind === 'tracking') return { sql: `('${app.acronym}-' || t.seq)`, type: 'text', field: null }
  const sql = SYSTEM[target.key]
  if (sql === undefined) throw new Error('A checked filter names no unknown field')
  return { sql, type: targetTraits(target.kind).instant ? 'timestamptz' : 'text', field: null }
}

const COMPARE = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function conditionSql(condition: PlainCondition, app: AppTable, parameters: Parameters): string {
  const { target, op, values } = condition
  const operand = operandOf(target, app)
  const { several, thread } = targetTraits(target.kind)
  if (thread) return noCommentsSql(operand, app, parameters)
  if (op === 'empty' && target.part === undefined) return `${operand.sql} is null`
  const ownSql = operand.field === null ? undefined : kindRules(operand.field.kind).filterSql
  if (ownSql !== undefined) return ownSql(operand.sql, condition, parameters)
  if (several) return listSql(condition, operand, parameters)
  if (target.kind === 'tracking' && (op === 'eq' || op === 'in')) return trackingSql(values, app, parameters)
  switch (op) {
    case 'empty':
      return `${operand.sql} is null`
    case 'eq':
      return equalSql(operand, values[0] ?? '', parameters)
    case 'in':
      return `${operand.sql} = any(${parameters.add(values, `${operand.type}[]`)})`
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return textSql(operand, op, values[0] ?? '', parameters)
    default:
      return `${operand.sql} ${COMPARE[op]} ${parameters.add(values[0], operand.type)}`
  }
}

/** The one question about a thread of comments: whether it is empty. */
function noCommentsSql({ field }: Operand, app: AppTable, parameters: Parameters): string {
  return `not exists (select from caseloom.comment c where c.tenant_id = ${parameters.add(app.tenantId, 'uuid')}
     and c.record_id = t.id and c.field_id = ${parameters.add(field?.definition.id, 'uuid')} and c.deleted_at is null)`
}

/** A unique text is indexed by its digest, another one by the key that it sorts by. */
function equalSql({ sql, type, field }: Operand, value: string, parameters: Parameters): string {
  const parameter = parameters.add(value, type)
  const plain = `${sql} = ${parameter}`
  if (field === null || field.sortColumn === null || !isComparedAsWritten(field)) return plain
  if (field.unique) return `(caseloom.text_digest(${sql}) = caseloom.text_digest(${parameter}) and ${plain})`
  return `(t.${field.sortColumn} = ${parameters.add(field.sortKey(value), 'text')} and ${plain})`
}

function listSql({ op, values }: PlainCondition, { sql, type }: Operand, parameters: Parameters): string {
  const parameter = parameters.add(values, type)
  if (op === 'in') return `${sql} && ${parameter}`
  return op === 'contains' ? `${sql} @> ${parameter}` : `(${sql} @> ${parameter} and ${sql} <@ ${parameter})`
}

/** Tracking ids become numbers, which are indexed; an id of another app matches nothing. */
function trackingSql(values: readonly string[], app: AppTable, parameters: Parameters): string {
  const numbers = values.flatMap((value) => {
    const match = /^([A-Z]{2,6})-([1-9]\d{0,15})$/.exec(value.toUpperCase())
    return match?.[1] === app.acronym && match[2] !== undefined ? [match[2]] : []
  })
  return `t.seq = any(${parameters.add(numbers, 'bigint[]')})`
}

/** A folded key is complete below these sizes in bytes; longer texts are cut before they are folded. */
const WHOLE_KEY = 100
const WHOLE_TEXT = 200

/**
 * Lowering a text by ICU takes seconds for a million records. The folded key, which is compared by bytes, first rules
 * out all that cannot match: what a lowered text has of ASCII, its key has as well.
 */
function textSql(
  operand: Operand,
  op: 'contains' | 'startsWith' | 'endsWith',
  value: string,
  parameters: Parameters,
): string {
  const { sql, field } = operand
  const exact = likeSql(sql, op, value, parameters)
  const folded = field !== null && field.sortColumn !== null && isComparedAsWritten(field)
  if (!folded || !isAscii(value) || field.sortKey(value) !== value.toLowerCase() || sortsOtherwise(field))
    return exact
  const key = `t.${field.sortColumn}`
  const like = `${key} like ${parameters.add(patternOf(op, value), 'text')}`
  if (op === 'startsWith') return `(${like} and ${exact})`
  // Of an equality the planner expects few rows, of a comparison every third.
  const full = (text: string, bytes: number) => `least(octet_length(${text}), ${bytes}) = ${bytes}`
  const may = `(${like} or ${full(key, WHOLE_KEY)} or ${full(sql, WHOLE_TEXT + 1)})`
  // The planner puts what it takes for cheaper first, and lowering counts as one call: in a CASE it comes second.
  return `(${may} and case when ${may} then ${exact} else false end)`
}

/** False for what is compared by what is read of it. */
function isComparedAsWritten({ kind }: FieldColumn): boolean {
  return kindRules(kind).compared === undefined
}

function sortsOtherwise({ definition }: FieldColumn): boolean {
  return serverType(definition).sortsOtherwise?.(definition) === true
}
