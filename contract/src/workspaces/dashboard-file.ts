import { z } from 'zod'
import { JsonObject } from '../kernel/json.ts'
import { DashboardCreate, DashboardView } from './workspaces.ts'

/** What names a dashboard in packages; it stays when the dashboard is renamed. */
const DashboardKey = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    'Use up to 63 lowercase letters, digits, and underscores, starting with a letter',
  )

/** A dashboard with its key. */
export const KeyedDashboard = DashboardView.extend({ key: DashboardKey })
export type KeyedDashboard = z.infer<typeof KeyedDashboard>

/** What a dashboard shows, without its sharing. */
export const DashboardDefinition = DashboardCreate.omit({ sharing: true, workspaceId: true }).extend({
  key: DashboardKey,
})
export type DashboardDefinition = z.infer<typeof DashboardDefinition>

/** A dashboard in a file: its definition, which names apps by their keys. */
export const DashboardFile = z.strictObject({
  format: z.literal('caseloom.dashboard/1'),
  dashboard: JsonObject,
})
export type DashboardFile = z.infer<typeof DashboardFile>
