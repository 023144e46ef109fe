import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Area } from './types.ts'

/** Workflow runs: the app gets a workflow, and the record is saved once with it. */
export const workflowRuns: Area = {
  good: {
    lookUpValues: () => ({ body: { lookups: [{ table: 'own_domains', value: 'EXAMPLE.com' }] } }),
    // With a value of the table and a linked record of the areas before this one.
    openForm: ({ recordId = '' }) => ({
      body: {
        record: recordId,
        lookups: [{ table: 'own_domains', column: 'note', value: 'main domain' }],
        reads: { related: ['title'] },
      },
    }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/apps/${ids.appId}`
    const read = await ask(web, { method: 'GET', url, cookie })
    const { name, titleField, listColumns, layout, fields, promotions, revision } = AppView.parse(read.json)
    const rule = {
      id: 'titled',
      name: 'A title is there',
      when: { field: 'title', op: 'notEmpty' },
      actions: [{ id: 'hint', do: 'message', level: 'info', text: 'Titled' }],
      branches: [],
    }
    const stage = {
      id: 'always',
      title: 'Always',
      on: ['save', 'open'],
      branches: [{ id: 'b', rules: [rule] }],
    }
    const shape = { name, titleField, listColumns, layout, fields, promotions }
    const body = { ...shape, revision, workflow: { stages: [stage] } }
    const updated = await ask(web, { method: 'PUT', url, cookie, body })
    if (updated.status !== 200) throw new Error(`The app took no workflow: ${JSON.stringify(updated.json)}`)
    const record = `${url}/records/${ids.recordId}`
    const { version } = RecordView.parse((await ask(web, { method: 'GET', url: record, cookie })).json)
    const change = { version, fields: { title: 'Saved with a workflow' } }
    const saved = await ask(web, { method: 'PATCH', url: record, cookie, body: change })
    if (saved.status !== 200) throw new Error(`Not saved: ${JSON.stringify(saved.json)}`)
    return { sequence: String(RecordView.parse(saved.json).version), rule: rule.id }
  },
}
