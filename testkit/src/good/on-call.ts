import { OnCallOverrideView, OnCallSchedule } from '@caseloom/contract/tenancy/on-call'
import type { Area, Ids } from './types.ts'

const layer = (people: readonly (string | undefined)[]) => ({
  name: 'First line',
  people,
  startsOn: '2026-01-05',
  handoff: '08:00',
  turn: { count: 1, unit: 'week' },
})
const body = (ids: Ids) => ({
  key: 'soc',
  name: 'SOC on call',
  zone: 'Europe/Berlin',
  layers: [layer([ids['delegateId']])],
})
const week = (from: string, to: string) => ({
  from: `2027-03-${from}T08:00:00.000Z`,
  to: `2027-03-${to}T08:00:00.000Z`,
})

/** On-call schedules and their overrides. */
export const onCall: Area = {
  good: {
    readOnCall: () => ({ query: new URLSearchParams(week('01', '08')).toString() }),
    createOnCall: (ids) => ({ body: { ...body(ids), key: 'other_team' } }),
    saveOnCall: (ids) => {
      const { key: _key, ...rest } = body(ids)
      return { body: { ...rest, revision: 1 } }
    },
    addOnCallOverride: (ids) => ({ body: { ...week('02', '03'), userId: ids['delegateId'] } }),
    swapOnCall: () => ({ body: { first: week('02', '03'), second: week('09', '10') } }),
  },
  // One person can't swap with themselves; whether the schedule was changed before differs.
  otherStatus: { saveOnCall: [200, 409], swapOnCall: [400] },
  usedUp: ['deleteOnCall'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/on-call`
    const made = await ask(web, { method: 'POST', url, cookie, body: body(ids) })
    const { id: onCallScheduleId } = OnCallSchedule.parse(made.json)
    const override = { ...week('15', '16'), userId: ids['delegateId'] }
    const added = await ask(web, {
      method: 'POST',
      url: `${url}/${onCallScheduleId}/overrides`,
      cookie,
      body: override,
    })
    return { onCallScheduleId, onCallOverrideId: OnCallOverrideView.parse(added.json).id }
  },
}
