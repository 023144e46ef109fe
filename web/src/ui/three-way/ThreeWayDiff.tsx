import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/i18n.ts'
import { ChangeGlyph } from './ChangeGlyph.tsx'
import { ConflictChoice } from './ConflictChoice.tsx'
import classes from './ThreeWayDiff.module.css'
import type { DiffRow, Side } from './diff-row.ts'
import { threeWayEn } from './three-way.en.ts'

addTexts('three-way', threeWayEn)

interface ThreeWayDiffProps {
  label: string
  heads: { base: string; here: string; next: string }
  rows: readonly DiffRow[]
  /** By row; a conflict without an entry is undecided. */
  choices: Readonly<Record<string, Side>>
  onChoose: (id: string, side: Side) => void
}

/** What a merge changes, item by item. N goes to the next change; in a conflict M keeps what is here and T takes the new. */
export function ThreeWayDiff({ label, heads, rows, choices, onChoose }: ThreeWayDiffProps) {
  const { t } = useTranslation('three-way')
  const { body, at, setCurrent, onKeyDown } = useRowKeys(rows, onChoose)
  return (
    <div role="grid" tabIndex={-1} className={classes.table} aria-label={label} onKeyDown={onKeyDown}>
      <div role="row" className={classes.heads}>
        {[t('item'), heads.base, heads.here, heads.next, t('result')].map((head) => (
          <span key={head} role="columnheader">
            {head}
          </span>
        ))}
      </div>
      <div role="rowgroup" ref={body}>
        {rows.map((row, index) => (
          <div
            key={row.id}
            role="row"
            className={classes.row}
            tabIndex={index === at ? 0 : -1}
            data-kind={row.kind}
            onFocus={() => setCurrent(row.id)}
          >
            <Cells row={row} value={choices[row.id] ?? null} onChoose={(side) => onChoose(row.id, side)} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The row that has the focus, and the keys that move it and decide. */
function useRowKeys(rows: readonly DiffRow[], onChoose: ThreeWayDiffProps['onChoose']) {
  const body = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  )
  const go = (index: number) => {
    const row = rows[index]
    if (row === undefined) return
    setCurrent(row.id)
    body.current?.querySelectorAll<HTMLElement>(':scope > [role="row"]')[index]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[at]
    const key = event.key.toLowerCase()
    const side = key === 'm' ? 'mine' : key === 't' ? 'new' : null
    if (key === 'n') go(nextChange(rows, at, event.target === body.current?.children[at]))
    else if (side !== null && row?.kind === 'conflict') onChoose(row.id, side)
    else if (isRow(event.target) && key === 'arrowdown') go(at + 1)
    else if (isRow(event.target) && key === 'arrowup') go(at - 1)
    else return
    event.preventDefault()
  }
  return { body, at, setCurrent, onKeyDown }
}

interface CellsProps {
  row: DiffRow
  value: Side | null
  onChoose: (side: Side) => void
}

function Cells({ row, value, onChoose }: CellsProps) {
  return (
    <>
      <span role="rowheader" className={classes.item}>
        <ChangeGlyph kind={row.kind} />
        {row.label}
      </span>
      <span role="gridcell">{row.base}</span>
      <span role="gridcell" data-changed={row.changedHere ? 'here' : undefined}>
        {row.here}
      </span>
      <span role="gridcell" data-changed={row.changedNext ? 'new' : undefined}>
        {row.next}
      </span>
      <span role="gridcell" className={classes.result}>
        {row.kind === 'conflict' ? (
          <ConflictChoice
            label={row.label}
            mine={row.here}
            next={row.next}
            value={value}
            onChoose={onChoose}
          />
        ) : (
          row.result
        )}
      </span>
    </>
  )
}

function isRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.role === 'row'
}

/** The next row that changes anything, from the top again after the last one. */
function nextChange(rows: readonly DiffRow[], at: number, isHere: boolean): number {
  const from = isHere ? at + 1 : at
  const order = rows.map((_row, step) => (from + step) % rows.length)
  return order.find((index) => rows[index]?.kind !== 'keep') ?? at
}
