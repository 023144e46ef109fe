import { z } from 'zod'
import { JsonObject } from '../kernel/json.ts'
import { NameKey } from './name-key.ts'
import { DashboardCreate, DashboardView } from './workspaces.ts'

/** A dashboard with its key. */
export const KeyedDashboard = DashboardView.extend({ key: NameKey })
export type KeyedDashboard = z.infer<typeof KeyedDashboard>

/** What a dashboard shows, without its sharing. */
export const DashboardDefinition = DashboardCreate.omit({ sharing: true, workspaceId: true }).extend({
  key: NameKey,
})
export type DashboardDefinition = z.infer<typeof DashboardDefinition>

/** A dashboard in a file: its definition, which names apps by their keys. */
export const DashboardFile = z.strictObject({
  format: z.literal('caseloom.dashboard/1'),
  dashboard: JsonObject,
})
export type DashboardFile = z.infer<typeof DashboardFile>
