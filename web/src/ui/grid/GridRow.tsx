import { memo, type MouseEvent, type ReactNode } from 'react'
import { type Hue, hueVar } from '../glyphs/hue.ts'
import classes from './DataGrid.module.css'
import type { GridColumn } from './grid-column.ts'
import { RowMenuCell, rowMenuButton } from './RowMenuCell.tsx'
import { Tick } from './Tick.tsx'

/** Left offset of pinned columns, by key. */
export type Pins = ReadonlyMap<string, { left: number; last: boolean }>

export interface GridRowProps<Row> {
  row: Row
  id: string
  rowKey: string
  /** The group that this line of the row is in. */
  group?: string | undefined
  index: number
  top: number
  columns: readonly GridColumn<Row>[]
  pins: Pins
  selected: boolean
  isCursor: boolean
  strong: boolean
  flash: boolean
  /** Colors the row; what it means must be said in a cell too. */
  hue?: Hue | undefined
  /** Absent: rows can't be selected. */
  tickLabel?: string
  onTick: (key: string, shift: boolean) => void
  onCursor: (index: number) => void
  onOpen?: (row: Row, group?: string) => void
  onMenu?: (row: Row, anchor: HTMLElement) => void
  menuLabel?: string | undefined
}

/** Selected text and clicks on links and buttons don't open the row. */
function opensRow(event: MouseEvent): boolean {
  const target = event.target
  if (target instanceof Element && target.closest('a, button, input, label') !== null) return false
  return window.getSelection()?.isCollapsed !== false
}

/** The right mouse button opens the menu of the row; selected text and links keep that of the browser. */
function openMenu<R>(
  event: MouseEvent<HTMLElement>,
  { row, index, onMenu, onCursor }: GridRowProps<R>,
): void {
  const button = rowMenuButton(event.currentTarget)
  if (onMenu === undefined || button === null || !opensRow(event)) return
  event.preventDefault()
  onCursor(index)
  onMenu(row, button)
}

function Row<R>(props: GridRowProps<R>) {
  const { row, columns, index, tickLabel, pins } = props
  const onClick = (event: MouseEvent) => {
    props.onCursor(index)
    if (opensRow(event)) props.onOpen?.(row, props.group)
  }
  return (
    <div
      role="row"
      id={props.id}
      // The header is row 1.
      aria-rowindex={index + 2}
      aria-level={props.group === undefined ? undefined : 2}
      aria-selected={tickLabel === undefined ? undefined : props.selected}
      className={classes.row}
      data-selected={props.selected || undefined}
      data-cursor={props.isCursor || undefined}
      data-strong={props.strong || undefined}
      data-flash={props.flash || undefined}
      data-marked={props.hue !== undefined || undefined}
      data-opens={props.onOpen !== undefined || undefined}
      style={{
        transform: `translateY(${props.top}px)`,
        ...(props.hue === undefined || props.selected ? {} : { backgroundColor: hueVar(props.hue, 'soft') }),
      }}
      onClick={onClick}
      onContextMenu={(event) => openMenu(event, props)}
    >
      {tickLabel === undefined ? (
        <span aria-hidden />
      ) : (
        <div role="gridcell" className={classes.tickCell} data-pinned={pins.size > 0 || undefined}>
          <Tick
            label={tickLabel}
            checked={props.selected}
            tabIndex={-1}
            onChange={(shift) => props.onTick(props.rowKey, shift)}
          />
        </div>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} pin={pins.get(column.key)} />
      ))}
      {props.onMenu !== undefined && (
        <RowMenuCell label={props.menuLabel ?? ''} onOpen={(anchor) => props.onMenu?.(row, anchor)} />
      )}
    </div>
  )
}

function Cell<R>({
  column,
  row,
  pin,
}: {
  column: GridColumn<R>
  row: R
  pin: { left: number; last: boolean } | undefined
}): ReactNode {
  return (
    <div
      role="gridcell"
      className={classes.cell}
      data-column={column.key}
      data-align={column.align}
      data-title={column.title || undefined}
      data-quiet={column.quiet || undefined}
      data-proportional={column.proportional || undefined}
      title={column.text?.(row)}
      {...pinAttributes(pin)}
    >
      {column.render(row)}
    </div>
  )
}

/** Attributes that pin a cell while the others scroll. */
export function pinAttributes(pin: { left: number; last: boolean } | undefined) {
  if (pin === undefined) return {}
  return { 'data-pinned': pin.last ? 'last' : true, style: { left: pin.left } }
}

// memo() drops the type parameter of a generic component; the cast restores it.
export const GridRow = memo(Row) as typeof Row
