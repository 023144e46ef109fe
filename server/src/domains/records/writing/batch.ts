import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Alias } from './load.store.ts'
import { aliasOf } from '../model/alias.ts'
import type { HistoryRow, OperationRow, Writes } from './write.store.ts'
import type { AppTable, Change, StoredRecord, Values } from '../model/record-shape.ts'
import type { ChangedRecord } from '../model/projection.ts'
import { isSearchable } from '../indexing/search-text.rules.ts'
import type { RunRow } from '../workflow/workflow-runs.store.ts'
import { searchRow, type SearchRow } from '../indexing/search-row.ts'

interface Draft {
  /** Version in the database; null for a new record. */
  base: number | null
  record: StoredRecord
  classes: Set<string>
  search: readonly SearchRow[]
}

/** The records of one transaction as the commands change them, one after another, before anything is written. */
export class Batch {
  readonly #app: AppTable
  readonly #records = new Map<string, StoredRecord>()
  readonly #drafts = new Map<string, Draft>()
  readonly #unique = new Map<string, string>()
  readonly #aliases = new Map<string, string>()
  readonly #history: HistoryRow[] = []
  readonly #operations: OperationRow[] = []
  readonly #runs: RunRow[] = []
  #wordsLater = false

  constructor(app: AppTable, loaded: readonly StoredRecord[], aliases: readonly Alias[] = []) {
    this.#app = app
    for (const { name, survivor } of aliases) this.#aliases.set(name, survivor)
    for (const record of loaded) this.#keep(record)
  }

  /** Leaves indexing of new records to a later job. */
  leaveNewWords(): void {
    this.#wordsLater = true
  }

  /** Takes along records that were loaded later; what the batch has changed stays as it is. */
  adopt(loaded: readonly StoredRecord[], aliases: readonly Alias[]): void {
    for (const { name, survivor } of aliases) this.#aliases.set(name, survivor)
    for (const record of loaded) if (!this.#records.has(record.id)) this.#keep(record)
  }

  get(id: string): StoredRecord | null {
    return this.#records.get(id) ?? null
  }

  /** The record itself, or the survivor it was merged into. */
  standing(id: string): StoredRecord | null {
    return this.get(id) ?? this.get(this.#aliases.get(aliasOf(null, id)) ?? '')
  }

  /** The record that has all of these unique values, or into which their record was merged; or null. */
  match(values: Values): StoredRecord | null {
    const ids = Object.entries(values).map(
      ([key, value]) => this.#unique.get(place(key, value)) ?? this.#aliases.get(aliasOf(key, value)),
    )
    const [id] = ids
    if (id === undefined || ids.some((other) => other !== id)) return null
    return this.get(id)
  }

  /** The unique field whose value belongs to another record, or null. */
  clash(recordId: string, values: Values): string | null {
    for (const field of this.#app.fields) {
      const value = values[field.key] ?? null
      if (!field.unique || value === null) continue
      const owner = this.#unique.get(place(field.key, value))
      if (owner !== undefined && owner !== recordId) return field.key
    }
    return null
  }

  apply({ record, action, changes }: Change): void {
    const before = this.#records.get(record.id)
    const draft = this.#drafts.get(record.id)
    if (before !== undefined) this.#forget(before)
    this.#keep(record)
    const classes = draft?.classes ?? new Set<string>(action === 'created' ? [this.#app.openClass] : [])
    for (const change of changes) {
      const field = this.#app.byKey.get(change.field)
      if (field !== undefined && isSearchable(field)) classes.add(field.readClass)
    }
    const base = draft === undefined ? (before?.version ?? null) : draft.base
    // Indexed one by one: extracting the words of a large batch together would block the process.
    const later = this.#wordsLater && base === null
    const search = later ? [] : [...classes].map((name) => searchRow(this.#app, record, name, base !== null))
    this.#drafts.set(record.id, { base, record, classes, search })
    this.#history.push({
      record: record.id,
      version: record.version,
      at: record.updatedAt,
      actor: record.updatedBy,
      action,
      changes,
    })
  }

  /** The workflow run of a change of the batch. */
  keepRun(run: RunRow): void {
    this.#runs.push(run)
  }

  runs(): readonly RunRow[] {
    return this.#runs
  }

  remember(operation: OperationRow): void {
    this.#operations.push(operation)
  }

  /** Records that changed, as they are after the batch. */
  changed(): { created: boolean; record: StoredRecord }[] {
    return [...this.#drafts.values()].map(({ base, record }) => ({ created: base === null, record }))
  }

  /** The same with what differs, for the rows that follow from records. */
  sides(): ChangedRecord[] {
    const history = Map.groupBy(this.#history, (row) => row.record)
    return [...this.#drafts.values()].map(({ base, record }) => ({
      action: base === null ? 'created' : 'updated',
      record,
      changes: (history.get(record.id) ?? []).flatMap((row) => row.changes),
    }))
  }

  writes(): Writes {
    const drafts = [...this.#drafts.values()]
    return {
      inserts: drafts.filter((draft) => draft.base === null).map((draft) => draft.record),
      updates: drafts.flatMap(({ base, record }) => (base === null ? [] : [{ base, record }])),
      history: this.#history,
      search: drafts.flatMap((draft) => draft.search),
      operations: this.#operations,
    }
  }

  #keep(record: StoredRecord): void {
    this.#records.set(record.id, record)
    for (const [key, value] of this.#uniqueValues(record)) this.#unique.set(place(key, value), record.id)
  }

  #forget(record: StoredRecord): void {
    for (const [key, value] of this.#uniqueValues(record)) this.#unique.delete(place(key, value))
  }

  #uniqueValues(record: StoredRecord): [string, JsonValue][] {
    return this.#app.fields.flatMap((field): [string, JsonValue][] => {
      const value = record.values[field.key] ?? null
      return field.unique && value !== null ? [[field.key, value]] : []
    })
  }
}

function place(key: string, value: JsonValue): string {
  return `${key}\n${String(value)}`
}
