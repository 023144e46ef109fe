import { memo, type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '@caseloom/contract/filters/relative-dates'
import { formatCount, formatDateTime, formatHour, formatShortDay } from '../../../ui/time.ts'
import { useZone } from '../../../ui/Times.tsx'
import { LANES } from './lanes.ts'
import { labeledSteps, placeOf, type Rail, stepAt, stepNear } from './rail-scale.ts'
import classes from './TimeRail.module.css'

/** Steps of Page Up and Page Down. */
const PAGE_STEPS = 10
/** Labels are at least this share of the rail apart. */
const LABELS_APART = 0.07

interface TimeRailProps {
  rail: Rail
  /** The newest and the oldest entry in view. */
  view: { newest: number; oldest: number } | null
  /** Shows what happened before a time; `isMoving` while more is to come. */
  onJump: (at: number, isMoving: boolean) => void
}

/** The whole period of the record with the part that is in view: press, drag, or use the keys to read elsewhere. */
export function TimeRail({ rail, view, onJump }: TimeRailProps) {
  const { t } = useTranslation('timeline')
  const zone = useZone()
  const track = useRef<HTMLDivElement>(null)
  /** The step that is being dragged to, or that keys led to. */
  const [moved, setMoved] = useState<number | null>(null)
  const [isDragging, setDragging] = useState(false)
  const last = rail.steps.length - 1
  const inView = view === null ? 0 : stepAt(rail, view.newest)
  const now = Math.min(last, moved ?? inView)
  const step = rail.steps[now]
  const go = (to: number, isMoving = false) => {
    const next = Math.min(last, Math.max(0, to))
    setMoved(next)
    const at = rail.steps[next]
    if (at !== undefined) onJump(at.until, isMoving)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyStep(event.key, now, last)
    if (to === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  const stepOf = ({ clientY }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    return box === undefined ? now : stepNear(rail, (clientY - box.top) / box.height)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragging(true)
    go(stepOf(event), true)
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!isDragging) return
    setDragging(false)
    go(stepOf(event))
  }
  if (step === undefined) return null
  const count = t('day.entries', { count: step.count, number: formatCount(step.count) })
  return (
    <div className={classes.box} data-rail>
      <div
        ref={track}
        className={classes.rail}
        role="slider"
        tabIndex={0}
        aria-label={t('rail.label')}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={last + 1}
        aria-valuenow={now + 1}
        aria-valuetext={t('rail.step', { at: formatDateTime(new Date(step.from), zone), entries: count })}
        onKeyDown={onKeyDown}
        onBlur={() => setMoved(null)}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => {
          if (isDragging && stepOf(event) !== now) go(stepOf(event), true)
        }}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDragging(false)}
      >
        <Ticks rail={rail} zone={zone} />
        {view !== null && <Frame rail={rail} view={view} />}
        {moved !== null && <span className={classes.handle} style={{ top: percent(step.place) }} />}
      </div>
    </div>
  )
}

/** Where a key leads; null for other keys. */
function keyStep(key: string, now: number, last: number): number | null {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return now - 1
    case 'ArrowDown':
    case 'ArrowRight':
      return now + 1
    case 'PageUp':
      return now - PAGE_STEPS
    case 'PageDown':
      return now + PAGE_STEPS
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

function Frame({ rail, view }: { rail: Rail; view: { newest: number; oldest: number } }) {
  const top = placeOf(rail, view.newest)
  const height = Math.max(0, placeOf(rail, view.oldest) - top)
  return (
    <span
      className={classes.frame}
      style={{ top: `calc(${percent(top)} - 5px)`, height: `calc(${percent(height)} + 10px)` }}
    />
  )
}

const TICK_PX = 3
const SHORTEST_PX = 5
const LONGER_PX = 4
const LONGEST_PX = 24

const Ticks = memo(function Ticks({ rail, zone }: { rail: Rail; zone: string }) {
  const labels = useMemo(() => labelsOf(rail, zone), [rail, zone])
  return (
    <span aria-hidden className={classes.ticks}>
      {rail.steps.flatMap(({ from, place, lanes }) =>
        lanes.map(({ lane, count }) => (
          <span
            key={`${from} ${lane}`}
            className={classes.tick}
            data-lane={lane}
            style={{
              top: `calc(${percent(place)} + ${(LANES.indexOf(lane) - 1.5) * TICK_PX}px)`,
              width: Math.min(LONGEST_PX, SHORTEST_PX + LONGER_PX * Math.log2(count)),
            }}
          />
        )),
      )}
      {labels.map(({ place, text }) => (
        <span key={place} className={classes.label} style={{ top: percent(place) }}>
          {text}
        </span>
      ))}
    </span>
  )
})

/** The time of a step, or its day where that is another one than above. */
function labelsOf(rail: Rail, zone: string): { place: number; text: string }[] {
  let day = ''
  return labeledSteps(rail, LABELS_APART).map(({ from, place }) => {
    const at = new Date(from)
    const own = dayIn(zone, at)
    const isSame = own === day
    day = own
    return { place, text: isSame ? formatHour(at, zone) : formatShortDay(at, zone) }
  })
}
