import { isJsonObject, type JsonObject } from '@caseloom/contract/kernel/json'
import { DashboardDefinition, DashboardFile } from '@caseloom/contract/workspaces/dashboard-file'
import { plainJson } from './canonical.rules.ts'

/** In place of the app that a key names, where only the form of a definition is checked. */
export const ANY_APP = '00000000-0000-7000-8000-000000000000'

/** A dashboard of a file whose widgets name no app of a tenant. */
export function withAnyApps(dashboard: JsonObject): JsonObject {
  const { widgets } = dashboard
  if (!Array.isArray(widgets)) return dashboard
  const plain = widgets.map((one) => (isJsonObject(one) && 'app' in one ? { ...one, app: ANY_APP } : one))
  return { ...dashboard, widgets: plain }
}

/** The file of a dashboard with everything that it may leave out, as an export has it. */
export function normalDashboard(document: JsonObject): JsonObject {
  const { format, dashboard } = DashboardFile.parse(document)
  const given = Array.isArray(dashboard['widgets']) ? dashboard['widgets'] : []
  const definition = DashboardDefinition.parse(withAnyApps(dashboard))
  const widgets = definition.widgets.map((widget, at) => {
    const from = given[at]
    return isJsonObject(from) && 'app' in from ? { ...widget, app: from['app'] } : widget
  })
  return plainJson({ format, dashboard: { ...definition, widgets } })
}
