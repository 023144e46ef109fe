import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowAction } from '../../ui/grid/grid-props.ts'
import { useStable } from '../../ui/grid/useStable.ts'
import { toast } from '../../ui/toast.tsx'
import type { ListRow } from './list/list-columns.tsx'
import { SPLIT_KEY } from './split/split-choice.ts'
import { useEnterSplit } from './split/useEnterSplit.ts'
import { useOpenRow } from './useOpenRow.ts'

type Open = ReturnType<typeof useOpenRow>['open']

/** `V` in a list: the record under the cursor beside the list, or the first one. */
export function useSplitAction(items: readonly ListRow[], open: Open): RowAction<ListRow> {
  const { t } = useTranslation('split')
  const first = useFirst(items, open)
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
  return useFirst(list.rows.items, open)
}

function useFirst(items: readonly ListRow[], open: Open): () => void {
  const { t } = useTranslation('split')
  const enter = useEnterSplit()
  return useStable(() => {
    const [first] = items
    if (first === undefined) toast({ kind: 'info', title: t('none') })
    else if (enter()) open(first)
  })
}
