import { exportsWithout } from '@caseloom/contract/apps/export-templates'
import type { AppletLinkInput } from '@caseloom/contract/apps/applet-links'
import {
  itemsOfSection,
  type LayoutSection,
  type RoleLayout,
  withItems,
} from '@caseloom/contract/apps/layout'
import { AppUpdate } from '@caseloom/contract/apps/apps'
import type { AppletBundle } from '@caseloom/workflow/applets/expand'
import { ownField, putLink } from '@caseloom/workflow/applets/link'
import type { Merge } from '@caseloom/workflow/applets/merge'
import { prefixedKey } from '@caseloom/workflow/applets/names'
import type { AppUpdateCommand } from '../changes/update-app.ts'
import { liveFields, publicField, type StoredApp } from '../definition/app-definition.ts'

/** The present definition of an app as an edit of it; its sharing is left alone. */
export function editOf(app: StoredApp): AppUpdateCommand {
  const { definition } = app
  const { sharing: _sharing, classEpochs: _epochs, changing: _changing, fields: _all, ...shape } = definition
  // Parsed, so that a definition of an earlier version of the schema gets what it lacks.
  const edit = AppUpdate.parse({
    ...shape,
    revision: app.revision,
    fields: liveFields(definition).map(publicField),
  })
  return { ...edit, appId: app.id }
}

function withoutKeys(layout: RoleLayout, gone: ReadonlySet<string>): RoleLayout {
  const sections = layout.sections.map((section) =>
    withItems(
      section,
      itemsOfSection(section).filter(({ field }) => field === undefined || !gone.has(field)),
    ),
  )
  return { ...layout, sections }
}

/** The app with a link brought to a new revision: what it dropped leaves the lists, and what the app keeps becomes its own. */
export function withMergedLink(
  edit: AppUpdateCommand,
  bundle: AppletBundle,
  { link, own }: Pick<Merge, 'link' | 'own'>,
): AppUpdateCommand {
  const ownKeys = new Set(own.map((key) => prefixedKey(link.prefix, key)))
  const section = edit.layout.findIndex(({ applet }) => applet === link.prefix)
  const { title = link.prefix, columns = 2, tab } = edit.layout[section] ?? {}
  const homeless = edit.layout[section]?.fields.filter((key) => ownKeys.has(key)) ?? []
  const ownSection: LayoutSection = {
    title,
    columns,
    fields: homeless,
    ...(tab === undefined ? {} : { tab }),
  }
  const freed = {
    ...edit,
    fields: edit.fields.map((field) => (ownKeys.has(field.key) ? ownField(field) : field)),
    layout: homeless.length === 0 ? edit.layout : edit.layout.toSpliced(section + 1, 0, ownSection),
  }
  const next = putLink<AppletLinkInput, AppUpdateCommand>(freed, bundle, { link })
  const gone = new Set(edit.fields.map(({ key }) => key))
  for (const { key } of next.fields) gone.delete(key)
  return {
    ...next,
    listColumns: next.listColumns.filter((key) => !gone.has(key)),
    ...exportsWithout(next.exports, (key) => gone.has(key)),
    ...(next.layouts === undefined ? {} : { layouts: next.layouts.map((one) => withoutKeys(one, gone)) }),
  }
}
