import { ActionIcon } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { hueVar } from '../../../ui/glyphs/hue.ts'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { Tick } from '../../../ui/grid/Tick.tsx'
import type { ListRow } from '../list/list-columns.tsx'
import { rowHue } from '../list/useRowMarks.ts'
import classes from './Board.module.css'
import { CardAssignee, CardSeverity } from './CardGlyphs.tsx'
import type { BoardActs, CardLook } from './card-look.ts'
import { useCardDrag } from './dragging.ts'

interface CardProps {
  row: ListRow
  /** Key of its column. */
  column: string
  look: CardLook
  acts: BoardActs
  /** Its place in the column, in cards and in pixels. */
  index: number
  top: number
  /** Cards of the column; -1 while they aren't all counted. */
  size: number
  /** Reads its height; the same function all the time. */
  measure: (card: HTMLLIElement | null) => void
  isSelected: boolean
  isFlashing: boolean
  /** The way into the column by Tab. */
  isEntry: boolean
}

/** A record on a board: its title on two lines, with what the columns of the list say. */
export const Card = memo(function Card(props: CardProps) {
  const { row, column, look, acts, index, top, size, measure, isSelected, isFlashing, isEntry } = props
  const card = useRef<HTMLLIElement>(null)
  const ref = useMergedRef(card, measure)
  const isDragging = useCardDrag(card, { column, id: row.id })
  const marks = look.marksOf?.(row)
  const hue = marks === undefined || isSelected ? undefined : rowHue(marks)
  return (
    <li
      ref={ref}
      className={classes.card}
      aria-setsize={size}
      aria-posinset={index + 1}
      data-index={index}
      data-card={row.id}
      data-selected={isSelected || undefined}
      data-flash={isFlashing || undefined}
      data-dragging={isDragging || undefined}
      style={{ top, ...(hue === undefined ? {} : { backgroundColor: hueVar(hue, 'soft') }) }}
    >
      <CardHead {...{ row, column, look, acts, isSelected }} />
      <CardTitle {...{ row, column, look, acts, isEntry }} />
      <CardFacts row={row} look={look} />
    </li>
  )
})

type Part = Pick<CardProps, 'row' | 'look' | 'acts'>

function CardHead({ row, column, look, acts, isSelected }: Part & Pick<CardProps, 'column' | 'isSelected'>) {
  const { t } = useTranslation('board')
  // The card stays drawn while something in it has the focus.
  const focus = () => acts.onFocus({ column, id: row.id })
  const name = look.title.text?.(row) ?? row.trackingId
  return (
    <div className={classes.head}>
      {look.severity !== undefined && <CardSeverity field={look.severity} row={row} />}
      <span className={classes.id} data-column="tracking_id">
        {row.trackingId}
      </span>
      <span className={classes.tools}>
        <span className={classes.tool}>
          <ActionIcon
            size={20}
            variant="subtle"
            aria-label={acts.menuLabel(row)}
            aria-haspopup="menu"
            tabIndex={-1}
            onFocus={focus}
            onClick={({ currentTarget }) => acts.onMenu(row, currentTarget)}
          >
            <IconDots size={14} stroke={1.7} aria-hidden />
          </ActionIcon>
        </span>
        {acts.onTick !== undefined && (
          <span className={classes.tool} data-on={isSelected || undefined}>
            <Tick
              label={t('select', { record: name })}
              checked={isSelected}
              tabIndex={-1}
              onChange={() => {
                focus()
                acts.onTick?.(row.id)
              }}
            />
          </span>
        )}
        {look.assignee !== undefined && <CardAssignee field={look.assignee} row={row} people={look.people} />}
      </span>
    </div>
  )
}

/** Its link covers the card. */
function CardTitle({ row, column, look, acts, isEntry }: Part & Pick<CardProps, 'column' | 'isEntry'>) {
  const scope = useTenantScope()
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    acts.onOpen(row, column)
  }
  return (
    <Link
      to={paths.record(scope, row.appId, row.id)}
      className={classes.title ?? ''}
      data-title
      // The card is dragged, not its address.
      draggable={false}
      tabIndex={isEntry ? 0 : -1}
      onClick={open}
      onFocus={() => acts.onFocus({ column, id: row.id })}
    >
      {look.title.render(row)}
    </Link>
  )
}

const MAX_FACTS = 2

function CardFacts({ row, look }: Pick<Part, 'row' | 'look'>) {
  const facts = look.facts.filter((column) => isFilled(column, row)).slice(0, MAX_FACTS)
  return (
    <div className={classes.facts}>
      {facts.map((column) => (
        <Fact key={column.key} column={column}>
          {column.render(row)}
        </Fact>
      ))}
      {look.end !== undefined && isFilled(look.end, row) && (
        <Fact column={look.end} isEnd>
          {look.end.render(row)}
        </Fact>
      )}
    </div>
  )
}

interface FactProps {
  column: GridColumn<ListRow>
  isEnd?: boolean
  children: ReactNode
}

function Fact({ column, isEnd = false, children }: FactProps) {
  return (
    <span className={isEnd ? classes.end : classes.fact} data-column={column.key} title={column.label}>
      <span className="cl-clipped">{column.label}: </span>
      {children}
    </span>
  )
}

/** Columns without words always have something to show. */
function isFilled(column: GridColumn<ListRow>, row: ListRow): boolean {
  return column.text?.(row) !== ''
}
