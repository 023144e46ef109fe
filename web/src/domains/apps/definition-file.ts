import { AppFile, readAppFile, type ReadAppFile, writeAppFile } from '@caseloom/contract/app-file'
import { AppCreate, type AppView } from '@caseloom/contract/apps'

export function definitionFile(app: AppView, apps: readonly AppView[]): string {
  const file = writeAppFile(AppCreate.parse(createOf(app)), (id) => apps.find((one) => one.id === id)?.key)
  return `${JSON.stringify(file, null, 2)}\n`
}

function createOf(app: AppView) {
  const {
    id: _id,
    revision: _revision,
    updatedAt: _at,
    can: _can,
    removedFields: _removed,
    changing: _changing,
    computing: _computing,
    ...rest
  } = app
  return rest
}

/** Null when the file isn't a definition. */
export function readDefinitionFile(text: string, apps: readonly AppView[]): ReadAppFile | null {
  try {
    return readAppFile(AppFile.parse(JSON.parse(text)), (key) => apps.find((one) => one.key === key)?.id)
  } catch {
    return null
  }
}
