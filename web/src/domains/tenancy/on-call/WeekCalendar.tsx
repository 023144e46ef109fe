import type { OnCallCalendar, OnCallLayer } from '@caseloom/contract/tenancy/on-call'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/Times.tsx'
import { layerBlocks, overrideBlocks, resultBlocks } from './blocks.tsx'
import { type CalendarDay, dayText, weekdayOf } from './calendar.ts'
import { DayHeads, Lane } from './Lane.tsx'
import classes from './OnCall.module.css'
import type { Asking } from './types.ts'

interface WeekCalendarProps {
  calendar: OnCallCalendar
  days: readonly CalendarDay[]
  today: string
  onAsk: (asking: Asking) => void
}

/** The result above the layers and overrides that it comes from. */
export function WeekCalendar({ calendar, days, today, onAsk }: WeekCalendarProps) {
  const { t } = useTranslation('onCall')
  const now = useNow()
  const around = { calendar, t, onAsk }
  return (
    <section className={classes.calendar} aria-label={t('calendar')}>
      <DayHeads days={days} today={today} words={dayText} />
      <Lane label={t('lane')} text={t('laneText')} days={days} blocks={resultBlocks(around)} now={now} />
      {calendar.schedule.layers.map((layer, at) => (
        <Lane
          key={at}
          label={layer.name}
          text={turnText(layer, t)}
          days={days}
          blocks={layerBlocks(around, at)}
          now={now}
        />
      ))}
      {calendar.overrides.length > 0 && (
        <Lane label={t('overrides')} days={days} blocks={overrideBlocks(around)} now={now} />
      )}
    </section>
  )
}

/** `Weekly, Mon, 08:00`, or the hours of a layer that has one shift. */
function turnText({ turn, startsOn, handoff, hours }: OnCallLayer, t: TFunction<'onCall'>): string {
  const [only] = hours
  if (only !== undefined && hours.length === 1) return `${only.from} ${t('to')} ${only.to}`
  const day = String(weekdayOf(startsOn)) as '1' | '2' | '3' | '4' | '5' | '6' | '7'
  const words = t(`turns.${turn.unit}`, { count: turn.count, weekday: t(`weekdays.${day}`) })
  return t('layerText', { turn: words, time: handoff })
}
