import { IconChevronRight } from '@tabler/icons-react'
import classes from './Logic.module.css'
import { type LogicRow, type LogicTreeProps, useLogicTree } from './logic-tree.ts'

interface LogicOutlineProps extends LogicTreeProps {
  /** With the columns of an evaluation. */
  columns?: boolean
}

/** The tree of a workflow as rows, for reading by eye and by ear. */
export function LogicOutline(props: LogicOutlineProps) {
  const { label, rows, onFold, columns = false } = props
  const itemOf = useLogicTree(props)
  return (
    <div className={classes.outline} role="tree" aria-label={label}>
      {rows.map((row) => (
        <OutlineRow
          key={row.id}
          row={row}
          item={itemOf(row)}
          columns={columns}
          onFold={() => onFold(row.id)}
        />
      ))}
    </div>
  )
}

interface OutlineRowProps {
  row: LogicRow
  item: ReturnType<ReturnType<typeof useLogicTree>>
  columns: boolean
  onFold: () => void
}

function OutlineRow({ row, item, columns, onFold }: OutlineRowProps) {
  return (
    <div
      {...item}
      // With columns, the row's own content says more than its label.
      {...(columns ? {} : { 'aria-label': row.text })}
      className={classes.row}
      data-stage={row.kind === 'stage' || undefined}
      data-strong={row.fired || undefined}
      data-faded={row.faded || undefined}
      data-off={row.off || undefined}
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
