import { UserId } from '@caseloom/contract/kernel/ids'
import type { OnCallScheduleInput } from '@caseloom/contract/tenancy/on-call'

/** A Monday long before any installation: turns count from it. */
const START = '2026-01-05'
const WEEK = [1, 2, 3, 4, 5, 6, 7]

/** The on-call schedule of the demo's team: three shifts a day, and a second line that changes every week. */
export function demoOnCall(userIds: readonly string[]): OnCallScheduleInput {
  const team = userIds.map((id) => UserId.parse(id))
  const from = (first: number) => [...team.slice(first % team.length), ...team.slice(0, first % team.length)]
  const shift = (name: string, first: number, [start, end]: readonly [string, string]) => ({
    name,
    people: from(first),
    startsOn: START,
    handoff: start,
    turn: { count: 1, unit: 'day' as const },
    hours: [{ days: WEEK, from: start, to: end }],
  })
  return {
    key: 'soc',
    name: 'SOC on call',
    zone: 'Europe/Berlin',
    layers: [
      shift('Early', 0, ['06:00', '14:00']),
      shift('Late', 1, ['14:00', '22:00']),
      shift('Night', 2, ['22:00', '06:00']),
      {
        name: 'Second line',
        people: from(3),
        startsOn: START,
        handoff: '08:00',
        turn: { count: 1, unit: 'week' },
        hours: [],
      },
    ],
  }
}
