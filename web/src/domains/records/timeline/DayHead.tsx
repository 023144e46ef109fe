import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatDay } from '../../../ui/time.ts'
import classes from './Timeline.module.css'

interface DayHeadProps {
  id: string
  day: string
  count: number
  index: number
  measure: (element: HTMLElement | null) => void
  /** Drawn behind it. */
  threads: ReactNode
}

/** Stays in view while its entries scroll below it. */
export function DayHead({ id, day, count, index, measure, threads }: DayHeadProps) {
  const { t } = useTranslation('timeline')
  return (
    <h2 className={classes.dayHead} id={id} ref={measure} data-index={index}>
      {threads}
      {formatDay(day, 'weekday')}
      <span className={classes.dayCount}>{t('day.entries', { count, number: formatCount(count) })}</span>
    </h2>
  )
}
