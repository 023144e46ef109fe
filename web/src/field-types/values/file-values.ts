import type { JsonValue } from '@caseloom/contract/kernel/json'
import { FileView } from '@caseloom/contract/records/files'

/** The files of an attachment field. */
export function filesOf(value: JsonValue | undefined): FileView[] {
  return FileView.array().safeParse(value).data ?? []
}
