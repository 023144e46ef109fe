import { z } from 'zod'
import { AppView } from './apps.ts'
import { Key } from '../field-types/common-settings.ts'
import { AppId, Instant } from '../kernel/ids.ts'
import { ActorRef } from '../records/records.ts'
import { route } from '../kernel/route.ts'

/** Days within which a deleted app can be restored with all its data. */
export const DELETED_APP_DAYS = 30

/** What works with an app and will not any more when it is gone. */
export const AppDependent = z.object({
  kind: z.enum(['app', 'playbook', 'report', 'dashboard']),
  id: z.string(),
  name: z.string(),
})
export type AppDependent = z.infer<typeof AppDependent>

export const appDependents = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/dependents',
  summary: 'Lists what depends on an app: its records and everything the caller can see that uses them',
  needs: 'app:build',
  reply: z.object({
    records: z.number().int(),
    items: z.array(AppDependent),
  }),
  on404: 'here',
})
export const deleteApp = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/delete',
  summary: 'Deletes an app and its records. It can be restored for 30 days.',
  needs: 'app:build',
  /** The name of the app, as proof that this one is meant. */
  body: z.strictObject({ name: z.string().max(200) }),
  reply: z.object({ until: Instant }),
  on404: 'here',
})

export const DeletedApp = z.object({
  id: AppId,
  key: Key,
  name: z.string(),
  icon: z.string(),
  acronym: z.string(),
  deletedAt: Instant,
  deletedBy: ActorRef,
  /** From then on it is permanently deleted. */
  until: Instant,
})
export type DeletedApp = z.infer<typeof DeletedApp>
export const listDeletedApps = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/deleted-apps',
  summary: 'Lists deleted apps that can still be restored, newest first',
  needs: 'app:build',
  reply: z.object({ items: z.array(DeletedApp) }),
})
export const restoreApp = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/deleted-apps/:deletedAppId/restore',
  summary: 'Restores a deleted app and its records',
  needs: 'app:build',
  reply: AppView,
  on404: 'here',
})
