import type { OnCallRange, OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { Badge } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/Times.tsx'
import { BlockCard } from './BlockCard.tsx'
import { type CalendarDay, dateAt, dayText, positionOf, spanText } from './calendar.ts'
import { moveFocus } from './move-focus.ts'
import classes from './OnCall.module.css'
import { OnCallBlock } from './OnCallBlock.tsx'
import { type ShownBlock, type ShownLane, shownLanes } from './shown-lanes.ts'
import { useOnCallWords } from './useOnCall.ts'

interface OnCallGridProps {
  schedule: OnCallScheduleView
  range: OnCallRange
  days: readonly CalendarDay[]
  onReplace: (block: ShownBlock) => void
}

/** Who is on call by day: the result, then every layer and shift, overrides, and times away. */
export function OnCallGrid({ schedule, range, days, onReplace }: OnCallGridProps) {
  const { t } = useTranslation('onCall')
  const [open, setOpen] = useState<string | null>(null)
  const shown = shownLanes(schedule, range, days)
  const row = { schedule, days: days.length, open, setOpen, onReplace }
  const label = t('calendar.label', { name: schedule.name, span: spanText(days) })
  return (
    <div className={classes.board}>
      <Backdrop days={days} />
      <div role="table" aria-label={label} aria-colcount={days.length + 1} onKeyDown={moveFocus}>
        <Head days={days} zone={schedule.zone} />
        <Lane {...row} name={t('calendar.result')} text={t('calendar.resultText')} lane={shown.result} />
        {shown.layers.map(({ layer, lanes }) => (
          <Layer key={layer.key} {...row} layer={layer} lanes={lanes} />
        ))}
        {shown.overrides.blocks.length > 0 && (
          <Lane
            {...row}
            name={t('calendar.overrides')}
            text={t('calendar.shown', { count: shown.overrides.blocks.length })}
            lane={shown.overrides}
          />
        )}
        {shown.away.blocks.length > 0 && (
          <Lane {...row} name={t('calendar.away')} text={t('calendar.awayText')} lane={shown.away} />
        )}
      </div>
      <NowLine days={days} />
    </div>
  )
}

function Backdrop({ days }: { days: readonly CalendarDay[] }) {
  return (
    <div className={classes.backdrop} aria-hidden>
      {days.map(({ date, isWeekend }) => (
        <span key={date} data-weekend={isWeekend || undefined} />
      ))}
    </div>
  )
}

function NowLine({ days }: { days: readonly CalendarDay[] }) {
  const at = positionOf(days, useNow())
  if (at <= 0 || at >= 1) return null
  return (
    <div className={classes.now} aria-hidden>
      <span style={{ insetInlineStart: `${at * 100}%` }} />
    </div>
  )
}

function Head({ days, zone }: { days: readonly CalendarDay[]; zone: string }) {
  const { t } = useTranslation('onCall')
  const today = dateAt(zone, useNow())
  return (
    <div role="row" className={classes.row} data-head>
      <span role="columnheader" className={classes.lane}>
        <span className={classes.laneText}>{t('calendar.lane')}</span>
      </span>
      <div role="presentation" className={classes.days}>
        {days.map((day) => (
          <span
            key={day.date}
            role="columnheader"
            className={classes.day}
            data-today={day.date === today || undefined}
            aria-current={day.date === today ? 'date' : undefined}
          >
            {days.length > 7 ? Number(day.date.slice(8)) : dayText(day)}
            {day.date === today && days.length <= 7 && (
              <Badge size="xs" variant="light">
                {t('calendar.today')}
              </Badge>
            )}
          </span>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  schedule: OnCallScheduleView
  days: number
  open: string | null
  setOpen: (id: string | null) => void
  onReplace: (block: ShownBlock) => void
}

type Shown = ReturnType<typeof shownLanes>['layers'][number]

/** A layer with shifts has a heading; one without is a row of its own. */
function Layer({ layer, lanes, ...row }: RowProps & Shown): ReactNode {
  const { t } = useTranslation('onCall')
  const turns = t('calendar.turns', { count: layer.people.length })
  const [first] = lanes
  if (layer.shifts.length === 0 && first !== undefined)
    return <Lane {...row} name={layer.name} text={`${t('calendar.around')}, ${turns}`} lane={first.lane} />
  return (
    <>
      <div role="row" className={classes.row} data-group>
        <span role="rowheader">
          <strong>{layer.name}</strong>
        </span>
        <span role="cell" aria-colspan={row.days}>
          {turns}
        </span>
      </div>
      {lanes.map(({ shift, lane }) => (
        <Lane
          key={lane.id}
          {...row}
          name={shift?.name ?? layer.name}
          text={shift === null ? '' : t('calendar.hours', { from: shift.from, to: shift.to })}
          lane={lane}
        />
      ))}
    </>
  )
}

function Lane({ name, text, lane, ...row }: RowProps & { name: string; text: string; lane: ShownLane }) {
  const { schedule, open, setOpen, onReplace } = row
  const labelOf = useBlockLabel(schedule, name)
  const words = useOnCallWords(schedule)
  return (
    <div role="row" className={classes.row} data-lane>
      <div role="rowheader" className={classes.lane}>
        <span className={classes.laneName} title={name}>
          {name}
        </span>
        <span className={classes.laneText} title={text}>
          {text}
        </span>
      </div>
      <div role="cell" aria-colspan={row.days} className={classes.cell}>
        {lane.blocks.map((block, at) => (
          <OnCallBlock
            key={block.id}
            place={block.place}
            kind={block.kind}
            person={words.person(block.userId)}
            label={labelOf(block)}
            title={words.yours(block)}
            isFirst={at === 0}
            isOpen={open === block.id}
            onOpen={(isOpen) => setOpen(isOpen ? block.id : null)}
          >
            <BlockCard
              schedule={schedule}
              block={block}
              onReplace={() => {
                setOpen(null)
                onReplace(block)
              }}
              onDone={() => setOpen(null)}
            />
          </OnCallBlock>
        ))}
      </div>
    </div>
  )
}

function useBlockLabel(schedule: OnCallScheduleView, lane: string) {
  const { t } = useTranslation('onCall')
  const words = useOnCallWords(schedule)
  return (block: ShownBlock) => {
    const named = { person: words.person(block.userId), lane, span: words.span(block) }
    if (block.kind === 'away') return t('block.away', named)
    if (block.gap === 'away') return t('block.gap', named)
    return t(block.gap === 'inactive' ? 'block.inactive' : 'block.name', named)
  }
}
