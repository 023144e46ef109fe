import type { AppView } from '@caseloom/contract/apps/apps'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import type { RowAction } from '../../../ui/grid/grid-props.ts'
import { useStable } from '../../../ui/grid/useStable.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { ListRow } from '../list/list-columns.tsx'
import type { ListSearch } from '../model/records.queries.ts'
import { isRecordLine, type LineBelow, rowsWithBelow } from './rows-below.ts'
import { SIMILAR_TAB } from './similar-tab.ts'
import { belowQuery } from './similar.queries.ts'
import { similarEn } from './similar.en.ts'
import { similarColumns, similarCount } from './similar-columns.tsx'

addTexts('similar', similarEn)

interface Listed {
  app: AppView
  items: readonly ListRow[]
  columns: readonly GridColumn<ListRow>[]
  search: ListSearch
}

/** The rows of a list, each with a pill for what it represents, and with what is open below it. */
export function useSimilarRows({ app, items, columns, search }: Listed) {
  const { t } = useTranslation('similar')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const opened = useOpened(app.id, search, items, open)
  const { rows, below } = useMemo(() => rowsWithBelow(items, opened), [items, opened])
  const toggle = useStable((id: string) => setOpen((before) => before.symmetricDifference(new Set([id]))))
  const shown = useMemo(() => {
    const isOpen = (row: ListRow) => open.has(row.id)
    return similarColumns(columns, { app, below, isOpen, toggle, t })
  }, [columns, app, below, open, toggle, t])
  const action = useMemo(
    (): RowAction<ListRow> => ({
      keys: ['O'],
      label: t('key'),
      run: (row) => {
        const parent = below.get(row.id)?.parent ?? row
        if (similarCount(parent) > 0) toggle(parent.id)
      },
    }),
    [t, below, toggle],
  )
  return {
    rows,
    columns: shown,
    action,
    isRecord: (id: string) => isRecordLine(below, id),
    openParent: useOpenParent(app.id, below),
  }
}

/** Leads from a line that is no record to what it belongs to; false for records. */
function useOpenParent(appId: string, below: ReadonlyMap<string, LineBelow>): (row: ListRow) => boolean {
  const scope = useTenantScope()
  const navigate = useNavigate()
  return (row) => {
    const line = below.get(row.id)
    if (line === undefined || line.kind === 'record') return false
    const to = paths.record(scope, appId, line.parent.id)
    void navigate({ to, search: { tab: SIMILAR_TAB } })
    return true
  }
}

/** What was read below the rows that are open. */
function useOpened(
  appId: string,
  search: ListSearch,
  items: readonly ListRow[],
  open: ReadonlySet<string>,
): Parameters<typeof rowsWithBelow>[1] {
  const { tenantId } = useTenantScope()
  const parents = items.filter((row) => open.has(row.id) && similarCount(row) > 0)
  const results = useQueries({
    queries: parents.map(({ id, similar }) =>
      belowQuery({ tenantId, appId, recordId: id }, search, {
        records: search.similar === true && (similar?.others ?? 0) > 0,
        folded: (similar?.folded ?? 0) > 0,
      }),
    ),
    combine: (all) => all.map(({ data, isError }) => ({ below: data, hasFailed: isError })),
  })
  return useMemo(
    () =>
      new Map(
        parents.flatMap(({ id }, at) => {
          const one = results[at]
          return one === undefined ? [] : [[id, one] as const]
        }),
      ),
    [parents, results],
  )
}
