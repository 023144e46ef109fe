import { PlaybookView } from '@caseloom/contract/automation/automation'
import { ButtonView, TriggerOverview } from '@caseloom/contract/automation/triggers'
import { z } from 'zod'
import type { Area } from './types.ts'

const DOCUMENT = {
  playbook: 'by-people',
  title: 'Started by people',
  inputs: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
  triggers: [
    { key: 'press', kind: 'button', with: { app: 'thing', label: 'Report', askInputs: true } },
    { key: 'fill', kind: 'form', with: { heading: 'Report to us' } },
    { key: 'open', kind: 'form', with: { heading: 'Report to us', audience: 'link' } },
  ],
  steps: [{ key: 'find', action: 'record.search', with: { app: 'thing' } }],
}

/** Triggers: a button and two forms of a playbook of their own. */
export const triggers: Area = {
  good: {
    switchTrigger: () => ({ body: { enabled: true } }),
    rotateTriggerSecret: () => ({ body: { keepOldHours: 24 } }),
    tryTrigger: () => ({ body: { payload: { n: 1 } } }),
    schedulePreview: () => ({ body: { cron: '0 7 * * 1-5', timeZone: 'Europe/Berlin' } }),
    pressButton: ({ recordId, statement }) => ({ body: { recordId, inputs: { note: 'hello' }, statement } }),
    pressButtonOnMany: ({ recordId = '', statement }) => ({
      body: { records: { ids: [recordId] }, inputs: { note: 'hello' }, statement },
    }),
    answerForm: () => ({ body: { inputs: { note: 'hello' } } }),
    answerOpenForm: () => ({ body: { inputs: { note: 'hello' } } }),
  },
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const base = `/api/tenant/${ids.tenantId}/orchestration/api`
    const get = async (url: string) => (await ask(web, { method: 'GET', url: `${base}${url}`, cookie })).json
    const post = async (url: string, body: unknown) =>
      PlaybookView.parse((await ask(web, { method: 'POST', url: `${base}${url}`, cookie, body })).json)
    const draft = await post('/playbooks', { document: DOCUMENT })
    await post(`/playbooks/${draft.id}/publish`, { revision: draft.revision })
    const Listed = z.object({ items: z.array(TriggerOverview) })
    const { items } = Listed.parse(await get(`/playbooks/${draft.id}/triggers`))
    const Buttons = z.object({ items: z.array(ButtonView) })
    const [button] = Buttons.parse(await get(`/apps/${ids.appId}/buttons`)).items
    const one = (key: string) => items.find((trigger) => trigger.key === key)
    return {
      buttonId: button?.id ?? '',
      statement: button?.statement?.id ?? '',
      formId: one('fill')?.id ?? '',
      formKey: one('open')?.address?.split('/').at(-1) ?? '',
    }
  },
}
