import type { FormatRule } from '@caseloom/contract/apps/layout'
import type { RecordMarks } from '@caseloom/workflow/formats'
import { IconFlag } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { hueOf, hueVar } from '../../../ui/glyphs/hue.ts'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import type { ListRow } from './list-columns.tsx'
import classes from './RowMarks.module.css'

/** The columns with their marks; that of the row is named in the title column. */
export function markedColumns(
  columns: GridColumn<ListRow>[],
  marksOf: ((row: ListRow) => RecordMarks) | null,
): GridColumn<ListRow>[] {
  if (marksOf === null) return columns
  return columns.map((column) => ({
    ...column,
    render: (row) => {
      const marks = marksOf(row)
      const own = marks.columns.get(column.key)
      const shown = own === undefined ? column.render(row) : <Marked rule={own}>{column.render(row)}</Marked>
      return column.title === true && marks.row !== null ? (
        <>
          <Flag rule={marks.row} />
          {shown}
        </>
      ) : (
        shown
      )
    },
  }))
}

function Marked({ rule, children }: { rule: FormatRule; children: ReactNode }) {
  const hue = hueOf(rule.color)
  return (
    <span
      className={classes.marked}
      style={{ background: hueVar(hue, 'soft'), color: hueVar(hue, 'text') }}
      title={rule.label}
    >
      <Flag rule={rule} />
      {children}
    </span>
  )
}

/** What a mark means, for those who don't see its color. */
function Flag({ rule }: { rule: FormatRule }) {
  return (
    <span className={classes.flag} title={rule.label} role="img" aria-label={rule.label}>
      <IconFlag size={12} stroke={1.8} color={hueVar(hueOf(rule.color), 'text')} aria-hidden />
    </span>
  )
}
