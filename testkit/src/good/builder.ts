import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Repetition } from '@caseloom/contract/automation/run-control'
import { z } from 'zod'
import type { Area } from './types.ts'

const DRAFT: JsonObject = {
  playbook: 'tested',
  title: 'Tested',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'call', action: 'http.request', with: { url: 'https://example.com/' } },
    { key: 'read', action: 'data.transform', with: { value: '{% steps.call.output.n %}' }, after: 'call' },
  ],
}
const TEST = {
  document: DRAFT,
  trigger: { key: 'hook', payload: { a: 1 } },
  stubs: { call: { use: 'output', output: { n: 1 } } },
}

const SAVED_TEST = {
  key: 'saved',
  title: 'Saved',
  trigger: { key: 'hook', payload: { a: 1 } },
  given: { call: { output: { n: 1 } } },
  expect: { state: 'succeeded', steps: { read: { output: 1 } } },
}

/** Versions, tests and components: a component of its own beside the resident's playbook. */
export const builder: Area = {
  good: {
    testPlaybook: () => ({ body: TEST }),
    testStep: () => ({ body: { ...TEST, path: 'read', outputs: { call: { n: 2 } } } }),
    sitAtDraft: () => ({ body: { seat: '3f0e5a52-6b0a-4b5e-9d4e-5f1f3a1c2b7d' } }),
    replayTriggers: () => ({ body: { document: DRAFT, last: 3 } }),
    runPlaybookTests: () => ({ body: { document: { ...DRAFT, tests: [SAVED_TEST] } } }),
    makePlaybookTest: ({ runId }) => ({ body: { document: DRAFT, runId, key: 'made', title: 'Made' } }),
    rerunFromStep: () => ({ body: { path: 'twice' } }),
    lookUpObservables: ({ appId, observedId }) => ({
      body: { appId, recordId: observedId, observables: [{ kind: 'ipv4', value: '198.51.100.7' }] },
    }),
    runComponent: () => ({ body: { inputs: { host: 'a' } } }),
  },
  usedUp: ['deletePlaybook'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const base = `/api/tenant/${ids.tenantId}/orchestration/api/playbooks`
    const post = async (url: string, body: unknown) =>
      PlaybookView.parse((await ask(web, { method: 'POST', url: `${base}${url}`, cookie, body })).json)
    const draft = await post('', {
      document: {
        playbook: 'isolate',
        title: 'Isolate a host',
        inputs: {
          type: 'object',
          properties: { host: { type: 'string' }, observables: { type: 'array' } },
        },
        component: { looksUp: ['ipv4'] },
        steps: [{ key: 'keep', action: 'data.transform', with: { value: '{% inputs.host %}' } }],
      },
    })
    await post(`/${draft.id}/publish`, { revision: draft.revision })
    const begun = await ask(web, {
      method: 'POST',
      url: `/api/tenant/${ids.tenantId}/orchestration/api/run-failures/repeat`,
      cookie,
      body: { playbookId: ids.playbookId, errorCode: 'http.timeout' },
    })
    const log = await ask(web, {
      method: 'GET',
      url: `/api/tenant/${ids.tenantId}/orchestration/api/triggers/${ids.triggerId}/deliveries`,
      cookie,
    })
    const [delivery] = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(log.json).items
    return {
      componentId: draft.id,
      number: '1',
      repetitionId: Repetition.parse(begun.json).id,
      deliveryId: delivery?.id ?? '',
    }
  },
}
