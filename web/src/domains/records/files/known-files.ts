import { FileView } from '@caseloom/contract/records/files'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** Uploads of this page, by ID: a form stores only the IDs until it is saved. */
const uploaded = new Map<string, FileView>()

export function rememberUpload(file: FileView): void {
  uploaded.set(file.id, file)
}

/** The files in a draft, from the record and from this page's uploads. */
export function draftFiles(ids: readonly string[], stored: JsonValue | undefined): FileView[] {
  const there = new Map(
    FileView.array()
      .safeParse(stored)
      .data?.map((file) => [String(file.id), file]),
  )
  return ids.flatMap((id) => there.get(id) ?? uploaded.get(id) ?? [])
}
