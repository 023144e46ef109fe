import type { NamedRecord } from '@caseloom/contract/records/observables'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

/** A record as lists across apps name it; the tracking ID replaces a title that the reader may not read. */
export function namedRecord(
  actor: Actor,
  app: Pick<AppTable, 'id' | 'name' | 'acronym' | 'titleField' | 'byKey'>,
  record: StoredRecord,
): NamedRecord {
  const trackingId = `${app.acronym}-${record.seq}`
  const field = app.byKey.get(app.titleField)
  const value = field === undefined || !mayReadField(actor, field) ? null : record.values[field.key]
  return {
    // Ids of stored records and apps were made by the id generator.
    id: record.id as NamedRecord['id'],
    appId: app.id as NamedRecord['appId'],
    appName: app.name,
    trackingId,
    title: typeof value === 'string' && value !== '' ? value : trackingId,
  }
}
