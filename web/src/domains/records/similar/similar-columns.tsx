import type { AppView } from '@caseloom/contract/apps/apps'
import type { Say } from '../../../field-types/field-type.ts'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { type ListRow, titleOf } from '../list/list-columns.tsx'
import type { LineBelow } from './rows-below.ts'
import classes from './Similar.module.css'
import { SimilarPill } from './SimilarPill.tsx'

export function similarCount({ similar }: ListRow): number {
  return (similar?.folded ?? 0) + (similar?.others ?? 0)
}

/** The columns of a list, with a pill in the title of rows that represent others, and what is open below them. */
export function similarColumns(
  columns: readonly GridColumn<ListRow>[],
  titled: Titled,
): GridColumn<ListRow>[] {
  return columns.map((column) =>
    column.title === true ? titleColumn(column, titled) : quietColumn(column, titled.below),
  )
}

interface Titled {
  app: AppView
  below: ReadonlyMap<string, LineBelow>
  isOpen: (row: ListRow) => boolean
  toggle: (id: string) => void
  t: Say
}

function titleColumn(
  column: GridColumn<ListRow>,
  { app, below, isOpen, toggle, t }: Titled,
): GridColumn<ListRow> {
  return {
    ...column,
    render: (row) => {
      const line = below.get(row.id)
      const count = similarCount(row)
      if (line === undefined)
        return count === 0 ? (
          column.render(row)
        ) : (
          <>
            {column.render(row)}
            <SimilarPill
              name={titleOf(app, row)}
              count={count}
              isOpen={isOpen(row)}
              onToggle={() => toggle(row.id)}
            />
          </>
        )
      const isValue = line.kind === 'record' || line.kind === 'occurrence'
      return (
        <>
          <span className={classes.child} aria-hidden />
          <span className={line.kind === 'more' ? classes.link : classes.quiet}>
            {isValue ? column.render(row) : t(line.kind)}
          </span>
        </>
      )
    },
  }
}

/** Lines without values have none in other columns either. */
function quietColumn(
  column: GridColumn<ListRow>,
  below: ReadonlyMap<string, LineBelow>,
): GridColumn<ListRow> {
  const isEmpty = (row: ListRow) => {
    const kind = below.get(row.id)?.kind
    return kind === 'more' || kind === 'loading' || kind === 'failed'
  }
  const { render, text } = column
  return {
    ...column,
    render: (row) => (isEmpty(row) ? null : render(row)),
    ...(text === undefined ? {} : { text: (row: ListRow) => (isEmpty(row) ? undefined : text(row)) }),
  }
}
