import { z } from 'zod'
import { AppView } from './apps.ts'
import { Key, Label } from '../field-types/common-settings.ts'
import { route } from '../kernel/route.ts'

const base = '/api/tenant/:tenantId/apps' as const

export const copyApp = route({
  method: 'POST',
  path: `${base}/:appId/copy`,
  summary: 'Creates an app with the definition of another: fields, layout, workflow, templates; no records',
  needs: 'app:build',
  body: z.strictObject({
    name: Label,
    key: Key,
    acronym: z.string().regex(/^[A-Z]{2,6}$/, 'Use 2 to 6 uppercase letters'),
    /** Copies the saved views that the caller can see and that are shared. */
    views: z.boolean().default(false),
  }),
  /** `leftOut` names the shared saved views that weren’t copied: the caller can’t see them whole, or they no longer fit. */
  reply: AppView.extend({ leftOut: z.array(z.string()) }),
  status: 201,
  fails: ['app.key_taken', 'app.change_refused'],
  on404: 'here',
})
export const archiveApp = route({
  method: 'POST',
  path: `${base}/:archivedAppId/archive`,
  summary: 'Archives an app: it leaves the navigation, and its records and definition become read-only',
  needs: 'app:build',
  reply: AppView,
  fails: ['app.change_refused'],
  on404: 'here',
})
export const unarchiveApp = route({
  method: 'POST',
  path: `${base}/:archivedAppId/unarchive`,
  summary: 'Restores an archived app, so that its records can be changed again',
  needs: 'app:build',
  reply: AppView,
  fails: ['app.change_refused'],
  on404: 'here',
})
