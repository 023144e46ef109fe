import type { AppFile } from '@caseloom/contract/apps/app-file'
import { AppletCreate } from '@caseloom/contract/apps/applets'
import { AppCreate } from '@caseloom/contract/apps/apps'
import { Key } from '@caseloom/contract/field-types/common-settings'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { DashboardDefinition, type DashboardFile } from '@caseloom/contract/workspaces/dashboard-file'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import type { z } from 'zod'
import { ANY_APP, withAnyApps } from './normal-dashboard.rules.ts'

/** What is wrong with the definition of an app in a file, at its place in the file. */
export function portableAppFaults({ app }: AppFile): Issue[] {
  const { applets: links = [], ...rest } = app
  const own = Array.isArray(links) ? links : [links]
  const parsed = AppCreate.safeParse({
    ...rest,
    fields: withAnyApp(rest['fields']),
    applets: own.map((link) => (isJsonObject(link) ? { ...link, applet: ANY_APP, revision: 1 } : link)),
  })
  return [...faultsOf(parsed, 'app'), ...keyFaults(own, ['app', 'applets'], 'applet')]
}

/** The same of an applet. */
export function portableAppletFaults(applet: JsonObject): Issue[] {
  const { fields } = applet
  return faultsOf(AppletCreate.safeParse({ ...applet, fields: withAnyApp(fields) }), 'applet')
}

/** The same of a dashboard. */
export function portableDashboardFaults({ dashboard }: DashboardFile): Issue[] {
  const widgets = Array.isArray(dashboard['widgets']) ? dashboard['widgets'] : []
  const named = widgets.map((one) => (isJsonObject(one) && 'app' in one ? one : { app: 'none' }))
  return [
    ...faultsOf(DashboardDefinition.safeParse(withAnyApps(dashboard)), 'dashboard'),
    ...keyFaults(named, ['dashboard', 'widgets'], 'app'),
  ]
}

function faultsOf(parsed: z.ZodSafeParseResult<unknown>, root: string): Issue[] {
  if (parsed.success) return []
  return parsed.error.issues.map(({ path, message, code }) => ({
    path: [root, ...path.filter((part) => typeof part !== 'symbol')],
    code,
    message,
  }))
}

function withAnyApp(fields: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(fields)) return fields
  return fields.map((field) =>
    isJsonObject(field) && Key.safeParse(field['app']).success ? { ...field, app: ANY_APP } : field,
  )
}

function keyFaults(list: readonly JsonValue[], path: Issue['path'], name: string): Issue[] {
  return list.flatMap((one, at) =>
    isJsonObject(one) && !Key.safeParse(one[name]).success
      ? [{ path: [...path, at, name], code: 'bad_value', message: `Name the ${name} by its key` }]
      : [],
  )
}
