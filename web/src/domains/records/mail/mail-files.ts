import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { FileView, MAIL_TYPES } from '@caseloom/contract/records/files'
import type { RecordView } from '@caseloom/contract/records/records'

export function mailFiles<F extends Pick<FileView, 'mediaType'>>(files: readonly F[]): F[] {
  return files.filter(({ mediaType }) => MAIL_TYPES.includes(mediaType))
}

/** A playbook filed exactly one email in the record: that is what it is about. */
export function cameAsMail(app: Pick<AppView, 'fields'>, record: Pick<RecordView, 'fields'>): boolean {
  const files = app.fields
    .filter((field) => fieldTraits(field).files)
    .flatMap(({ key }) => FileView.array().safeParse(record.fields[key]).data ?? [])
  const [mail, ...more] = mailFiles(files)
  return mail?.by.kind === 'playbook' && more.length === 0
}
