import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import { objectWithKeys } from '../../../platform/fast-object.ts'
import type { Access } from './app-permissions.rules.ts'
import type { StoredRecord } from './record-shape.ts'
import { WITHHELD } from './withheld.rules.ts'

/** A record as this actor may see it: fields they may not read are not there. */
export function recordView(access: Access, record: StoredRecord): RecordView {
  return recordViewer(access)(record)
}

/** The same for many records. */
export function recordViewer({
  app,
  readable: keys,
  withheld,
  can,
}: Access): (record: StoredRecord) => RecordView {
  const readable = app.fields.flatMap(({ key }) => (keys.has(key) ? [key] : []))
  const blank = objectWithKeys(readable)
  return (record) => ({
    ...(withheld.length === 0 ? {} : { [WITHHELD]: withheld }),
    // Ids of stored records and apps were made by the id generator.
    id: record.id as RecordView['id'],
    appId: app.id as RecordView['appId'],
    trackingId: `${app.acronym}-${record.seq}`,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    createdBy: record.createdBy,
    updatedAt: record.updatedAt.toISOString(),
    updatedBy: record.updatedBy,
    fields: readableFields(record, readable, blank),
    restricted: record.acl !== null,
    lock: record.lock,
    can: can(record),
  })
}

/** The readable values; `blank` has all of their keys. */
function readableFields(
  { values }: StoredRecord,
  readable: readonly string[],
  blank: Record<string, null>,
): Record<string, JsonValue> {
  const isWhole = readable.every((key) => values[key] !== undefined)
  const fields: Record<string, JsonValue> = isWhole ? { ...blank } : {}
  for (const key of readable) {
    const value = values[key]
    if (value !== undefined) fields[key] = value
  }
  return fields
}
