import { AppView } from '@caseloom/contract/apps/apps'
import { APP } from '../contract-world.ts'
import type { Area } from './types.ts'

/** References between records, in both directions: things refer to things. */
export const recordLinks: Area = {
  good: {
    listBackReferences: ({ appId }) => ({ query: `fromAppId=${appId}&field=related` }),
    findLinkable: () => ({ query: 'text=thing' }),
  },
  prepare: async ({ web, resident, ask }) => {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps/${ids.appId}`
    const { revision } = AppView.parse((await ask(web, { method: 'GET', url, cookie })).json)
    const { key: _key, acronym: _acronym, ...shape } = APP
    const related = { key: 'related', label: 'Related', type: 'reference', app: ids.appId, multiple: true }
    const fields = [...APP.fields, related]
    AppView.parse((await ask(web, { method: 'PUT', url, cookie, body: { ...shape, revision, fields } })).json)
    const body = { version: 1, fields: { related: [ids.recordId] } }
    await ask(web, { method: 'PATCH', url: `${url}/records/${ids.recordId}`, cookie, body })
    return { field: 'related' }
  },
}
