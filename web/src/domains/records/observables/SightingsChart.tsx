import { type ObservableView, SIGHTING_DAYS } from '@caseloom/contract/records/observable-lookups'
import { useTranslation } from 'react-i18next'
import { useNow, useZone } from '../../../ui/Times.tsx'
import { formatCount, formatShortDay } from '../../../ui/time.ts'
import classes from './ObservablePage.module.css'
import { type Bar, sightingsChart } from './sightings-chart.ts'

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [760, 150, 28, 20, 8]
const COLORS = [1, 4, 2, 3, 5, 7, 8, 6].map((at) => `var(--cl-chart-${at})`)
const DAY = 24 * 3_600_000
const EVERY = 5

/** The days of the last month in which the value came to records, by app. */
export function SightingsChart({ one }: { one: ObservableView }) {
  const { t } = useTranslation('observable')
  const days = SIGHTING_DAYS.page
  const counts = one.sightings.map((own) => own.days.reduce((sum, count) => sum + count, 0))
  const apps = one.sightings.map(({ app }, at) => t('ofApp', { app: app.name, count: counts[at] ?? 0 }))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <section className={classes.section} aria-labelledby="observable-sightings">
      <div className={classes.sectionHead}>
        <h2 id="observable-sightings" className={classes.sectionTitle}>
          {t('sightings')}
        </h2>
        <span className={classes.quiet}>{t('inDays', { count: total, days })}</span>
        <span className={classes.legend}>
          {one.sightings.map(({ app }, at) => (
            <span key={app.id} className={classes.key}>
              <span
                className={classes.swatch}
                style={{ background: COLORS[at % COLORS.length] }}
                aria-hidden
              />
              {app.name}
            </span>
          ))}
        </span>
      </div>
      <Plot one={one} label={t('sightingsOf', { apps: apps.join(', ') })} />
    </section>
  )
}

function Plot({ one, label }: { one: ObservableView; label: string }) {
  const { bars, top, ticks } = sightingsChart(one.sightings)
  const height = HEIGHT - TOP - BOTTOM
  const y = (share: number) => TOP + height - share * height
  return (
    <svg className={classes.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={WIDTH} y1={y(tick / top)} y2={y(tick / top)} className={classes.line} />
          <text x={LEFT - 8} y={y(tick / top) + 4} textAnchor="end" className={classes.axis}>
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {bars.map((bar) => (
        <DayBar key={bar.day} bar={bar} width={(WIDTH - LEFT) / bars.length} y={y} height={height} />
      ))}
      <Days count={bars.length} />
    </svg>
  )
}

interface DayBarProps {
  bar: Bar
  width: number
  y: (share: number) => number
  height: number
}

function DayBar({ bar, width, y, height }: DayBarProps) {
  return bar.parts.map(({ series, from, size }) => (
    <rect
      key={series}
      x={LEFT + bar.day * width + width * 0.15}
      y={y(from + size) + 1}
      width={width * 0.7}
      height={Math.max(1, size * height - 1)}
      rx={1.5}
      style={{ fill: COLORS[series % COLORS.length] }}
    />
  ))
}

/** A day is as many hours before now as its place says. */
function Days({ count }: { count: number }) {
  const zone = useZone()
  const now = useNow()
  const width = (WIDTH - LEFT) / Math.max(1, count)
  const shown = Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % EVERY === 0)
  return shown.map((at) => (
    <text
      key={at}
      x={at === count - 1 ? WIDTH : LEFT + (at + 0.5) * width}
      y={HEIGHT - 4}
      textAnchor={at === count - 1 ? 'end' : 'middle'}
      className={classes.axis}
    >
      {formatShortDay(new Date(now - (count - 1 - at) * DAY), zone)}
    </text>
  ))
}
