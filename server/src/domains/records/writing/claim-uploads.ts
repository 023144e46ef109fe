import type { Issue } from '@caseloom/contract/kernel/errors'
import { holdsFiles, kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type ActorRef, actorRef } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ReadCommand, WriteRequest } from './commands.ts'
import type { AppTable, StoredRecord, Values } from '../model/record-shape.ts'
import { sameValue } from '../model/same-value.rules.ts'
import { fileValue, wantedIds } from '../model/file-refs.rules.ts'
import { type FileRow, fileView, lockFiles } from '../file-fields/file.store.ts'
import { type Fault, mayHang, misfit } from '../file-fields/own-files.rules.ts'
import { invalid } from '../model/issues.rules.ts'

type Read = ReadCommand | AppError

/** Puts what is known of each file in the place of the ids that commands name; a wrong one fails its command. */
export async function claimUploads(
  tx: TenantTx,
  app: AppTable,
  {
    requests,
    commands,
    records,
  }: { requests: readonly WriteRequest[]; commands: readonly Read[]; records: readonly StoredRecord[] },
): Promise<readonly Read[]> {
  const fields = app.fields.filter((field) => kindTraits(field.kind).files).map((field) => field.key)
  if (fields.length === 0) return commands
  const ids = commands.flatMap((command) =>
    command instanceof AppError
      ? []
      : partsOf(command).flatMap(([, values]) => fields.flatMap((key) => wantedIds(values[key] ?? null))),
  )
  if (ids.length === 0) return commands
  const taker = new Taker(app, fields, await lockFiles(tx, [...new Set(ids)]))
  return commands.map((command, at) => {
    const request = requests[at]
    if (command instanceof AppError || request === undefined) return command
    return taker.take(command, actorRef(request.actor), targetOf(command, records))
  })
}

type Part = 'values' | 'set' | 'create'

function partsOf(command: ReadCommand): [Part, Values][] {
  if (command.kind !== 'upsert') return [['values', command.values]]
  return [
    ['set', command.set],
    ['create', command.create],
  ]
}

function targetOf(command: ReadCommand, records: readonly StoredRecord[]): string | null {
  if (command.kind === 'create') return null
  if (command.kind === 'update') return command.id
  const match = Object.entries(command.match)
  const found = records.find((record) =>
    match.every(([key, value]) => sameValue(record.values[key] ?? null, value)),
  )
  return found?.id ?? null
}

class Taker {
  readonly #app: AppTable
  readonly #fields: readonly string[]
  readonly #rows: ReadonlyMap<string, FileRow>
  /** Files taken by a command before: each hangs in one place only. */
  readonly #taken = new Map<string, string>()
  #commands = 0

  constructor(app: AppTable, fields: readonly string[], rows: ReadonlyMap<string, FileRow>) {
    this.#app = app
    this.#fields = fields
    this.#rows = rows
  }

  take(command: ReadCommand, by: ActorRef, recordId: string | null): Read {
    this.#commands += 1
    const issues: Issue[] = []
    const changed: Partial<Record<Part, Values>> = {}
    for (const [part, values] of partsOf(command)) {
      const taken: Record<string, JsonValue> = {}
      for (const key of this.#fields) {
        const wanted = wantedIds(values[key] ?? null)
        if (wanted.length === 0) continue
        const path = ['body', part === 'values' ? 'fields' : part, key]
        taken[key] = this.#filesOf(wanted, { key, by, recordId, path, issues })
      }
      changed[part] = { ...values, ...taken }
    }
    return issues.length > 0 ? invalid(issues) : { ...command, ...changed }
  }

  #filesOf(
    wanted: readonly string[],
    place: { key: string; by: ActorRef; recordId: string | null; path: string[]; issues: Issue[] },
  ): JsonValue {
    const definition = this.#app.byKey.get(place.key)?.definition
    if (definition === undefined || !holdsFiles(definition)) return null
    // A record that is being created has no ID yet, so the command's number identifies it.
    const spot = `${place.recordId ?? this.#commands} ${definition.id}`
    const views = wanted.flatMap((id, at) => {
      const row = this.#rows.get(id)
      const loose = row && { ...fileView(row), recordId: row.record_id, fieldId: row.field_id }
      const here = { recordId: place.recordId, fieldId: definition.id, by: place.by }
      const fault: Fault | null =
        row === undefined ||
        loose === undefined ||
        !mayHang(loose, here) ||
        (this.#taken.get(id) ?? spot) !== spot
          ? { code: 'unknown_file', message: 'No such file, or it belongs to another record' }
          : row.record_id === null
            ? misfit(loose, definition)
            : null
      if (fault !== null) place.issues.push({ ...fault, path: [...place.path, at] })
      this.#taken.set(id, spot)
      return row === undefined ? [] : [fileView(row)]
    })
    return fileValue(views)
  }
}
