import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DataGrid.module.css'
import { GridHeader } from './GridHeader.tsx'
import { GridRow } from './GridRow.tsx'
import { GroupLine } from './GroupLine.tsx'
import { toggled } from './grid-cursor.ts'
import { type GridLine, lineAt } from './grid-lines.ts'
import type { DataGridProps, GridBodyProps } from './grid-props.ts'
import { HEADER, HEADING, ROW } from './grid-size.ts'
import { useBodyKeys } from './useBodyKeys.ts'
import { useStable } from './useStable.ts'

const LOAD_AHEAD = 20

/** The lines in view, with the cursor. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { lines, keys, shown, selected, onSelect, groups } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const lastTick = useRef<string | undefined>(undefined)
  const { at, setCursor } = useGridCursor(props, lines)
  const virtual = useLines(lines, scroller, at)
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useInView(props.current, at, virtual.scrollToIndex)
  useLoadAhead(props, last)
  useNeededGroups(props, items[0]?.index ?? 0, last)
  const tick = useStable((key: string, shift: boolean) => {
    onSelect?.(toggled(selected ?? new Set(), keys, key, shift ? lastTick.current : undefined))
    lastTick.current = key
  })
  const moveTo = useStable((index: number) => setCursor(lines[index]?.key))
  const open = useStable((row: Row, from?: string) => props.onOpen?.(row, from))
  const menu = useStable((row: Row, anchor: HTMLElement) => props.onRowMenu?.(row, anchor))
  const acts = { tick, moveTo, open, menu }
  useBodyKeys({ props, id, at, scroller, tick, moveTo, scrollTo: virtual.scrollToIndex })
  const columns = shown.length + (onSelect === undefined ? 0 : 1)
  return (
    <div
      ref={scroller}
      role={groups === undefined ? 'grid' : 'treegrid'}
      aria-label={props.label}
      aria-rowcount={props.total === undefined || groups !== undefined ? -1 : props.total + 1}
      aria-colcount={columns}
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
      <div role="rowgroup" className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          const place = { id: `${id}-${index}`, index, top: start - HEADER, isCursor: index === at }
          if (line.kind === 'row') return <Line key={line.key} {...{ props, line, place, acts }} />
          if (groups === undefined) return null
          return <GroupLine key={line.key} {...place} {...{ line, columns, groups }} onCursor={moveTo} />
        })}
      </div>
      {props.children}
    </div>
  )
}

function useLines<Row>(
  lines: readonly GridLine<Row>[],
  scroller: React.RefObject<HTMLDivElement | null>,
  at: number,
) {
  // Another function for other lines: heights are worked out again.
  const getItemKey = useCallback((index: number) => lines[index]?.key ?? index, [lines])
  return useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'heading' ? HEADING : ROW),
    getItemKey,
    overscan: 12,
    scrollMargin: HEADER,
    scrollPaddingStart: HEADER,
    initialOffset: at > 8 ? (at - 6) * ROW : 0,
  })
}

interface LineProps<Row> {
  props: GridBodyProps<Row>
  line: GridLine<Row> & { kind: 'row' }
  place: { id: string; index: number; top: number; isCursor: boolean }
  /** The same functions all the time, so that rows don't redraw. */
  acts: {
    tick: (key: string, shift: boolean) => void
    moveTo: (index: number) => void
    open: (row: Row, group?: string) => void
    menu: (row: Row, anchor: HTMLElement) => void
  }
}

function Line<Row>({ props, line, place, acts }: LineProps<Row>) {
  const { t } = useTranslation('ui')
  const { row, rowKey: key, group } = line
  return (
    <GridRow
      {...place}
      row={row}
      rowKey={key}
      group={group}
      columns={props.shown}
      pins={props.pins}
      selected={props.selected?.has(key) ?? false}
      strong={props.isStrong?.(row) ?? false}
      flash={props.flashing?.has(key) ?? false}
      hue={props.rowHue?.(row)}
      onTick={acts.tick}
      onCursor={acts.moveTo}
      {...(props.onSelect === undefined
        ? {}
        : { tickLabel: t('grid.selectRow', { row: props.rowLabel?.(row) ?? key }) })}
      {...(props.onOpen === undefined ? {} : { onOpen: acts.open })}
      {...(props.onRowMenu === undefined ? {} : { onMenu: acts.menu })}
      menuLabel={props.rowMenuLabel?.(row)}
    />
  )
}

/** What is shown elsewhere is shown even when it isn't in the list any more. */
const stays = () => undefined

/** Where the cursor is. When its line leaves the grid, it goes to the line that takes the place. */
function useCursor<Row>(
  lines: readonly GridLine<Row>[],
  cursor: string | undefined,
  onCursor: (key: string | undefined) => void,
): number {
  const [last, setLast] = useState(-1)
  const at = lineAt(lines, cursor)
  if (at !== -1 && at !== last) setLast(at)
  if (cursor !== undefined && at === -1 && last !== -1 && lines.length > 0)
    onCursor(lines[Math.min(last, lines.length - 1)]?.key)
  return at
}

/** The cursor, which follows the row that the page shows beside the grid. */
function useGridCursor<Row>({ current, initialCursor }: GridBodyProps<Row>, lines: readonly GridLine<Row>[]) {
  const [cursor, setCursor] = useState(current ?? initialCursor)
  const [followed, setFollowed] = useState(current)
  if (current !== undefined && current !== followed) {
    setFollowed(current)
    setCursor(current)
  }
  const at = useCursor(lines, cursor, current === undefined ? setCursor : stays)
  return { at, setCursor }
}

/** What is shown beside the grid is in view, wherever its row moves. */
function useInView(
  current: string | undefined,
  at: number,
  scrollTo: (index: number, options: { align: 'auto' }) => void,
): void {
  const show = useStable(scrollTo)
  useEffect(() => {
    if (current !== undefined && at >= 0) show(at, { align: 'auto' })
  }, [current, at, show])
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

/** Groups in view without rows ask for them. */
function useNeededGroups<Row>({ groups, lines }: GridBodyProps<Row>, from: number, to: number): void {
  const onNeeded = useStable((key: string) => groups?.onNeeded(key))
  const needed = lines
    .slice(from, to + 1)
    .flatMap((line) => (line.kind === 'pending' ? [line.group.key] : []))
  const names = JSON.stringify([...new Set(needed)])
  useEffect(() => {
    const keys: string[] = JSON.parse(names)
    for (const key of keys) onNeeded(key)
  }, [names, onNeeded])
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
