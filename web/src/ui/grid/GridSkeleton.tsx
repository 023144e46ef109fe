import classes from './DataGrid.module.css'
import type { GridColumn } from './grid-column.ts'

const PARTS = [0.72, 0.88, 0.64, 0.8, 0.93, 0.58, 0.76]

/** Gray bars in the true column widths; fades downward below an error card. */
export function GridSkeleton<Row>({
  columns,
  faded,
  rows = 40,
}: {
  columns: readonly GridColumn<Row>[]
  faded: boolean
  rows?: number
}) {
  return (
    <div className={classes.skeleton} data-faded={faded || undefined} aria-hidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.skeletonRow}>
          <span />
          {columns.map((column, at) => (
            <span key={column.key} className={classes.skeletonCell} data-align={column.align}>
              <span
                className={classes.bone}
                style={{ width: `${(PARTS[(index + at * 2) % PARTS.length] ?? 0.7) * 100}%` }}
              />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
