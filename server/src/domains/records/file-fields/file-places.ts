import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { ProjectionWriter } from '../model/projection.ts'
import { fileRefs } from '../model/file-refs.rules.ts'
import { type Hanging, hangFiles, takeOff } from './file.store.ts'

/** Keeps the rows of files in step with the attachment fields that name them. */
export const filePlaces: ProjectionWriter = {
  name: 'files',
  concerns: (app) => app.fields.some((field) => kindTraits(field.kind).files),
  async write(tx, app, changed) {
    const hanging = new Map<string, Hanging>()
    const removed = new Set<string>()
    for (const { record, changes } of changed) {
      for (const { field: key, from, to } of changes) {
        const field = app.byKey.get(key)
        if (field === undefined || !kindTraits(field.kind).files) continue
        const now = new Set<string>(fileRefs(to).map((file) => file.id))
        for (const { id } of fileRefs(from))
          if (!now.has(id)) {
            removed.add(id)
            hanging.delete(id)
          }
        for (const id of now) {
          hanging.set(id, { file: id, record: record.id, field: field.definition.id, comment: null })
          removed.delete(id)
        }
      }
    }
    await hangFiles(tx, [...hanging.values()])
    await takeOff(tx, [...removed])
  },
}
