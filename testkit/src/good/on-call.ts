import { OnCallAway, OnCallOverride, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import type { Area, Ids } from './types.ts'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const layersOf = ({ userId }: Ids) => [{ key: 'first', name: 'First line', people: [userId] }]
const plan = (ids: Ids) => ({ name: 'First responders', zone: 'Europe/Berlin', layers: layersOf(ids) })
const override = ({ userId }: Ids) => {
  return { layer: 'first', shift: null, userId, from: inHours(1), to: inHours(3) }
}
const away = ({ userId }: Ids) => ({ userId, from: inHours(480), to: inHours(500) })

/** On-call schedules, their overrides, and times away. */
export const onCall: Area = {
  good: {
    createOnCallSchedule: (ids) => ({ body: { key: 'second_responders', ...plan(ids) } }),
    saveOnCallSchedule: (ids) => ({ body: { ...plan(ids), revision: 1 } }),
    onCallRange: () => ({ query: `from=${inHours(0)}&to=${inHours(168)}` }),
    addOnCallOverride: (ids) => ({ body: override(ids) }),
    addOnCallAway: (ids) => ({ body: away(ids) }),
  },
  // Mallory's schedule is deleted before its override is.
  otherStatus: { saveOnCallSchedule: [200, 409], undoOnCallOverride: [204, 404] },
  usedUp: ['deleteOnCallSchedule', 'undoOnCallOverride', 'removeOnCallAway'],
  async prepare({ web, resident, ask }) {
    const { cookie, ids } = resident
    const url = `/api/tenant/${ids.tenantId}/on-call`
    const post = async (path: string, body: object) =>
      (await ask(web, { method: 'POST', url: `${url}/${path}`, cookie, body })).json
    const schedule = await post('schedules', { key: 'responders', ...plan(ids) })
    const scheduleId = OnCallScheduleView.parse(schedule).id
    const made = await post(`schedules/${scheduleId}/overrides`, override(ids))
    const absent = await post('away', away(ids))
    return {
      scheduleId,
      overrideId: OnCallOverride.parse(made).id,
      awayId: OnCallAway.parse(absent).id,
    }
  },
}
