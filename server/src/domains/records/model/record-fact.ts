import type { ModelVerb } from '@caseloom/contract/kernel/hubs'
import { sharedWith } from '@caseloom/contract/kernel/sharing'
import type { Announcement } from '../../../platform/database/types.ts'
import type { AppTable, StoredRecord } from './record-shape.ts'

/** What the hubs learn about a record; only people who see the app and the record receive it. */
export function recordFact(
  app: Pick<AppTable, 'id' | 'sharing'>,
  verb: ModelVerb,
  record: Pick<StoredRecord, 'id' | 'version' | 'acl'>,
): Announcement & { topic: 'model' } {
  return {
    topic: 'model',
    verb,
    kind: 'records',
    appId: app.id,
    id: record.id,
    rev: record.version,
    need: 'record:read',
    acl: record.acl,
    within: sharedWith(app.sharing),
  }
}
