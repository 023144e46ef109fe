import { memo, type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
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
  const { now, isMoved, ...handlers } = useMoves({ rail, view, onJump })
  const step = rail.steps[now]
  if (step === undefined) return null
  const count = t('day.entries', { count: step.count, number: formatCount(step.count) })
  return (
    <div className={classes.box} data-rail>
      <div
        className={classes.rail}
        role="slider"
        tabIndex={0}
        aria-label={t('rail.label')}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={rail.steps.length}
        aria-valuenow={now + 1}
        aria-valuetext={t('rail.step', { at: formatDateTime(new Date(step.from), zone), entries: count })}
        {...handlers}
      >
        <Ticks rail={rail} zone={zone} />
        {view !== null && <Frame rail={rail} view={view} />}
        {isMoved && <span className={classes.handle} style={{ top: percent(step.place) }} />}
      </div>
    </div>
  )
}

/** The step that is shown, or that the pointer or a key led to, and what moves it. */
function useMoves({ rail, view, onJump }: TimeRailProps) {
  const [moved, setMoved] = useState<number | null>(null)
  const [isDragging, setDragging] = useState(false)
  const last = rail.steps.length - 1
  const now = Math.min(last, moved ?? (view === null ? 0 : stepAt(rail, view.newest)))
  const go = (to: number, isMoving = false) => {
    const next = Math.min(last, Math.max(0, to))
    setMoved(next)
    const step = rail.steps[next]
    if (step !== undefined) onJump(step.until, isMoving)
  }
  const stepOf = ({ clientY, currentTarget }: PointerEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    return stepNear(rail, (clientY - top) / height)
  }
  return {
    now,
    isMoved: moved !== null,
    onBlur: () => setMoved(null),
    onKeyDown: (event: KeyboardEvent) => {
      const to = keyStep(event.key, now, last)
      if (to === null || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      go(to)
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragging(true)
      go(stepOf(event), true)
    },
    onPointerMove: (event: PointerEvent) => {
      if (isDragging && stepOf(event) !== now) go(stepOf(event), true)
    },
    onPointerUp: (event: PointerEvent) => {
      if (isDragging) go(stepOf(event))
      setDragging(false)
    },
    onPointerCancel: () => setDragging(false),
  }
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
