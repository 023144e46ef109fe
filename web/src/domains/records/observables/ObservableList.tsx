import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'
import { defang } from '@caseloom/contract/values/observable-value'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import type { GridSort } from '../../../ui/grid/grid-column.ts'
import { useObservables } from '../case/useObservables.ts'
import { observableSearch } from '../verdicts/observable-search.ts'
import { useObservableFacts } from '../verdicts/verdicts.queries.ts'
import { AddDialog } from './AddDialog.tsx'
import { observableColumns } from './observable-columns.tsx'
import { filtered, type ListedObservable, sorted, usualTlp, withFacts } from './observable-list.ts'
import { ObservableMenu, type OpenMenu } from './ObservableMenu.tsx'
import classes from './Observables.module.css'
import { ObservablesBar } from './ObservablesBar.tsx'
import { useListView } from './useListView.ts'
import { useClearOnEscape, useRowActions } from './useRowActions.ts'

interface ObservableListProps {
  app: AppView
  record: RecordView
  field: Field & { type: 'observables' }
  /** Chooses another field. */
  select: ReactNode
}

/** All observables of a field with what is known of them; what is done to them is saved immediately. */
export function ObservableList({ app, record, field, select }: ObservableListProps) {
  const { t } = useTranslation('observables')
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
  const groups = view.groupsOf(shown)
  const chosen = shown.filter(({ id }) => selected.has(id))
  const isEditable = record.can.update && !field.readOnly
  const open = (one: ListedObservable) =>
    void navigate({ to: paths.observable(scope), search: observableSearch(one) })
  const actions = useRowActions({ shown, chosen, open })
  useClearOnEscape(selected.size > 0, () => setSelected(new Set()))
  const columns = useMemo(() => {
    const tlp = usualTlp(record.fields['tlp'])
    return observableColumns({ t, since: record.createdAt, tlp, showsKind: view.grouping !== 'kind' })
  }, [t, record.createdAt, record.fields, view.grouping])
  const add = isEditable ? () => setAdding(true) : null
  return (
    <div className={classes.list}>
      <ObservablesBar {...{ all, view, select }} onCopy={() => actions.copy(shown)} onAdd={add} />
      {query.isError && (
        <FactsFailed text={describeError(query.error).text} onRetry={() => void query.refetch()} />
      )}
      <div className={classes.grid}>
        <DataGrid<ListedObservable>
          label={t('list', { field: field.label })}
          columns={columns}
          rows={shown}
          groups={groups}
          rowKey={keyOf}
          rowLabel={nameOf}
          status="ready"
          filtered={view.isFiltered}
          onClearFilters={view.clear}
          empty={<NoneYet onAdd={add} />}
          sort={sort}
          onSort={(next) => setSort(next.slice(0, 1))}
          selected={selected}
          onSelect={setSelected}
          bulk={<Button onClick={() => actions.copy(chosen)}>{t('copyAll')}</Button>}
          onOpen={open}
          onRowMenu={(one, anchor) => setMenu({ one, anchor })}
          rowMenuLabel={(one) => t('menuOf', { value: nameOf(one) })}
          rowActions={actions.keys}
          total={shown.length}
          pausesKeys={menu !== null}
        />
      </div>
      {menu !== null && (
        <ObservableMenu
          key={menu.one.id}
          {...menu}
          saving={isEditable ? saving : null}
          onOpen={() => open(menu.one)}
          onClose={() => setMenu(null)}
        />
      )}
      {adding && <AddDialog kinds={field.kinds} saving={saving} onClose={() => setAdding(false)} />}
    </div>
  )
}

const keyOf = ({ id }: ListedObservable) => id
const nameOf = ({ kind, value }: ListedObservable) => defang(kind, value)

function NoneYet({ onAdd }: { onAdd: (() => void) | null }) {
  const { t } = useTranslation('observables')
  return (
    <EmptyState title={t('none')} text={t(onAdd === null ? 'noneRead' : 'noneText')}>
      {onAdd !== null && <Button onClick={onAdd}>{t('addTitle')}</Button>}
    </EmptyState>
  )
}

/** The values are part of the record: they are shown although the rest couldn't be read. */
function FactsFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation('observables')
  return (
    <p className={classes.failed} role="alert">
      {t('factsFailed')}. {text}{' '}
      <Button size="compact-xs" variant="subtle" onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  )
}
