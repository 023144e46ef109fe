import type { Area } from './types.ts'

const EVENT = {
  happenedAt: '2026-11-22T22:14:06.000Z',
  type: 'email_activity',
  text: 'Invoice link opened',
  technique: 'T1566.002',
  asset: { name: 'lap-0142' },
  source: 'Mail gateway',
}

/** Attack events of records. */
export const attackEvents: Area = {
  good: {
    addAttackEvent: () => ({ body: EVENT }),
    editAttackEvent: () => ({ body: { source: null, asset: { name: 'lap-0143' } } }),
  },
  usedUp: ['deleteAttackEvent'],
  prepare: async ({ web, resident, ask }) => {
    const { tenantId, appId, recordId } = resident.ids
    const reply = await ask(web, {
      method: 'POST',
      url: `/api/tenant/${tenantId}/apps/${appId}/records/${recordId}/attack-events`,
      cookie: resident.cookie,
      body: EVENT,
    })
    const { id } = reply.json as { id: string } // the contract test checks the shape
    return { attackEventId: id }
  },
}
