import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DataGrid.module.css'
import type { GridColumn, GridSort, PlaceColumn } from './grid-column.ts'
import { pinAttributes, type Pins } from './GridRow.tsx'
import { Tick } from './Tick.tsx'
import { useColumnDrag } from './useColumnDrag.ts'

interface GridHeaderProps<Row> {
  columns: readonly GridColumn<Row>[]
  sort: readonly GridSort[] | undefined
  /** `add`: in addition to the existing sorts. */
  onSort: ((key: string, add: boolean) => void) | undefined
  onResize: ((key: string, width: number | null) => void) | undefined
  onPlace: PlaceColumn | undefined
  pins: Pins
  newCount: number
  onShowNew: (() => void) | undefined
  /** Absent: rows can't be selected. */
  all?: { state: 'none' | 'some' | 'all'; onToggle: () => void }
}

const KEY_STEP = 16

export function GridHeader<Row>(props: GridHeaderProps<Row>) {
  const { t } = useTranslation('ui')
  return (
    <div role="row" aria-rowindex={1} className={classes.header}>
      {props.all === undefined ? (
        <span aria-hidden />
      ) : (
        <div role="columnheader" className={classes.tickCell} data-pinned={props.pins.size > 0 || undefined}>
          <Tick
            label={t('grid.selectAll')}
            checked={props.all.state === 'all'}
            indeterminate={props.all.state === 'some'}
            onChange={props.all.onToggle}
          />
        </div>
      )}
      {props.columns.map((column) => (
        <HeaderCell key={column.key} column={column} {...props} />
      ))}
    </div>
  )
}

function HeaderCell<Row>({ column, ...props }: GridHeaderProps<Row> & { column: GridColumn<Row> }) {
  const { t } = useTranslation('ui')
  const cell = useRef<HTMLDivElement>(null)
  const sorts = props.sort ?? []
  const place = sorts.findIndex(({ key }) => key === column.key)
  const sorted = sorts[place]?.direction
  const isOneOfMany = sorted !== undefined && sorts.length > 1
  const onSort = column.sortable === true ? props.onSort : undefined
  const edge = useColumnDrag(cell, column.key, props.onPlace)
  const onKeyDown = (event: KeyboardEvent) =>
    onHeaderKey(event, { cell: cell.current, key: column.key }, props)
  const placeId = useId()
  return (
    <div
      role="columnheader"
      ref={cell}
      className={classes.headerCell}
      data-align={column.align}
      data-edge={edge ?? undefined}
      {...pinAttributes(props.pins.get(column.key))}
      aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
      onKeyDown={onKeyDown}
    >
      {onSort === undefined ? (
        <span className={classes.headerLabel}>{column.label}</span>
      ) : (
        <SortButton
          isOneOfMany={isOneOfMany}
          placeId={placeId}
          onSort={onSort}
          column={column}
          sorted={sorted}
          place={place}
        />
      )}
      {isOneOfMany && (
        <span id={placeId} hidden>
          {t('grid.sortPlace', { at: place + 1 })}
        </span>
      )}
      {column.title === true && props.newCount > 0 && (
        <NewPill count={props.newCount} onShow={props.onShowNew} />
      )}
      {props.onResize !== undefined && (
        <ResizeHandle columnKey={column.key} cell={cell} onResize={props.onResize} />
      )}
    </div>
  )
}

function NewPill({ count, onShow }: { count: number; onShow: (() => void) | undefined }) {
  const { t } = useTranslation('ui')
  return (
    <button type="button" className={classes.newPill} onClick={onShow}>
      <IconArrowUp size={12} stroke={2} aria-hidden />
      {t('grid.new', { count })}
    </button>
  )
}

/** Alt with an arrow resizes a column, with Shift it moves it. */
function onHeaderKey<Row>(
  event: KeyboardEvent,
  { cell, key }: { cell: HTMLElement | null; key: string },
  props: GridHeaderProps<Row>,
): void {
  if (!event.altKey || props.onResize === undefined) return
  if (event.shiftKey) return moveByKey(event, key, props)
  const by = event.key === 'ArrowRight' ? KEY_STEP : event.key === 'ArrowLeft' ? -KEY_STEP : 0
  if (by === 0 || cell === null) return
  event.preventDefault()
  props.onResize(key, cell.offsetWidth + by)
}

interface SortButtonProps {
  isOneOfMany: boolean
  placeId: string
  onSort: (key: string, add: boolean) => void
  column: { key: string; label: string }
  sorted: 'asc' | 'desc' | undefined
  place: number
}

function SortButton({ isOneOfMany, placeId, onSort, column, sorted, place }: SortButtonProps) {
  const { t } = useTranslation('ui')
  return (
    <button
      type="button"
      className={classes.sortButton}
      title={t('grid.sortAdd')}
      aria-describedby={isOneOfMany ? placeId : undefined}
      onClick={(event) => onSort(column.key, event.shiftKey)}
    >
      <span className={classes.headerLabel}>{column.label}</span>
      {sorted === 'asc' && <IconArrowUp size={12} stroke={1.8} aria-hidden />}
      {sorted === 'desc' && <IconArrowDown size={12} stroke={1.8} aria-hidden />}
      {isOneOfMany && (
        <span className={classes.sortPlace} aria-hidden>
          {place + 1}
        </span>
      )}
    </button>
  )
}

/** Alt and Shift with an arrow move a column; the focus stays on it. */
function moveByKey<Row>(event: KeyboardEvent, key: string, { columns, onPlace }: GridHeaderProps<Row>): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const target = columns[columns.findIndex((column) => column.key === key) + by]?.key
  if (by === 0 || target === undefined || onPlace === undefined) return
  event.preventDefault()
  onPlace({ key, target, after: by > 0 })
}

interface ResizeHandleProps {
  columnKey: string
  cell: React.RefObject<HTMLDivElement | null>
  onResize: (key: string, width: number | null) => void
}

/** Drag to resize, double-click for the defined width; by keyboard Alt and arrows on the header. */
function ResizeHandle({ columnKey, cell, onResize }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width: cell.current?.offsetWidth ?? 0 }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (start.current === null) return
    onResize(columnKey, start.current.width + event.clientX - start.current.x)
  }
  const onPointerUp = () => {
    start.current = null
  }
  return (
    <span
      className={classes.resize}
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => onResize(columnKey, null)}
    />
  )
}
