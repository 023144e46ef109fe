import { AppFile, readAppFile, type ReadAppFile, writeAppFile } from '@caseloom/contract/apps/app-file'
import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import { detachLink } from '@caseloom/workflow/applets/link'

/** An app in a file; `images` are those that its layouts name, in Base64. */
export function definitionFile(
  app: AppView,
  apps: readonly AppView[],
  images: readonly string[] = [],
): string {
  const definition = AppCreate.parse({ ...createOf(app), images: [...images] })
  const file = writeAppFile(definition, (id) => apps.find((one) => one.id === id)?.key)
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
    ownLayout: _own,
    ownHidden: _hidden,
    ownLocked: _locked,
    archived: _archived,
    ...rest
  } = app
  // Applets belong to the tenant: in the file, what they brought is the app’s own.
  const { applets: _links, ...own } = (app.applets ?? []).reduce(
    (one, { prefix }) => detachLink(one, prefix),
    rest,
  )
  return own
}

/** Null when the file isn't a definition. */
export function readDefinitionFile(text: string, apps: readonly AppView[]): ReadAppFile | null {
  try {
    return readAppFile(AppFile.parse(JSON.parse(text)), (key) => apps.find((one) => one.key === key)?.id)
  } catch {
    return null
  }
}

/** Digests of the images in the layouts of an app. */
export function imagesOf({ layout, layouts = [] }: AppView): string[] {
  const sections = [...layout, ...layouts.flatMap((one) => one.sections)]
  const blocks = sections.flatMap(({ blocks: own = [] }) => own)
  return [...new Set(blocks.flatMap((one) => (one.kind === 'image' ? (one.image ?? []) : [])))]
}
