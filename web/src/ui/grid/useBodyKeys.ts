import type { RefObject } from 'react'
import type { DataGridProps } from './grid-props.ts'
import { HEADER, ROW } from './grid-size.ts'
import { rowMenuButton } from './RowMenuCell.tsx'
import { type IndexAction, useGridKeys } from './useGridKeys.ts'
import { useStable } from './useStable.ts'

interface BodyKeys<Row> {
  props: DataGridProps<Row> & { keys: readonly string[] }
  /** What the IDs of rows begin with. */
  id: string
  /** Index of the row with the cursor, or -1. */
  at: number
  scroller: RefObject<HTMLDivElement | null>
  tick: (key: string, range: boolean) => void
  moveTo: (index: number) => void
  scrollTo: (index: number, options: { align: 'auto' }) => void
}

/** The keys of a grid: what they do with its rows. */
export function useBodyKeys<Row>(body: BodyKeys<Row>): void {
  const { props, id, at, scroller, tick } = body
  const { rows, keys, onOpen } = props
  useGridKeys({
    enabled: rows.length > 0 && props.pausesKeys !== true,
    count: rows.length,
    at,
    hasTicks: props.onSelect !== undefined,
    hasMenus: props.onRowMenu !== undefined,
    actions: useRowActions(body),
    page: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 320) - HEADER) / ROW) - 1),
    onMove: (to) => {
      // Otherwise Enter would still belong to the last clicked link.
      scroller.current?.focus({ preventScroll: true })
      goTo(body, to)
    },
    onOpen: (index) => {
      const row = rows[index]
      if (row !== undefined) onOpen?.(row)
    },
    onMenu: (index) => openRowMenu(props, index, `${id}-${index}`),
    onTick: (index, range) => {
      const key = keys[index]
      if (key !== undefined && props.onSelect !== undefined) tick(key, range)
    },
    ...selecting(props),
  })
}

type Selecting = Pick<BodyKeys<unknown>['props'], 'keys' | 'selected' | 'onSelect'>

/** Selecting all rows, and none. */
function selecting({ keys, selected, onSelect }: Selecting) {
  return {
    onAll: () => {
      if (onSelect === undefined) return false
      onSelect(new Set(keys))
      return true
    },
    onEscape: () => {
      if ((selected?.size ?? 0) === 0) return false
      onSelect?.(new Set())
      return true
    },
  }
}

function goTo<Row>({ moveTo, scrollTo }: BodyKeys<Row>, index: number): void {
  moveTo(index)
  scrollTo(index, { align: 'auto' })
}

/** The actions of rows by index: they get the row and its place. */
function useRowActions<Row>(body: BodyKeys<Row>): IndexAction[] {
  const { props, id, at, scroller, scrollTo } = body
  const { rows, keys, rowActions = [] } = props
  // Called later: the list may have changed by then.
  const goNext = useStable((from: string) => {
    const index = keys.indexOf(from)
    if (index === at && index >= 0 && index + 1 < keys.length) goTo(body, index + 1)
  })
  return rowActions.map(({ run, ...shortcut }) => ({
    ...shortcut,
    run: (index) => {
      const [row, key] = [rows[index], keys[index]]
      if (row === undefined || key === undefined) return
      scrollTo(index, { align: 'auto' })
      run(row, {
        element: () => document.getElementById(`${id}-${index}`) ?? scroller.current,
        goNext: () => goNext(key),
        focus: () => scroller.current?.focus({ preventScroll: true }),
      })
    },
  }))
}

/** Opens the menu of the row at an index; false where rows have none. */
function openRowMenu<Row>({ rows, onRowMenu }: DataGridProps<Row>, index: number, rowId: string): boolean {
  const row = rows[index]
  const button = rowMenuButton(document.getElementById(rowId))
  if (row === undefined || button === null || onRowMenu === undefined) return false
  onRowMenu(row, button)
  return true
}
