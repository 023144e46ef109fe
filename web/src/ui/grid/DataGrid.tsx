import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StateCard } from '../StateCard.tsx'
import { BulkBar } from './BulkBar.tsx'
import classes from './DataGrid.module.css'
import { GridHeader } from './GridHeader.tsx'
import { GridRow, type Pins } from './GridRow.tsx'
import { GridSkeleton } from './GridSkeleton.tsx'
import { NoResults } from './NoResults.tsx'
import {
  fittingColumns,
  type GridColumn,
  gridTemplate,
  NO_LAYOUT,
  nextSorts,
  pinnedPlaces,
  type PlaceColumn,
  placeColumn,
  resizeColumn,
  visibleColumns,
} from './grid-column.ts'
import { toggled } from './grid-cursor.ts'
import type { DataGridProps } from './grid-props.ts'
import { HEADER, ROW } from './grid-size.ts'
import { useWidth } from './useWidth.ts'
import { useDelayed } from './useDelayed.ts'
import { useStable } from './useStable.ts'
import { useBodyKeys } from './useBodyKeys.ts'
import { addTexts } from '../text/i18n.ts'
import { workEn } from '../text/work.en.ts'

addTexts('ui', workEn)

const LOAD_AHEAD = 20
const PADDING = 32
/** Beside the last column, for the menu of the row. */
const MENU = 14

/**
 * The list of the product: virtualised, 32 px rows, keys j/k/Enter/x for the whole page, ticks, cursor, sort by
 * header, resizable and choosable columns, "3 new" pill, and all its states. It fills its parent (put it into
 * `<Content>`); sort, filter and selection are the caller's state (URL). Example: gallery/GridStory.tsx.
 * Keep `columns` and the callbacks of rows stable (useMemo/useCallback) so that rows do not redraw while scrolling.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { rows, status, empty, filtered = false } = props
  if (
    status === 'ready' &&
    rows.length === 0 &&
    !filtered &&
    empty !== undefined &&
    (props.newCount ?? 0) === 0
  ) {
    return <div className={classes.wrapper}>{empty}</div>
  }
  return <FilledGrid {...props} />
}

function FilledGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rows, rowKey, status, layout = NO_LAYOUT, onLayout, onSelect, onSort } = props
  const { t } = useTranslation('ui')
  const [wrapper, width] = useWidth()
  const selectable = onSelect !== undefined
  const room = padding(props)
  const shown = useMemo(
    () => fittingColumns(visibleColumns(columns, layout), layout, width - room, selectable),
    [columns, layout, width, room, selectable],
  )
  const { template, minWidth } = gridTemplate(shown, layout, selectable)
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const waiting = useDelayed(status === 'loading', 200)
  const busy = waiting || props.refreshing === true
  const style = { '--grid-template': template, '--grid-min': `${minWidth + room}px` } as CSSProperties // own variables
  return (
    <div className={classes.wrapper} style={style} ref={wrapper} {...menus(props)}>
      {busy && <div className={classes.progress} aria-hidden />}
      <Body
        {...props}
        shown={shown}
        keys={keys}
        sortBy={
          onSort === undefined ? undefined : (key, add) => onSort(nextSorts(props.sort ?? [], key, add))
        }
        resize={
          onLayout === undefined ? undefined : (key, width) => onLayout(resizeColumn(layout, key, width))
        }
        place={onLayout === undefined ? undefined : (move) => onLayout(placeColumn(columns, layout, move))}
        pins={pinnedPlaces(shown, layout, selectable)}
      >
        {waiting && <GridSkeleton columns={shown} faded={false} />}
        {status === 'error' && <GridSkeleton columns={shown} faded />}
        {props.loadingMore === true && (
          <div className={classes.more} aria-hidden>
            {t('grid.more')}
          </div>
        )}
      </Body>
      <Overlay {...props} />
      <BulkBar
        count={props.selected?.size ?? 0}
        words={props.selectedWords}
        onClear={() => onSelect?.(new Set())}
      >
        {props.bulk}
      </BulkBar>
    </div>
  )
}

function padding({ onRowMenu }: { onRowMenu?: unknown }): number {
  return PADDING + (onRowMenu === undefined ? 0 : MENU)
}

function menus({ onRowMenu }: { onRowMenu?: unknown }) {
  return { 'data-menus': onRowMenu !== undefined || undefined }
}

/** What covers the rows: nothing was found, or the list couldn't be loaded. */
function Overlay<Row>(props: DataGridProps<Row>) {
  const { rows, status, error } = props
  if (status === 'ready' && rows.length === 0)
    return <NoResults {...(props.onClearFilters === undefined ? {} : { onClear: props.onClearFilters })} />
  if (status !== 'error' || error === undefined) return null
  return (
    <div className={classes.overlay}>
      <StateCard
        error={error}
        {...(props.errorTitle === undefined ? {} : { title: props.errorTitle })}
        {...(props.onRetry === undefined ? {} : { onRetry: props.onRetry })}
        {...(props.retryAfter === undefined ? {} : { retryAfter: props.retryAfter })}
      />
    </div>
  )
}

interface BodyProps<Row> extends DataGridProps<Row> {
  shown: readonly GridColumn<Row>[]
  keys: readonly string[]
  sortBy: ((key: string, add: boolean) => void) | undefined
  resize: ((key: string, width: number | null) => void) | undefined
  place: PlaceColumn | undefined
  pins: Pins
  children: ReactNode
}

function Body<Row>(props: BodyProps<Row>) {
  const { rows, keys, shown, selected, onSelect, onOpen } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [cursorKey, setCursorKey] = useState(props.initialCursor)
  const lastTick = useRef<string | undefined>(undefined)
  const at = useCursor(keys, cursorKey, setCursorKey)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
    scrollMargin: HEADER,
    scrollPaddingStart: HEADER,
    initialOffset: at > 8 ? (at - 6) * ROW : 0,
  })
  const items = virtual.getVirtualItems()
  useLoadAhead(props, items.at(-1)?.index ?? -1)
  const tick = useStable((key: string, shift: boolean) => {
    onSelect?.(toggled(selected ?? new Set(), keys, key, shift ? lastTick.current : undefined))
    lastTick.current = key
  })
  const moveTo = useStable((index: number) => setCursorKey(keys[index]))
  useBodyKeys({ props, id, at, scroller, tick, moveTo, scrollTo: virtual.scrollToIndex })
  const open = useStable((row: Row) => onOpen?.(row))
  const menu = useStable((row: Row, anchor: HTMLElement) => props.onRowMenu?.(row, anchor))
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.total === undefined ? -1 : props.total + 1}
      aria-colcount={shown.length + (onSelect === undefined ? 0 : 1)}
      aria-multiselectable={onSelect !== undefined || undefined}
      aria-activedescendant={items.some((item) => item.index === at) ? `${id}-${at}` : undefined}
      aria-busy={props.status === 'loading' || undefined}
      tabIndex={0}
      className={classes.grid}
      data-covered={props.status === 'error' || undefined}
    >
      <div role="rowgroup" className={classes.headerGroup}>
        <GridHeader
          columns={shown}
          sort={props.sort}
          onSort={props.sortBy}
          onResize={props.resize}
          onPlace={props.place}
          pins={props.pins}
          newCount={props.newCount ?? 0}
          onShowNew={props.onShowNew}
          {...(onSelect === undefined ? {} : { all: allTicks(keys, selected, onSelect) })}
        />
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: rows.length * ROW }}>
        {items.map((item) => {
          const row = rows[item.index]
          const key = keys[item.index]
          if (row === undefined || key === undefined) return null
          return (
            <GridRow
              key={key}
              id={`${id}-${item.index}`}
              row={row}
              rowKey={key}
              index={item.index}
              top={item.index * ROW}
              columns={shown}
              pins={props.pins}
              selected={selected?.has(key) ?? false}
              isCursor={key === cursorKey}
              strong={props.isStrong?.(row) ?? false}
              flash={props.flashing?.has(key) ?? false}
              hue={props.rowHue?.(row)}
              onTick={tick}
              onCursor={moveTo}
              {...(onSelect === undefined
                ? {}
                : { tickLabel: t('grid.selectRow', { row: props.rowLabel?.(row) ?? key }) })}
              {...(onOpen === undefined ? {} : { onOpen: open })}
              {...(props.onRowMenu === undefined ? {} : { onMenu: menu })}
              menuLabel={props.rowMenuLabel?.(row)}
            />
          )
        })}
      </div>
      {props.children}
    </div>
  )
}

/** Where the cursor is. When its row leaves the list, it goes to the row that takes the place. */
function useCursor(
  keys: readonly string[],
  cursor: string | undefined,
  onCursor: (key: string | undefined) => void,
): number {
  const [last, setLast] = useState(-1)
  const at = cursor === undefined ? -1 : keys.indexOf(cursor)
  if (at !== -1 && at !== last) setLast(at)
  if (cursor !== undefined && at === -1 && last !== -1 && keys.length > 0)
    onCursor(keys[Math.min(last, keys.length - 1)])
  return at
}

function useLoadAhead<Row>(
  { hasMore, loadingMore, onMore, rows, status }: DataGridProps<Row>,
  lastIndex: number,
): void {
  const wanted =
    status === 'ready' && hasMore === true && loadingMore !== true && lastIndex >= rows.length - LOAD_AHEAD
  useEffect(() => {
    if (wanted) onMore?.()
  }, [wanted, onMore])
}

function allTicks(
  keys: readonly string[],
  selected: ReadonlySet<string> | undefined,
  onSelect: (set: Set<string>) => void,
) {
  const count = keys.filter((key) => selected?.has(key)).length
  const state = count === 0 ? ('none' as const) : count === keys.length ? ('all' as const) : ('some' as const)
  return { state, onToggle: () => onSelect(state === 'all' ? new Set() : new Set(keys)) }
}
