import { z } from 'zod'
import { MAX_BROUGHT_IMAGES } from './app-images.ts'
import { AppCreate } from './apps.ts'
import { AppletCreate } from './applets.ts'
import { holdsPeople } from '../field-types/field-kind.ts'
import { Key, Label } from '../field-types/common-settings.ts'
import { isJsonObject, JsonObject, type JsonValue } from '../kernel/json.ts'
import type { LayoutSection } from './layout.ts'
import type { RecordTemplate } from './record-templates.ts'
import { SavedView } from '../workspaces/reports.ts'

/** What a file says that it is; a later form gets another number and a way up from this one. */
export const APP_FILE = 'caseloom.app/1'

/**
 * An app in a file, as packages carry it: without ids and state of an installation. Reference fields name the other
 * app by its key, and roles are left out: both mean something else elsewhere.
 */
export const AppFile = z.strictObject({
  format: z.literal(APP_FILE),
  app: JsonObject,
  /** Images that its layouts name, in Base64. */
  images: z.array(z.base64().max(360_000)).max(MAX_BROUGHT_IMAGES).optional(),
  /** Saved views that come with the app, open to all who read its records. */
  views: z.array(SavedView).max(50).optional(),
  /** Applets to link, by key, each with the tab of its section. */
  applets: z
    .array(z.strictObject({ applet: Key, prefix: Key, tab: Label.optional() }))
    .max(30)
    .optional(),
})
export type AppFile = z.infer<typeof AppFile>

/** An applet in a file. */
export const AppletFile = z.strictObject({
  format: z.literal('caseloom.applet/1'),
  applet: AppletCreate.omit({ sharing: true }),
})
export type AppletFile = z.infer<typeof AppletFile>

/** The definition in a file with the ids of this tenant's apps, or the keys of the apps that it lacks. */
export type ReadAppFile = { app: AppCreate; missing?: never } | { app?: never; missing: string[] }

/**
 * Makes a definition out of a file: references get the ids of the apps that have their keys. One to the app itself
 * cannot be made before the app is there and counts as missing.
 * @throws ZodError when the definition is none
 */
export function readAppFile(file: AppFile, idOf: (key: string) => string | undefined): ReadAppFile {
  const missing: string[] = []
  const fields = listOf(file.app['fields']).map((field) => {
    if (!isJsonObject(field) || field['type'] !== 'reference') return field
    const key = Key.safeParse(field['app'])
    const id = key.success ? idOf(key.data) : undefined
    if (id === undefined) missing.push(String(field['app']))
    return { ...field, app: id ?? null }
  })
  if (missing.length > 0) return { missing: [...new Set(missing)] }
  const { images } = file
  return { app: AppCreate.parse({ ...file.app, fields, ...(images === undefined ? {} : { images }) }) }
}

/**
 * Writes an app to a file; `keyOf` returns the key of an app that a reference points to. Widgets are left out: they
 * belong to dashboards, which stay where they are.
 */
export function writeAppFile(app: AppCreate, keyOf: (id: string) => string | undefined): AppFile {
  const {
    sharing: _sharing,
    fields,
    layout,
    layouts,
    templates,
    images = [],
    ...shape
  } = { sharing: null, ...app }
  const portable = fields.map(({ id: _id, readers: _readers, writers: _writers, ...field }) =>
    'app' in field ? { ...field, app: keyOf(field.app) ?? field.app } : field,
  )
  const open = layouts?.map((one) => ({ ...one, roles: [], sections: one.sections.map(withoutWidgets) }))
  // A definition is JSON by its schema; what is undefined in it falls away.
  return {
    format: APP_FILE,
    app: JSON.parse(
      JSON.stringify({
        ...shape,
        layout: layout.map(withoutWidgets),
        layouts: open,
        templates: templates?.map((one) => withoutPeople(one, fields)),
        fields: portable,
      }),
    ) as JsonObject,
    ...(images.length === 0 ? {} : { images }),
  }
}

function withoutWidgets(section: LayoutSection): LayoutSection {
  const { blocks, ...rest } = section
  const ownBlocks = blocks?.filter(({ kind }) => kind !== 'widget') ?? []
  return ownBlocks.length === 0 ? rest : { ...rest, blocks: ownBlocks }
}

/** Users and groups are others elsewhere; who creates the record is not. */
function withoutPeople(template: RecordTemplate, fields: AppCreate['fields']): RecordTemplate {
  const isPerson = (key: string, value: JsonValue) =>
    value !== 'me' && fields.some((field) => field.key === key && holdsPeople(field))
  const tasks = Object.entries(template.tasks).map(([key, list]) => [
    key,
    list.map(({ assignee, ...task }) => (assignee === 'me' ? { ...task, assignee } : task)),
  ])
  const values = Object.entries(template.fields).filter(([key, value]) => !isPerson(key, value))
  return { ...template, fields: Object.fromEntries(values), tasks: Object.fromEntries(tasks) }
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
