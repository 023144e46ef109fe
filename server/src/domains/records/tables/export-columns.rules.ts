import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { SYSTEM_FIELDS, type SystemField } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { fail } from '../../../platform/errors.ts'
import type { AppTable, FieldShape } from '../model/record-shape.ts'
import { type PeopleCaller, withWords } from './people-names.rules.ts'
import { cellOf } from './text-form.rules.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

/** One column of an export, or of other rows. */
export interface ExportColumn<Row = RecordView> {
  key: string
  label: string
  /** Null for what every record has. */
  field: FieldShape | null
  valueOf(row: Row): JsonValue
  /** The text of its cell. */
  textOf(row: Row): string
}

const SYSTEM: Record<SystemField, { label: string; valueOf(record: RecordView): JsonValue }> = {
  tracking_id: { label: 'Tracking ID', valueOf: (record) => record.trackingId },
  created_at: { label: 'Created', valueOf: (record) => record.createdAt },
  updated_at: { label: 'Updated', valueOf: (record) => record.updatedAt },
  created_by: { label: 'Created by', valueOf: (record) => record.createdBy.name },
  updated_by: { label: 'Updated by', valueOf: (record) => record.updatedBy.name },
}

/** Threads are no values, and placed facts are there under their own names. */
const ELSEWHERE: ReadonlySet<string> = new Set(['comments', 'system'])

/**
 * The columns that were asked for, or all that the actor may read.
 * @throws field.unknown
 */
export function exportColumns(
  app: AppTable,
  actor: Actor,
  asked: readonly string[] | undefined,
  called?: PeopleCaller,
): ExportColumn[] {
  const fieldColumn = (field: FieldShape) => columnOf(field, called)
  // References have no column of their own, and are not among the fields that have one.
  const readable = [...app.byKey.values()].filter(
    (field) => !ELSEWHERE.has(field.kind) && mayReadField(actor, field),
  )
  if (asked === undefined)
    return [
      systemColumn('tracking_id'),
      ...readable.map(fieldColumn),
      ...SYSTEM_FIELDS.filter((key) => key !== 'tracking_id').map(systemColumn),
    ]
  return [...new Set(asked)].map((key, at) => {
    const field = readable.find((one) => one.key === key)
    if (field !== undefined) return fieldColumn(field)
    const system = SYSTEM_FIELDS.find((one) => one === key)
    if (system !== undefined) return systemColumn(system)
    const issue = { path: ['body', 'columns', at], code: 'unknown_field', message: 'Unknown field' }
    throw fail('field.unknown', { issues: [issue] })
  })
}

function systemColumn(key: SystemField): ExportColumn {
  const { label, valueOf } = SYSTEM[key]
  return { key, label, field: null, valueOf, textOf: (record) => String(valueOf(record)) }
}

function columnOf(field: FieldShape, called: PeopleCaller | undefined): ExportColumn {
  const read = (record: RecordView) => record.fields[field.key] ?? null
  return {
    key: field.key,
    label: field.definition.label,
    field,
    valueOf: (record) => portable(field, read(record)),
    textOf: (record) => cellOf(field, inWords(field, read(record), called)),
  }
}

/** People and groups as a reader of the file knows them. */
function inWords({ kind }: FieldShape, value: JsonValue, called: PeopleCaller | undefined): JsonValue {
  if (called === undefined) return value
  const { groups, users } = kindTraits(kind)
  if (users) return withWords(called.user, value)
  return groups ? withWords(called.group, value) : value
}

/** Linked records by their tracking ids, as an import and every write take them; other values as they are. */
function portable(field: FieldShape, value: JsonValue): JsonValue {
  const { definition } = field
  if (!('app' in definition) || value === null) return value
  const names = cellOf(field, value)
    .split(', ')
    .filter((name) => name !== '')
  return definition.multiple ? names : (names[0] ?? null)
}

/** What a writer of a format gets: the columns, and the records or other rows a page at a time. */
export interface Sheet<Row = RecordView> {
  columns: readonly ExportColumn<Row>[]
  /** Empty for none. */
  header: readonly string[]
  pages: AsyncIterable<readonly Row[]>
  /** Reports a record that could not be written completely. */
  cut(row: Row, column: ExportColumn<Row>): void
}
