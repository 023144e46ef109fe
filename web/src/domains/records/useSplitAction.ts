import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../ui/grid/grid-props.ts'
import { useStable } from '../../ui/grid/useStable.ts'
import { toast } from '../../ui/toast.tsx'
import type { ListRow } from './list/list-columns.tsx'
import { SPLIT_KEY } from './split/split-choice.ts'
import { useEnterSplit } from './split/useEnterSplit.ts'
import { useOpenRow } from './useOpenRow.ts'
import type { RecordRows } from './useRecordRows.ts'

type Open = ReturnType<typeof useOpenRow>['open']
type Listed = Pick<RecordRows, 'items' | 'groups'>

/** `V` in a list or on a board: the record under the cursor beside its list, or the first one. */
export function useSplitAction(rows: Listed, open: Open): RowAction<ListRow> {
  const { t } = useTranslation('split')
  const first = useFirst(rows, open)
  const enter = useStable(useEnterSplit())
  const show = useStable(open)
  return useMemo(
    () => ({
      keys: [SPLIT_KEY],
      label: t('key'),
      run: (row, { group }) => {
        if (enter()) show(row, group)
      },
      runAnywhere: first,
    }),
    [t, first, enter, show],
  )
}

/** Shows the first record of a list beside it. */
export function useOpenBeside(list: Parameters<typeof useOpenRow>[0]): () => void {
  const { open } = useOpenRow(list)
  return useFirst(list.rows, open)
}

function useFirst(rows: Listed, open: Open): () => void {
  const { t } = useTranslation('split')
  const enter = useEnterSplit()
  return useStable(() => {
    const first = firstOf(rows)
    if (first === null) toast({ kind: 'info', title: t('none') })
    else if (enter()) open(first.row, first.group)
  })
}

/** The first row, with its group where the list has any. */
function firstOf({ items, groups }: Listed): { row: ListRow; group?: string } | null {
  const group = groups?.grid.items.find(({ isOpen, rows }) => isOpen && rows !== null && rows.length > 0)
  const row = group?.rows?.[0] ?? items[0]
  if (row === undefined) return null
  return group === undefined ? { row } : { row, group: group.key }
}
