import type { RecordView } from '@caseloom/contract/records/records'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import type { TrialStart } from './useTrial.ts'

/** A trial of a record as it is stored. */
export function startOf(edited: EditedApp, record: RecordView): TrialStart {
  const { id, trackingId, fields, restricted } = record
  return { recordId: id, trackingId, name: recordName(edited, record), stored: fields, restricted }
}

/** The tracking ID and title of a record. */
export function recordName(
  { base }: Pick<EditedApp, 'base'>,
  { trackingId, fields }: Pick<RecordView, 'trackingId' | 'fields'>,
): string {
  const title = fields[base.titleField]
  return typeof title === 'string' && title !== '' ? `${trackingId} ${title}` : trackingId
}
