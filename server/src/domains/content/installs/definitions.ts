import { AppFile, AppletFile } from '@caseloom/contract/apps/app-file'
import {
  AppletCreate,
  type AppletUpdate,
  AppletUpdate as AppletUpdateSchema,
  type AppletView,
} from '@caseloom/contract/apps/applets'
import {
  AppCreate,
  type AppUpdate,
  AppUpdate as AppUpdateSchema,
  type AppView,
} from '@caseloom/contract/apps/apps'
import { TableFile } from '@caseloom/contract/automation/table-file'
import type { TableInput, TableView } from '@caseloom/contract/automation/tables'
import {
  DashboardDefinition,
  DashboardFile,
  type KeyedDashboard,
} from '@caseloom/contract/workspaces/dashboard-file'
import type { DashboardView } from '@caseloom/contract/workspaces/workspaces'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { holdsPeople } from '@caseloom/contract/field-types/field-kind'
import type { Field, FieldInput } from '@caseloom/contract/field-types/fields'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { fail } from '../../../platform/errors.ts'
import type { Limits, PackageItem } from '../format/package-file.ts'

/** IDs in this tenant of what a definition names by key. */
export interface IdsByKey {
  app(key: string): string | undefined
  applet(key: string): { id: string; revision: number } | undefined
  dashboard(key: string): string | undefined
}

/** The person who imports: limited parts are open to them alone at first. */
export interface Importer {
  userId: string
  /** Roles that they have. */
  roles: readonly string[]
}

/** The definition of a new app. @throws request.invalid for what it names and isn’t there */
export function newApp(item: PackageItem, ids: IdsByKey, importer: Importer): AppCreate {
  const { images, ...shape } = shapeOfApp(item, ids)
  const app = AppCreate.parse({ ...shape, ...(images === undefined ? {} : { images }) })
  return {
    ...app,
    fields: app.fields.map((field) => limited(field, item.limits, importer)),
    ...(item.limits.sharing === true ? { sharing: onlyFor(importer) } : {}),
  }
}

/** An app with its title alone, for others to refer to until it is completed. */
export function shellOfApp(item: PackageItem, importer: Importer): AppCreate {
  const { key, acronym, name, titleField, fields } = AppFile.parse(item.document).app
  const list = Array.isArray(fields) ? fields : []
  const title = list.find((field) => isJsonObject(field) && field['key'] === titleField)
  const label = isJsonObject(title) ? title['label'] : titleField
  return AppCreate.parse({
    key,
    acronym,
    name,
    titleField,
    listColumns: [titleField],
    layout: [{ title: label, fields: [titleField] }],
    fields: [{ key: titleField, label, type: 'text' }],
    ...(item.limits.sharing === true ? { sharing: onlyFor(importer) } : {}),
  })
}

/** The next revision of an app that is there; what belongs to the tenant in it stays. */
export function nextApp(
  item: PackageItem,
  here: AppView,
  ids: IdsByKey,
  importer: Importer,
): AppUpdate & { appId: string } {
  const { key: _key, acronym: _acronym, images: _images, ...shape } = shapeOfApp(item, ids)
  const next = AppUpdateSchema.parse({ ...shape, revision: here.revision })
  const layouts = next.layouts?.map((one) => {
    const old = here.layouts?.find(({ id }) => id === one.id)
    return { ...one, roles: old?.roles ?? one.roles, sections: withLocalBlocks(one.sections, old?.sections) }
  })
  return {
    ...next,
    applets: next.applets ?? [],
    layout: withLocalBlocks(next.layout, here.layout),
    ...(layouts === undefined ? {} : { layouts }),
    fields: next.fields.map((field) => withLocalParts(field, here.fields, item.limits, importer)),
    appId: here.id,
  }
}

/** The app as it was, as the next revision of it. */
export function formerApp(before: AppView, revision: number): AppUpdate & { appId: string } {
  const { fields, ...shape } = before
  const own = fields.filter(({ applet }) => applet === undefined)
  return {
    ...AppUpdateSchema.strip().parse({ ...shape, applets: shape.applets ?? [], fields: own, revision }),
    appId: before.id,
  }
}

export function newApplet(item: PackageItem, ids: IdsByKey, importer: Importer): AppletCreate {
  const { applet } = AppletFile.extend({ applet: AppletCreate }).parse({
    ...item.document,
    applet: withIds(item.document['applet'], ids),
  })
  return {
    ...applet,
    fields: applet.fields.map((field) => limited(field, item.limits, importer)),
    ...(item.limits.sharing === true ? { sharing: onlyFor(importer) } : {}),
  }
}

export function nextApplet(
  item: PackageItem,
  here: AppletView,
  ids: IdsByKey,
  importer: Importer,
): AppletUpdate & { appletId: string } {
  const { key: _key, sharing: _sharing, ...shape } = newApplet(item, ids, importer)
  const fields = shape.fields.map((field) => withLocalParts(field, here.fields, item.limits, importer))
  return { ...shape, fields, revision: here.revision, appletId: here.id }
}

/** The applet as it was, as the next revision of it. */
export function formerApplet(before: AppletView, revision: number): AppletUpdate & { appletId: string } {
  return { ...AppletUpdateSchema.strip().parse({ ...before, revision }), appletId: before.id }
}

export function newTable({ document }: PackageItem): TableInput {
  return TableFile.parse(document).table
}

/** A table as the package has it; columns that only this tenant has stay while rows may use them. */
export function nextTable(item: PackageItem, here: TableView): TableInput {
  const table = newTable(item)
  const keys = new Set(table.columns.map(({ key }) => key))
  const local = here.rows + here.expired === 0 ? [] : here.columns.filter(({ key }) => !keys.has(key))
  return { ...table, columns: [...table.columns, ...local] }
}

/** A dashboard as the package has it; a limited one is open to the importer alone. */
export function newDashboard(
  { document, limits }: PackageItem,
  ids: Pick<IdsByKey, 'app'>,
  importer: Importer,
): DashboardDefinition & Pick<DashboardView, 'sharing'> {
  const { dashboard } = DashboardFile.parse(document)
  const widgets = eachOf(dashboard['widgets'], (widget) =>
    widget['app'] === undefined ? widget : { ...widget, app: found(widget['app'], ids.app) },
  )
  const definition = DashboardDefinition.parse({ ...dashboard, widgets })
  return { ...definition, sharing: limits.sharing === true ? onlyFor(importer) : null }
}

/** The next revision of a dashboard that is here; its sharing stays. */
export function nextDashboard(
  definition: DashboardDefinition,
  { id, revision, sharing }: KeyedDashboard,
): Omit<DashboardDefinition, 'key'> & Pick<DashboardView, 'sharing' | 'revision'> & { dashboardId: string } {
  const { key: _key, ...shape } = definition
  return { ...shape, sharing, revision, dashboardId: id }
}

/** A playbook as it is stored: open to the importer alone where it was limited, shared as it is here otherwise. */
export function playbookDocument(item: PackageItem, here: JsonObject | null, importer: Importer): JsonObject {
  const sharedWith = here === null ? undefined : here['sharedWith']
  if (sharedWith !== undefined) return { ...item.document, sharedWith }
  if (here !== null || item.limits.sharing !== true) return item.document
  return { ...item.document, sharedWith: { users: [importer.userId] } }
}

function shapeOfApp(item: PackageItem, ids: IdsByKey): JsonObject {
  const { app, images } = AppFile.parse(item.document)
  const whole = withIds(app, ids)
  return images === undefined ? whole : { ...whole, images }
}

/** A definition with the IDs of the apps and applets that it names by key. */
function withIds(definition: JsonValue | undefined, ids: IdsByKey): JsonObject {
  if (!isJsonObject(definition)) return {}
  const { fields, applets } = definition
  return {
    ...definition,
    fields: eachOf(fields, (field) =>
      field['app'] === undefined ? field : { ...field, app: found(field['app'], ids.app) },
    ),
    ...(applets === undefined
      ? {}
      : {
          applets: eachOf(applets, (link) => {
            const { id, revision } = found(link['applet'], ids.applet)
            return { ...link, applet: id, revision }
          }),
        }),
  }
}

function eachOf(list: JsonValue | undefined, change: (one: JsonObject) => JsonObject): JsonValue {
  return Array.isArray(list) ? list.map((one) => (isJsonObject(one) ? change(one) : one)) : []
}

export function found<Found>(key: JsonValue | undefined, find: (key: string) => Found | undefined): Found {
  const known = typeof key === 'string' ? find(key) : undefined
  if (known === undefined)
    throw fail('request.invalid', { detail: `It needs “${String(key)}”, which isn’t in this tenant` })
  return known
}

export function onlyFor({ userId }: Importer): NonNullable<AppCreate['sharing']> {
  // The ID is that of the actor, who is a user.
  return [{ to: { userId }, level: 'manage' }] as NonNullable<AppCreate['sharing']>
}

function limited(field: FieldInput, limits: Limits, { roles }: Importer): FieldInput {
  // IDs of the actor’s own roles.
  const own = [...roles] as NonNullable<FieldInput['readers']>
  return {
    ...field,
    ...(limits.readers?.includes(field.key) === true ? { readers: own } : {}),
    ...(limits.writers?.includes(field.key) === true ? { writers: own } : {}),
  }
}

/** A field of the package with what the tenant decides of it: readers, writers, and people. */
function withLocalParts(
  field: FieldInput,
  here: readonly Field[],
  limits: Limits,
  importer: Importer,
): FieldInput {
  const old = here.find(({ key }) => key === field.key)
  if (old === undefined) return limited(field, limits, importer)
  const { readers, writers } = old
  const people =
    holdsPeople(old) && holdsPeople(field)
      ? {
          ...(old.members === undefined ? {} : { members: old.members }),
          ...(field.default === undefined && old.default !== undefined ? { default: old.default } : {}),
        }
      : {}
  return {
    ...field,
    ...people,
    ...(readers === undefined ? {} : { readers }),
    ...(writers === undefined ? {} : { writers }),
  } as FieldInput // the same field with optional parts of its own type
}

/** Sections with the buttons and widgets that the tenant has put into them. */
function withLocalBlocks(
  sections: readonly LayoutSection[],
  here: readonly LayoutSection[] = [],
): LayoutSection[] {
  return sections.map((section) => {
    const old = here.find(({ id }) => id !== undefined && id === section.id)
    const local = old?.blocks?.filter(({ kind }) => kind === 'button' || kind === 'widget') ?? []
    if (local.length === 0 || section.applet !== undefined) return section
    return { ...section, blocks: [...(section.blocks ?? []), ...local].toSorted((a, b) => a.at - b.at) }
  })
}
