import { Popover } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { hueVar } from '../../../ui/glyphs/hue.ts'
import { avatarHue, initials } from '../../../ui/glyphs/initials.ts'
import { type CalendarDay, placeOf } from './calendar.ts'
import classes from './OnCall.module.css'

/** A stretch of a lane. */
export interface Block {
  key: string
  from: string
  to: string
  /** Null is a gap. */
  name: string | null
  /** What it is called. */
  label: string
  isOverride?: boolean
  /** What pressing it shows; `close` ends that. */
  card: (close: () => void) => ReactNode
}

interface LaneProps {
  label: string
  text?: string | undefined
  days: readonly CalendarDay[]
  blocks: readonly Block[]
  /** An instant to mark. */
  now: number
}

/** One row of the calendar. Arrow keys move between its blocks. */
export function Lane({ label, text, days, blocks, now }: LaneProps) {
  const first = days[0]?.from ?? 0
  const last = days.at(-1)?.to ?? 0
  const shown = blocks.filter(({ from, to }) => Date.parse(from) < last && Date.parse(to) > first)
  return (
    <div className={classes.lane}>
      <div className={classes.laneHead}>
        <span className={classes.laneName} title={label}>
          {label}
        </span>
        {text !== undefined && <span className={classes.quiet}>{text}</span>}
      </div>
      <div className={classes.track} role="group" aria-label={label}>
        {days.map(({ date }) => (
          <span key={date} className={classes.cell} aria-hidden />
        ))}
        {shown.map((block, at) => (
          <BlockButton key={block.key} block={block} days={days} isFirst={at === 0} />
        ))}
        {now >= first && now < last && (
          <span className={classes.now} style={{ insetInlineStart: `${placeOf(days, now)}%` }} aria-hidden />
        )}
      </div>
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (by === 0) return
  const lane = event.currentTarget.closest('[role="group"]')
  const buttons = [...(lane?.querySelectorAll<HTMLElement>('[data-block]') ?? [])]
  const next = buttons[buttons.indexOf(event.currentTarget) + by]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function BlockButton({
  block,
  days,
  isFirst,
}: {
  block: Block
  days: readonly CalendarDay[]
  isFirst: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { from, to, name, label } = block
  const left = placeOf(days, Date.parse(from))
  const width = placeOf(days, Date.parse(to)) - left
  const hue = name === null ? null : avatarHue(name)
  const tint =
    hue === null
      ? {}
      : { background: hueVar(hue, 'soft'), borderColor: hueVar(hue, 'border'), color: hueVar(hue, 'text') }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <button
          type="button"
          data-block
          className={classes.block}
          data-gap={name === null || undefined}
          data-override={block.isOverride || undefined}
          aria-label={label}
          title={label}
          tabIndex={isFirst ? 0 : -1}
          style={{ insetInlineStart: `${left}%`, width: `calc(${width}% - 2px)`, ...tint }}
          onClick={() => setIsOpen((open) => !open)}
          onKeyDown={moveFocus}
        >
          <span
            className={classes.initials}
            data-initials={name === null ? '' : initials(name)}
            aria-hidden
          />
          <span className={classes.fullName} aria-hidden>
            {name ?? ''}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{isOpen && block.card(() => setIsOpen(false))}</Popover.Dropdown>
    </Popover>
  )
}

/** The days above the lanes. */
export function DayHeads({
  days,
  today,
  words,
}: {
  days: readonly CalendarDay[]
  today: string
  words: (date: string) => string
}) {
  return (
    <div className={classes.lane} data-head>
      <div className={classes.laneHead} />
      <div className={classes.track}>
        {days.map(({ date }) => (
          <span key={date} className={classes.dayHead} data-today={date === today || undefined}>
            {words(date)}
          </span>
        ))}
      </div>
    </div>
  )
}
