import { IconArrowDown } from '@tabler/icons-react'
import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { LIST_PAGE } from '../model/records.queries.ts'
import type { BoardColumn, Spot } from './board-columns.ts'
import classes from './Board.module.css'
import { Card } from './Card.tsx'
import type { BoardActs, CardLook } from './card-look.ts'
import { DropSlot } from './DropSlot.tsx'
import { useColumnDrop } from './dragging.ts'
import type { Standing } from './obstacle.ts'
import { useColumnCards } from './useColumnCards.ts'

/** What the columns say while a card is dragged. */
export interface Drag {
  id: string
  from: BoardColumn | undefined
  standing: Standing | null
  /** Why the card can't go there; null where it can. */
  whyNot: (column: BoardColumn) => string | null
}

interface ColumnProps {
  field: ChoiceField
  column: BoardColumn
  look: CardLook
  acts: BoardActs
  spot: Spot | null
  /** A card of the column to scroll to. */
  reveal: Spot | null
  selected: ReadonlySet<string>
  flashing: ReadonlySet<string>
  /** Null while no card is dragged. */
  drag: Drag | null
}

export function Column(props: ColumnProps) {
  const { field, column, acts, drag } = props
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const isTarget = drag !== null && drag.from?.key !== column.key
  const whyNot = isTarget ? drag.whyNot(column) : null
  const holdsCard = useColumnDrop(section, column.key, whyNot === null)
  useNeeded(section, () => acts.onNeeded(column.key))
  const isShut = whyNot !== null
  return (
    <section
      ref={section}
      className={classes.column}
      aria-labelledby={id}
      data-column-key={column.key}
      data-shut={isShut || undefined}
      data-over={holdsCard || undefined}
    >
      <header className={classes.columnHead}>
        <h2 id={id} className={classes.columnName} title={column.label}>
          {column.heading}
        </h2>
        <span className={classes.count}>
          {formatCount(column.count)}
          {column.capped && '+'}
        </span>
      </header>
      <div ref={scroller} className={classes.scroller}>
        {isShut && <p className={classes.whyNot}>{whyNot}</p>}
        {holdsCard && isTarget && (
          <DropSlot field={field} from={drag.from} to={column} standing={drag.standing} />
        )}
        <Cards {...props} scroller={scroller} labelledBy={id} />
        <Rest column={column} onMore={() => acts.onMore(column.key)} />
      </div>
    </section>
  )
}

interface CardsProps extends ColumnProps {
  scroller: RefObject<HTMLDivElement | null>
  labelledBy: string
}

/** The cards in view, each at its place. */
function Cards({ scroller, labelledBy, ...props }: CardsProps) {
  const { column, look, acts, spot, reveal, selected, flashing, drag } = props
  const { rows, count, capped } = column
  const entry = rows.find((row) => row.id === spot?.id)?.id ?? rows[0]?.id
  const dragged = drag?.from?.key === column.key ? drag.id : undefined
  const { cards, height, measure } = useColumnCards({ scroller, rows, entry, dragged, spot, reveal })
  const size = capped ? -1 : Math.max(count, rows.length)
  return (
    <ul className={classes.cards} aria-labelledby={labelledBy} style={{ height }}>
      {cards.map(({ row, index, top }) => (
        <Card
          key={row.id}
          {...{ row, look, acts, index, top, size, measure }}
          column={column.key}
          isSelected={selected.has(row.id)}
          isFlashing={flashing.has(row.id)}
          isEntry={row.id === entry}
        />
      ))}
    </ul>
  )
}

/** Below the cards: what is on its way, what more there is, or that there is nothing. */
function Rest({ column, onMore }: { column: BoardColumn; onMore: () => void }) {
  const { t } = useTranslation('board')
  const { rows, count, capped, isLoading, loadingMore, hasMore, hasFailed } = column
  if (isLoading || loadingMore)
    return (
      <p className={classes.rest} role="status">
        {t('loading')}
      </p>
    )
  if (hasMore || hasFailed) {
    const left = capped ? LIST_PAGE : Math.min(LIST_PAGE, count - rows.length)
    return (
      <button type="button" className={classes.more} onClick={onMore}>
        <IconArrowDown size={14} stroke={1.7} aria-hidden />
        {hasFailed ? t('failed') : left > 0 ? t('moreOf', { count: left }) : t('more')}
      </button>
    )
  }
  return rows.length === 0 ? <p className={classes.rest}>{t('none')}</p> : null
}

/** Columns in view ask for their cards. */
function useNeeded(element: RefObject<HTMLElement | null>, onNeeded: () => void): void {
  const need = useEffectEvent(onNeeded)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) need()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
}
