import { AppView } from '@caseloom/contract/apps/apps'
import { APP } from '../contract-world.ts'
import type { Area } from './types.ts'

/** Apps on their way out: one of each resident that is deleted already. */
export const appDeletion: Area = {
  good: {
    deleteApp: () => ({ body: { name: 'Not its name' } }),
  },
  otherStatus: {
    // The app of the world stays: the name that is asked for as proof is not the one.
    deleteApp: [400],
  },
  usedUp: ['restoreApp'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps`
    const body = { ...APP, key: 'gone', acronym: 'GON', name: 'Gone' }
    const made = await ask(web, { method: 'POST', url, cookie, body })
    const { id } = AppView.parse(made.json)
    await ask(web, { method: 'POST', url: `${url}/${id}/delete`, cookie, body: { name: 'Gone' } })
    return { deletedAppId: id }
  },
}
