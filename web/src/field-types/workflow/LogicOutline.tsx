import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import classes from './Logic.module.css'

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

interface LogicOutlineProps {
  label: string
  rows: readonly LogicRow[]
  selected: string | null
  onSelect: (id: string) => void
  onFold: (id: string) => void
  /** Keys that the tree itself has no use for. */
  onKey?: (event: KeyboardEvent, id: string) => void
  /** With the columns of an evaluation. */
  columns?: boolean
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

/** The tree of a workflow as rows, for reading by eye and by ear. */
export function LogicOutline(props: LogicOutlineProps) {
  const { label, rows, selected, onSelect, onFold, onKey, columns = false } = props
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
  return (
    <div className={classes.outline} role="tree" aria-label={label}>
      {rows.map((row) => (
        <OutlineRow
          key={row.id}
          row={row}
          isSelected={row.id === selected}
          isEntry={row.id === entry}
          columns={columns}
          onActive={() => setActive(row.id)}
          onKeyDown={(event) => onKeyDown(event, row)}
          onClick={() => onSelect(row.id)}
          onFold={() => onFold(row.id)}
        />
      ))}
    </div>
  )
}

interface OutlineRowProps {
  row: LogicRow
  isSelected: boolean
  isEntry: boolean
  columns: boolean
  onActive: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onClick: () => void
  onFold: () => void
}

function OutlineRow(props: OutlineRowProps) {
  const { row, isSelected, isEntry, columns, onActive, onKeyDown, onClick, onFold } = props
  return (
    <div
      id={logicRowId(row.id)}
      role="treeitem"
      aria-level={row.level}
      aria-selected={isSelected}
      // With columns, the row's own content says more than its label.
      {...(columns ? {} : { 'aria-label': row.text })}
      {...(row.open === undefined ? {} : { 'aria-expanded': row.open })}
      tabIndex={isEntry ? 0 : -1}
      className={classes.row}
      data-stage={row.kind === 'stage' || undefined}
      data-strong={row.fired || undefined}
      data-faded={row.faded || undefined}
      data-off={row.off || undefined}
      onFocus={onActive}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {Array.from({ length: row.level - 1 }, (_, at) => (
        <i key={at} className={classes.guide} data-fired={row.fired || undefined} aria-hidden />
      ))}
      {row.open !== undefined && row.kind === 'stage' && (
        <span
          className={classes.fold}
          data-open={row.open || undefined}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            onFold()
          }}
        >
          <IconChevronRight size={14} stroke={1.7} />
        </span>
      )}
      {row.glyph}
      <span className={classes.label} title={row.text}>
        {row.label}
      </span>{' '}
      {columns && <span className={classes.value}>{row.value}</span>}{' '}
      {columns && <span className={classes.outcome}>{row.outcome}</span>}
      {row.end}
    </div>
  )
}
