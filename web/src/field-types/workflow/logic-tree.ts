import { type KeyboardEvent, type ReactNode, useState } from 'react'

/** A row of the outline of a workflow: a stage, rule, or action. */
export interface LogicRow {
  id: string
  level: number
  kind: 'stage' | 'rule' | 'action'
  glyph: ReactNode
  label: ReactNode
  /** The label as plain text, for screen readers and find. */
  text: string
  /** Absent for a row that has nothing inside. */
  open?: boolean | undefined
  value?: ReactNode
  outcome?: ReactNode
  fired?: boolean | undefined
  faded?: boolean | undefined
  off?: boolean | undefined
  end?: ReactNode
}

export interface LogicTreeProps {
  label: string
  rows: readonly LogicRow[]
  selected: string | null
  onSelect: (id: string) => void
  onFold: (id: string) => void
  /** Keys that the tree itself has no use for. */
  onKey?: (event: KeyboardEvent, id: string) => void
}

export function logicRowId(id: string): string {
  return `logic-${id}`
}

export function focusLogicRow(id: string): void {
  document.getElementById(logicRowId(id))?.focus()
}

/** Where a key leads in the tree: a row to focus, or a row to fold or unfold. */
export function walkRows(
  rows: readonly Pick<LogicRow, 'id' | 'level' | 'open'>[],
  id: string,
  key: string,
): { focus: string } | { fold: string } | null {
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (row === undefined) return null
  const to = (next: { id: string } | undefined) => (next === undefined ? null : { focus: next.id })
  const parent = rows.slice(0, at).findLast((one) => one.level < row.level)
  const below = rows[at + 1]
  if (key === 'ArrowDown') return to(below)
  if (key === 'ArrowUp') return to(rows[at - 1])
  if (key === 'Home') return to(rows[0])
  if (key === 'End') return to(rows.at(-1))
  if (key === 'ArrowLeft') return row.open === true ? { fold: row.id } : to(parent)
  if (key === 'ArrowRight') {
    if (row.open === false) return { fold: row.id }
    return row.open === true && below !== undefined && below.level > row.level ? { focus: below.id } : null
  }
  return key === ' ' && row.open !== undefined ? { fold: row.id } : null
}

/** Makes elements the items of one tree: a single stop of Tab, in which the arrow keys walk. */
export function useLogicTree({ rows, selected, onSelect, onFold, onKey }: LogicTreeProps) {
  const [active, setActive] = useState<string | null>(null)
  const entry = rows.find((row) => row.id === (active ?? selected))?.id ?? rows[0]?.id
  const onKeyDown = (event: KeyboardEvent, row: LogicRow) => {
    if (event.target !== event.currentTarget) return
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey
    const step = plain ? walkRows(rows, row.id, event.key) : null
    if (step !== null) {
      event.preventDefault()
      if ('fold' in step) onFold(step.fold)
      else focusLogicRow(step.focus)
      return
    }
    if (plain && event.key === 'Enter') {
      event.preventDefault()
      return onSelect(row.id)
    }
    onKey?.(event, row.id)
  }
  return (row: LogicRow) => ({
    id: logicRowId(row.id),
    role: 'treeitem' as const,
    'aria-level': row.level,
    'aria-selected': row.id === selected,
    ...(row.open === undefined ? {} : { 'aria-expanded': row.open }),
    tabIndex: row.id === entry ? 0 : -1,
    onFocus: () => setActive(row.id),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, row),
    onClick: () => onSelect(row.id),
  })
}
