import { AppCreate, type AppView } from '@caseloom/contract/apps'
import { z } from 'zod'

/** What a file says that it is; later forms get another number and a way up from this one. */
const FORMAT = 'caseloom.app/1'

const DefinitionFile = z.looseObject({ format: z.literal(FORMAT), app: z.looseObject({}) })

/** The definition of an app as a file: without the ids and the state of this installation. */
export function definitionFile(app: AppView): string {
  const { id: _id, revision: _revision, updatedAt: _at, can: _can, removedFields: _removed, ...rest } = app
  const fields = rest.fields.map(({ id: _field, readers: _readers, writers: _writers, ...field }) => field)
  const { sharing: _sharing, ...shape } = rest
  return `${JSON.stringify({ format: FORMAT, app: { ...shape, fields } }, null, 2)}\n`
}

/** Reads such a file; null when it is none. Roles of another installation mean nothing here and are left out. */
export function readDefinitionFile(text: string): Record<string, unknown> | null {
  try {
    const file = DefinitionFile.safeParse(JSON.parse(text))
    if (!file.success) return null
    const app = AppCreate.safeParse(file.data.app)
    return app.success ? { ...app.data } : null
  } catch {
    return null
  }
}
