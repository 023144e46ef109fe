import type { Area } from './types.ts'

const NAME = { kind: 'ipv4', value: '198.51.100[.]7' }
const QUERY = new URLSearchParams(NAME).toString()

/** What is known of an observable that the resident's record holds. */
export const observableLookups: Area = {
  good: {
    recordObservables: () => ({ query: 'field=seen&limit=5' }),
    getObservable: () => ({ query: QUERY }),
    setVerdict: () => ({
      body: {
        ...NAME,
        verdict: 'malicious',
        score: 96,
        summary: 'Command and control',
        link: 'https://example.com/1',
      },
    }),
    withdrawVerdict: () => ({ query: QUERY }),
  },
  async prepare({ web, resident, ask }) {
    const { tenantId, appId } = resident.ids
    const reply = await ask(web, {
      method: 'POST',
      url: `/api/tenant/${tenantId}/apps/${appId}/records`,
      cookie: resident.cookie,
      body: { fields: { title: 'Seen', ref: `seen-${tenantId}`, seen: [{ value: NAME.value }] } },
    })
    if (reply.status !== 201) throw new Error(`The record with observables: ${JSON.stringify(reply.json)}`)
    return { observedId: (reply.json as { id: string }).id } // the contract test checks the shape
  },
}
