import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Widget } from '@caseloom/contract/workspaces/workspaces'
import { plainJson } from '../format/canonical.rules.ts'
import { tablesNamedIn } from '../format/named-tables.rules.ts'
import type { CanvasMap } from './canvas-map.ts'
import type { Seen } from './seen.ts'

/** Apps with what they refer to and bring, and the tables that their form logic asks. */
export function addApps(map: CanvasMap, { apps, applets, tables }: Seen): void {
  for (const app of apps)
    map.add({
      id: `app:${app.id}`,
      kind: 'app',
      ref: app.id,
      name: app.name,
      detail: app.acronym,
      icon: app.icon,
      state: app.archived === true ? 'archived' : 'ready',
    })
  for (const applet of applets)
    map.add({ id: `applet:${applet.id}`, kind: 'applet', ref: applet.id, name: applet.name })
  for (const table of tables)
    map.add({ id: `table:${table.id}`, kind: 'table', ref: table.id, name: table.name, detail: table.key })
  const known = { apps: idsOf(apps), applets: idsOf(applets) }
  const tableIds = new Map(tables.map(({ key, id }) => [key, String(id)]))
  for (const app of apps) {
    const from = `app:${app.id}`
    for (const { app: to, label } of referencesOf(app))
      if (known.apps.has(to))
        map.connect({ from, to: `app:${to}`, link: 'refers', places: [label], fields: [label] })
    for (const { applet, prefix } of app.applets ?? [])
      if (known.applets.has(applet))
        map.connect({ from: `applet:${applet}`, to: from, link: 'brings', places: [prefix] })
    for (const key of tablesNamedIn(plainJson({ workflow: app.workflow ?? null }))) {
      const table = tableIds.get(key)
      if (table !== undefined) map.connect({ from, to: `table:${table}`, link: 'reads' })
    }
  }
}

/** Dashboards with the apps that they show, and workspaces with what they hold. */
export function addDashboards(map: CanvasMap, { apps, dashboards, workspaces }: Seen): void {
  const known = idsOf(apps)
  for (const { id, name, widgets } of dashboards) {
    const to = map.add({ id: `dashboard:${id}`, kind: 'dashboard', ref: id, name })
    for (const widget of widgets) {
      const app = appOf(widget)
      if (app === null) continue
      // An ID says nothing to a reader: all apps that a dashboard misses are one piece, with its name.
      const from = known.has(app) ? `app:${app}` : map.addMissing('app', to, { name, detail: 'dashboard' })
      map.connect({ from, to, link: 'shows', places: [widget.title === '' ? widget.id : widget.title] })
    }
  }
  const boards = idsOf(dashboards)
  for (const { id, name, icon, apps: held, dashboards: shown } of workspaces) {
    const to = map.add({ id: `workspace:${id}`, kind: 'workspace', ref: id, name, icon })
    for (const app of held) if (known.has(app)) map.connect({ from: `app:${app}`, to, link: 'holds' })
    for (const one of shown)
      if (boards.has(one.id)) map.connect({ from: `dashboard:${one.id}`, to, link: 'holds' })
  }
}

/** Reference fields that the reader sees, with the app that each points to. */
function referencesOf({ fields }: AppView): { app: string; label: string }[] {
  return fields.flatMap((field) =>
    fieldTraits(field).links && 'app' in field ? [{ app: String(field.app), label: field.label }] : [],
  )
}

function appOf(widget: Widget): string | null {
  return 'app' in widget ? widget.app : null
}

function idsOf(things: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(things.map(({ id }) => id))
}
