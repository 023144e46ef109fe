import type { RefObject } from 'react'
import type { GridBodyProps } from './grid-props.ts'
import { groupOfLine, headingAt, withGroup } from './grid-lines.ts'
import { HEADER, ROW } from './grid-size.ts'
import { rowMenuButton } from './RowMenuCell.tsx'
import { type IndexAction, useGridKeys } from './useGridKeys.ts'
import { useStable } from './useStable.ts'

interface BodyKeys<Row> {
  props: GridBodyProps<Row>
  /** What the IDs of rows begin with. */
  id: string
  /** Index of the row with the cursor, or -1. */
  at: number
  scroller: RefObject<HTMLDivElement | null>
  tick: (key: string, range: boolean) => void
  moveTo: (index: number) => void
  scrollTo: (index: number, options: { align: 'auto' }) => void
}

/** The keys of a grid: what they do with its lines. */
export function useBodyKeys<Row>(body: BodyKeys<Row>): void {
  const { props, id, at, scroller, tick } = body
  const { lines, onOpen, onSelect, groups } = props
  useGridKeys({
    enabled: lines.length > 0 && props.pausesKeys !== true && props.hasKeys !== false,
    isListed: props.hasKeys !== false,
    count: lines.length,
    at,
    hasTicks: onSelect !== undefined,
    hasMenus: props.onRowMenu !== undefined,
    hasGroups: groups !== undefined,
    actions: useRowActions(body),
    page: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 320) - HEADER) / ROW) - 1),
    onMove: (to) => {
      // Otherwise Enter would still belong to the last clicked link.
      scroller.current?.focus({ preventScroll: true })
      goTo(body, to)
    },
    onOpen: (index) => {
      const line = lines[index]
      if (line?.kind === 'row') onOpen?.(line.row, line.group)
      if (line?.kind === 'heading') groups?.onFold(line.group.key, !line.group.isOpen)
      if (line?.kind === 'more') groups?.onMore(line.group.key)
    },
    onFold: (index, isOpen) => fold(body, index, isOpen),
    onMenu: (index) => openRowMenu(props, index, `${id}-${index}`),
    onTick: (index, range) => {
      const line = lines[index]
      if (onSelect === undefined) return
      if (line?.kind === 'row') tick(line.rowKey, range)
      if (line?.kind === 'heading') onSelect(withGroup(props.selected ?? new Set(), lines, line.group.key))
    },
    ...selecting(props),
  })
}

/** From a row, its group is collapsed with the cursor on the heading. */
function fold<Row>(body: BodyKeys<Row>, index: number, isOpen: boolean): boolean {
  const { lines, groups } = body.props
  const heading = headingAt(lines, index)
  const key = groupOfLine(lines[heading])
  if (groups === undefined || key === undefined) return false
  if (!isOpen && heading !== index) goTo(body, heading)
  if (!isOpen || heading === index) groups.onFold(key, isOpen)
  return true
}

type Selecting = Pick<GridBodyProps<unknown>, 'keys' | 'selected' | 'onSelect'>

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
  const { lines, rowActions = [] } = props
  // Called later: the list may have changed by then.
  const goNext = useStable((from: string) => {
    const index = lines.findIndex(({ key }) => key === from)
    const next = lines.findIndex(({ kind }, place) => place > index && kind === 'row')
    if (index === at && index >= 0 && next >= 0) goTo(body, next)
  })
  const hasSelected = (props.selected?.size ?? 0) > 0
  return rowActions.map(({ run, runSelected, runAnywhere, ...shortcut }) => ({
    ...shortcut,
    run: (index) => {
      if (hasSelected && runSelected !== undefined) {
        runSelected()
        return true
      }
      const line = lines[index]
      if (line?.kind !== 'row') {
        runAnywhere?.()
        return runAnywhere !== undefined
      }
      scrollTo(index, { align: 'auto' })
      run(line.row, {
        element: () => document.getElementById(`${id}-${index}`) ?? scroller.current,
        goNext: () => goNext(line.key),
        focus: () => scroller.current?.focus({ preventScroll: true }),
        group: line.group,
      })
      return true
    },
  }))
}

/** Opens the menu of the row at an index; false where rows have none. */
function openRowMenu<Row>({ lines, onRowMenu }: GridBodyProps<Row>, index: number, rowId: string): boolean {
  const line = lines[index]
  const button = rowMenuButton(document.getElementById(rowId))
  if (line?.kind !== 'row' || button === null || onRowMenu === undefined) return false
  onRowMenu(line.row, button)
  return true
}
