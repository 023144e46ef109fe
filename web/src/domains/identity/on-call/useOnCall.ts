import type { OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { lanesOf } from '@caseloom/contract/values/on-call-turns'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { localTime } from '../../../ui/local-time.ts'

/** A row of the schedule, as selects and blocks name it. */
export interface NamedLane {
  id: string
  layer: string
  shift: string | null
  name: string
}

/** The lanes of a schedule with their names; `layer/shift` when the layer has shifts. */
export function namedLanes(schedule: OnCallScheduleView): NamedLane[] {
  return lanesOf(schedule).map(({ layer, shift }) => ({
    id: shift === null ? layer.key : `${layer.key}/${shift.key}`,
    layer: layer.key,
    shift: shift?.key ?? null,
    name: shift === null ? layer.name : `${layer.name}, ${shift.name}`,
  }))
}

/** Names of people and lanes, and spans by the clocks of the schedule. */
export function useOnCallWords(schedule: OnCallScheduleView) {
  const { t } = useTranslation('onCall')
  const people = usePeople()
  const lanes = namedLanes(schedule)
  const day = (instant: string) => {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: schedule.zone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
    })
    return format.format(new Date(instant))
  }
  const clock = (instant: string, zone = schedule.zone) => localTime(instant, zone).slice(11)
  return {
    person: (id: string) => people.name(id) ?? t('panel.unknown'),
    isMe: (id: string) => id === people.me,
    lane: (layer: string, shift: string | null) =>
      lanes.find((one) => one.layer === layer && one.shift === shift)?.name ?? layer,
    day,
    clock,
    /** `Tue, Nov 24, 14:00 to 22:00`; with both days when there are two. */
    span: ({ from, to }: { from: string; to: string }) => {
      const isOneDay = day(from) === day(new Date(Date.parse(to) - 1).toISOString())
      const end = isOneDay ? clock(to) : `${day(to)}, ${clock(to)}`
      return t('block.span', { from: `${day(from)}, ${clock(from)}`, to: end })
    },
    hours: ({ from, to }: { from: string; to: string }) =>
      t('block.span', { from: clock(from), to: clock(to) }),
    yours: ({ from, to }: { from: string; to: string }) =>
      people.zone === schedule.zone
        ? undefined
        : t('yours', { from: clock(from, people.zone), to: clock(to, people.zone) }),
  }
}

export type OnCallWords = ReturnType<typeof useOnCallWords>
