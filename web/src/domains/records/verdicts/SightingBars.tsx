import type { ObservableSightings } from '@caseloom/contract/records/observable-lookups'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { useNow } from '../../../ui/Times.tsx'
import { barHeights, firstDayOf } from './sighting-bars.ts'
import classes from './Verdicts.module.css'
import { verdictsEn } from './verdicts.en.ts'

addTexts('verdicts', verdictsEn)

interface SightingBarsProps {
  sightings: Pick<ObservableSightings, 'records' | 'capped' | 'days'>
  /** The days from here on are those of the record that is shown. */
  since: string
}

/** How many records hold the value, and one bar for each of the last days. */
export function SightingBars({ sightings, since }: SightingBarsProps) {
  const { t } = useTranslation('verdicts')
  const { records, capped, days } = sightings
  const now = useNow()
  const recent = days.reduce((sum, count) => sum + count, 0)
  return (
    <span
      className={classes.sightings}
      title={t('sightings', { count: records, recent: formatCount(recent), days: days.length })}
    >
      <span className={classes.count}>
        {formatCount(records)}
        {capped && '+'}
      </span>
      <Bars days={days} from={firstDayOf(since, days.length, now)} />
    </span>
  )
}

/** A bar of 4 px for each day, a dash for one without any; red from a day on. */
export function Bars({
  days,
  from,
  height = 16,
  width,
}: {
  days: readonly number[]
  from: number
  height?: number
  /** Stretches the bars to it. */
  width?: number
}) {
  const heights = barHeights(days, height)
  return (
    <svg
      className={classes.bars}
      width={width ?? days.length * 5.5}
      preserveAspectRatio="none"
      height={height}
      viewBox={`0 0 ${days.length * 5.5} ${height}`}
      aria-hidden
    >
      {heights.map((size, at) => (
        <rect
          // The days have no other name than their place.
          key={at}
          x={at * 5.5}
          y={height - Math.max(1, size)}
          width={4}
          height={Math.max(1, size)}
          rx={0.8}
          data-empty={size === 0 || undefined}
          data-own={at >= from || undefined}
        />
      ))}
    </svg>
  )
}
