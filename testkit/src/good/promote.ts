import { AppView } from '@caseloom/contract/apps/apps'
import type { Area } from './types.ts'

/** Promotions: the app gets a reference to its own records, and one that leads there. */
export const promote: Area = {
  good: {
    promoteRecords: ({ recordId = '' }) => ({ body: { promotion: 'parent', records: [recordId] } }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps/${ids.appId}`
    const read = await ask(web, { method: 'GET', url, cookie })
    const { name, titleField, listColumns, layout, fields, revision } = AppView.parse(read.json)
    const parent = { key: 'parent', label: 'Parent', type: 'reference', app: ids.appId }
    const body = {
      name,
      titleField,
      listColumns,
      layout,
      revision,
      fields: [...fields, parent],
      promotions: [{ key: 'parent', label: 'Promote', link: 'parent', copy: { title: 'title' } }],
    }
    const updated = await ask(web, { method: 'PUT', url, cookie, body })
    if (updated.status !== 200) throw new Error(`The app took no promotion: ${JSON.stringify(updated.json)}`)
    return {}
  },
}
