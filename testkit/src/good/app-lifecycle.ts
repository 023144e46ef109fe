import { AppView } from '@caseloom/contract/apps/apps'
import { APP } from '../contract-world.ts'
import type { Area } from './types.ts'

/** Copies and archives: one app of each resident is archived, so that others stay open. */
export const appLifecycle: Area = {
  good: {
    appMembers: () => ({ body: { sharing: null } }),
    copyApp: () => ({ body: { name: 'Copy', key: 'copied', acronym: 'CPY', views: true } }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps`
    const body = { ...APP, key: 'shelf', acronym: 'SLF', name: 'Shelf' }
    const made = await ask(web, { method: 'POST', url, cookie, body })
    const { id } = AppView.parse(made.json)
    return { archivedAppId: id }
  },
}
