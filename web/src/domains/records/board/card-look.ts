import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordMarks } from '@caseloom/workflow/formats'
import type { People } from '../../../field-types/field-type.ts'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { cardFields } from '../groups/board-fields.ts'
import type { ListRow } from '../list/list-columns.tsx'
import type { Spot } from './board-columns.ts'

type Column = GridColumn<ListRow>

/** What cards show, and where. */
export interface CardLook {
  title: Column
  /** Undefined where the app has none, or the columns of the board say it. */
  severity: Field | undefined
  assignee: Field | undefined
  facts: readonly Column[]
  /** A clock, or else the age. */
  end: Column | undefined
  people: People
  marksOf: ((row: ListRow) => RecordMarks) | null
}

/** What can be done with cards; the same functions all the time, so that cards don't redraw. */
export interface BoardActs {
  onOpen: (row: ListRow, column: string) => void
  onFocus: (spot: Spot) => void
  onMenu: (row: ListRow, anchor: HTMLElement) => void
  menuLabel: (row: ListRow) => string
  /** Undefined where records can't be selected. */
  onTick: ((id: string) => void) | undefined
  onNeeded: (column: string) => void
  onMore: (column: string) => void
}

interface Looked {
  app: AppView
  /** Key of the field of the columns. */
  by: string
  columns: readonly Column[]
  /** Keys of the columns that the list shows, in their order. */
  shown: readonly string[]
  people: People
  marksOf: CardLook['marksOf']
}

/** Cards say what the list says: the first of its columns that have no place of their own. */
export function cardLook({ app, by, columns, shown, people, marksOf }: Looked): CardLook | null {
  const title = columns.find((column) => column.title === true)
  if (title === undefined) return null
  const { severity, assignee } = cardFields(app)
  const own = ['tracking_id', title.key, by, severity?.key, assignee?.key]
  const others = shown.flatMap((key) =>
    own.includes(key) ? [] : (columns.find((one) => one.key === key) ?? []),
  )
  const clock = others.find(({ key }) => app.fields.some((field) => field.key === key && 'start' in field))
  const end = clock ?? others.find(({ key }) => key === 'created_at')
  return {
    title,
    severity: severity?.key === by ? undefined : severity,
    assignee: assignee?.key === by ? undefined : assignee,
    facts: others.filter((column) => column !== end && column.key !== 'created_at'),
    end,
    people,
    marksOf,
  }
}
