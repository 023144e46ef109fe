import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ActorRef } from '@caseloom/contract/records/records'
import { sortKeyOf, toColumn, writtenValue } from './record-rows.ts'
import type { AppTable, FieldColumn, StoredRecord } from './record-shape.ts'

/** One column of many rows as one parameter. */
export interface PackedColumn {
  name: string
  value: unknown
  /** The expression that makes rows of the parameter. */
  from(parameter: string): string
}

/** Rows as columns; who made and who changed them as places (from one) in the list of actors. */
export interface Packed {
  count: number
  actors: readonly string[]
  made: readonly number[]
  by: readonly number[]
  columns: readonly PackedColumn[]
}

/** Records as one array per column. */
export function packed(app: AppTable, records: readonly StoredRecord[]): Packed {
  const actors = new Actors()
  const made = records.map((record) => actors.place(record.createdBy))
  const by = records.map((record) => actors.place(record.updatedBy))
  const system = (name: string, type: string, text: (record: StoredRecord) => string) =>
    arrayColumn(name, type, records.map(text))
  const columns = [
    system('id', 'uuid', (record) => record.id),
    system('version', 'int', (record) => String(record.version)),
    system('created_at', 'timestamptz', (record) => record.createdAt.toISOString()),
    system('updated_at', 'timestamptz', (record) => record.updatedAt.toISOString()),
    ...[...app.fields, ...app.shadows].flatMap((field) => packedField(field, records)),
  ]
  return { count: records.length, actors: actors.all(), made, by, columns }
}

/** Different actors of a batch, as JSON, each once; most batches have one. */
export class Actors {
  readonly #places = new Map<string, number>()

  place({ kind, id, name, runId, via }: ActorRef): number {
    // JSON leaves out what is undefined.
    const actor = JSON.stringify({ kind, id, name, runId, via })
    const known = this.#places.get(actor)
    if (known !== undefined) return known
    this.#places.set(actor, this.#places.size + 1)
    return this.#places.size
  }

  all(): string[] {
    return [...this.#places.keys()]
  }
}

/** A field's column, and the one that it sorts by. */
export function packedField(field: FieldColumn, records: readonly StoredRecord[]): PackedColumn[] {
  const values = records.map((record) => writtenValue(field, record))
  const stored = values.map((value) => toColumn(field, value))
  const own = field.sqlType === 'jsonb' ? jsonColumn(field, stored) : textColumn(field, stored)
  if (field.sortColumn === null) return [own]
  const keys = values.map((value) => sortKeyOf(field, value))
  return [own, arrayColumn(field.sortColumn, 'text', keys)]
}

function textColumn(field: FieldColumn, values: readonly JsonValue[]): PackedColumn {
  const { column, sqlType } = field
  if (!sqlType.endsWith('[]')) return arrayColumn(column, sqlType, values.map(textOf))
  const lists = values.map((value) => (Array.isArray(value) ? arrayText(value.map(textOf)) : null))
  return { name: column, value: arrayText(lists), from: (at) => `unnest(${at}::text[])::${sqlType}` }
}

function textOf(value: JsonValue): string | null {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function jsonColumn(field: FieldColumn, values: readonly JsonValue[]): PackedColumn {
  const value = jsonLines(values.map((one) => (one === null ? undefined : one)))
  return { name: field.column, value, from: (at) => `string_to_table(${at}::text, E'\\n', '')::jsonb` }
}

function arrayColumn(name: string, type: string, texts: readonly (string | null)[]): PackedColumn {
  return { name, value: arrayText(texts), from: (at) => `unnest(${at}::${type}[])` }
}

/** JSON has no raw line break, so a line per value needs no quotes; an empty line is no value. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => (value === undefined ? '' : JSON.stringify(value))).join('\n')
}

const MARKS = /["\\]/
const ALL_MARKS = /["\\]/g

/** PostgreSQL's own text of an array: each text quoted, for an empty one, NULL or a comma would be read otherwise. */
export function arrayText(texts: readonly (string | null)[]): string {
  let text = '{'
  for (const [at, one] of texts.entries()) {
    if (at > 0) text += ','
    if (one === null) text += 'NULL'
    else text += `"${MARKS.test(one) ? one.replace(ALL_MARKS, '\\$&') : one}"`
  }
  return `${text}}`
}
