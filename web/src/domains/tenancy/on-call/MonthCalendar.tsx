import type { OnCallCalendar } from '@caseloom/contract/tenancy/on-call'
import { useTranslation } from 'react-i18next'
import { formatShortDay } from '../../../ui/time.ts'
import { useNow } from '../../../ui/Times.tsx'
import { resultBlocks } from './blocks.tsx'
import type { CalendarDay } from './calendar.ts'
import { DayHeads, Lane } from './Lane.tsx'
import classes from './OnCall.module.css'
import type { Asking } from './types.ts'

interface MonthCalendarProps {
  calendar: OnCallCalendar
  weeks: readonly (readonly CalendarDay[])[]
  today: string
  onAsk: (asking: Asking) => void
}

/** Who is on call in each week of a month. */
export function MonthCalendar({ calendar, weeks, today, onAsk }: MonthCalendarProps) {
  const { t } = useTranslation('onCall')
  const now = useNow()
  const blocks = resultBlocks({ calendar, t, onAsk })
  return (
    <section className={classes.calendar} aria-label={t('calendar')}>
      {weeks.map((days) => {
        const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
        return (
          <div key={first}>
            <DayHeads days={days} today={today} words={shortDay} />
            <Lane label={`${shortDay(first)} – ${shortDay(last)}`} days={days} blocks={blocks} now={now} />
          </div>
        )
      })}
    </section>
  )
}

function shortDay(date: string): string {
  return formatShortDay(new Date(`${date}T12:00:00Z`), 'UTC')
}
