import { useEffect, useMemo, useRef, useState } from 'react'
import { type ColumnLayout, type GridColumn, NO_LAYOUT, visibleColumns } from '../../ui/grid/grid-column.ts'
import type { ListRow } from './list/list-columns.tsx'
import { columnsOf, columnsText, type ListColumn } from './model/list-search.ts'

const SETTLED_MS = 250

interface ListColumnsOptions {
  columns: readonly GridColumn<ListRow>[]
  usual: readonly string[]
  /** Columns of the URL; undefined when it names none. */
  cols: string | undefined
  /** Where this browser stores them for lists that name none; null in saved views, which have their own. */
  storageKey: string | null
  onCols: (cols: string | undefined) => void
}

/** Column layout from the URL. A drag updates the URL once it has settled. */
export function useListColumns({ columns, usual, cols, storageKey, onCols }: ListColumnsOptions) {
  const shown = cols ?? (storageKey === null ? undefined : readStored(storageKey))
  const [draft, setDraft] = useState<{ of: string | undefined; layout: ColumnLayout } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const settled = useMemo(
    () => layoutOf(columns, usual, columnsOf({ cols: shown ?? '' })),
    [columns, usual, shown],
  )
  const layout = draft !== null && draft.of === shown ? draft.layout : settled
  const setLayout = (next: ColumnLayout) => {
    clearTimeout(timer.current)
    if (next === NO_LAYOUT) {
      setDraft(null)
      keep(storageKey, null)
      onCols(undefined)
      return
    }
    setDraft({ of: shown, layout: next })
    timer.current = setTimeout(() => {
      const text = columnsText(chosenColumns(columns, next))
      keep(storageKey, text)
      onCols(text)
    }, SETTLED_MS)
  }
  return { layout, setLayout }
}

/** Without a choice, the default columns, which fold where the list is narrow. */
export function layoutOf(
  columns: readonly { key: string; title?: boolean }[],
  usual: readonly string[],
  chosen: readonly ListColumn[],
): ColumnLayout {
  const known = chosen.filter(({ field }) => columns.some(({ key }) => key === field))
  const order = known.length === 0 ? usual : known.map(({ field }) => field)
  const hidden = columns.flatMap(({ key }) => (order.includes(key) ? [] : [key]))
  if (known.length === 0) return { order, hidden, widths: {} }
  return {
    order: [...order, ...hidden],
    hidden,
    widths: Object.fromEntries(
      known.flatMap(({ field, width }) => (width === undefined ? [] : [[field, width]])),
    ),
    pinned: known.flatMap(({ field, pinned }) => (pinned === true ? [field] : [])),
    chosen: true,
  }
}

/** The columns of a layout, as stored in a URL or saved view. */
export function chosenColumns(
  columns: readonly { key: string; title?: boolean }[],
  layout: ColumnLayout,
): ListColumn[] {
  return visibleColumns(columns, layout).map(({ key }) => {
    const width = layout.widths[key]
    return {
      field: key,
      ...(width === undefined ? {} : { width }),
      ...(layout.pinned?.includes(key) === true ? { pinned: true } : {}),
    }
  })
}

function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(name: string | null, cols: string | null): void {
  if (name === null) return
  try {
    if (cols === null) localStorage.removeItem(name)
    else localStorage.setItem(name, cols)
  } catch {
    // Without storage the columns aren't remembered.
  }
}
