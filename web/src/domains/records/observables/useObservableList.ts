import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { GridSort } from '../../../ui/grid/grid-column.ts'
import { useObservables } from '../case/useObservables.ts'
import { observableSearch } from '../verdicts/observable-search.ts'
import { useObservableFacts } from '../verdicts/verdicts.queries.ts'
import { observableColumns } from './observable-columns.tsx'
import { filtered, type ListedObservable, sorted, usualTlp, withFacts } from './observable-list.ts'
import type { OpenMenu } from './ObservableMenu.tsx'
import { useCard } from './useCard.ts'
import { useEnrich } from './useEnrich.ts'
import { useListingMap } from './useListings.ts'
import { useListView } from './useListView.ts'
import { useClearOnEscape, useRowActions } from './useRowActions.ts'

export type ObservableListState = ReturnType<typeof useObservableList>

/** The rows of a field as they are shown, what is selected of them, and what can be done with them. */
export function useObservableList(app: AppView, record: RecordView, field: Field & { type: 'observables' }) {
  const scope = useTenantScope()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [sort, setSort] = useState<GridSort[]>([])
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const saving = useObservables(field, record)
  const place = { tenantId: scope.tenantId, appId: app.id, recordId: record.id }
  const { facts, query } = useObservableFacts(place, field.key)
  const all = useMemo(() => withFacts(saving.list, facts), [saving.list, facts])
  const view = useListView(all)
  const shown = useMemo(() => sorted(filtered(all, view.filter), sort[0]), [all, view.filter, sort])
  const chosen = shown.filter(({ id }) => selected.has(id))
  const open = (one: ListedObservable) =>
    void navigate({ to: paths.observable(scope), search: observableSearch(one) })
  const enriching = useEnrich(place)
  useClearOnEscape(selected.size > 0, () => setSelected(new Set()))
  const isEditable = record.can.update && !field.readOnly
  return {
    all,
    view,
    shown,
    chosen,
    query,
    saving,
    enriching,
    selected,
    setSelected,
    menu,
    setMenu,
    sort,
    setSort: (next: GridSort[]) => setSort(next.slice(0, 1)),
    adding,
    /** Null for those who can't edit the record. */
    add: isEditable ? () => setAdding(true) : null,
    closeAdding: () => setAdding(false),
    open,
    groups: view.groupsOf(shown),
    columns: useColumns(record, all, view.grouping !== 'kind', enriching.progress),
    actions: useRowActions({ shown, chosen, open, enriching }),
    card: useCard(),
    recordId: record.id,
  }
}

function useColumns(
  record: RecordView,
  all: readonly ListedObservable[],
  showsKind: boolean,
  progress: ReturnType<typeof useEnrich>['progress'],
) {
  const { t } = useTranslation('observables')
  const tlp = usualTlp(record.fields['tlp'])
  const { createdAt: since } = record
  const { listings } = useListingMap(all)
  // Empty, the column would take the room that long values need.
  const hasOtherTlp = all.some((one) => one.tlp !== tlp)
  return useMemo(
    () => observableColumns({ t, since, tlp, showsKind, progress, listings, hasOtherTlp }),
    [t, since, tlp, showsKind, progress, listings, hasOtherTlp],
  )
}
