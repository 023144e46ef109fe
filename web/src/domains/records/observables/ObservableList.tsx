import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { RecordView } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { AddDialog } from './AddDialog.tsx'
import { CardTargets } from './card-target.ts'
import { EnrichButton } from './EnrichButton.tsx'
import { EnrichDialogs } from './EnrichDialogs.tsx'
import { EnrichItem } from './EnrichItem.tsx'
import { ObservableCard } from './ObservableCard.tsx'
import { type ListedObservable, nameOf } from './observable-list.ts'
import { ObservableMenu } from './ObservableMenu.tsx'
import classes from './Observables.module.css'
import { ObservablesBar } from './ObservablesBar.tsx'
import { type ObservableListState, useObservableList } from './useObservableList.ts'

interface ObservableListProps {
  app: AppView
  record: RecordView
  field: Field & { type: 'observables' }
  /** Chooses another field. */
  select: ReactNode
}

/** All observables of a field with what is known of them; what is done to them is saved immediately. */
export function ObservableList({ app, record, field, select }: ObservableListProps) {
  const list = useObservableList(app, record, field)
  const { all, view, shown, query, actions, enriching, add } = list
  return (
    <div className={classes.list}>
      <ObservablesBar {...{ all, view, select }} onCopy={() => actions.copy(shown)} onAdd={add}>
        <EnrichButton enriching={enriching} observables={shown} words="enrichAll" />
      </ObservablesBar>
      {query.isError && (
        <FactsFailed text={describeError(query.error).text} onRetry={() => void query.refetch()} />
      )}
      <div className={classes.grid}>
        <CardTargets value={list.card.targets}>
          <Rows list={list} label={field.label} />
        </CardTargets>
      </div>
      <Above list={list} kinds={field.kinds} />
    </div>
  )
}

function Rows({ list, label }: { list: ObservableListState; label: string }) {
  const { t } = useTranslation('observables')
  const { view, shown, chosen, actions, enriching, add } = list
  return (
    <DataGrid<ListedObservable>
      label={t('list', { field: label })}
      columns={list.columns}
      rows={shown}
      groups={list.groups}
      rowKey={keyOf}
      rowLabel={nameOf}
      status="ready"
      filtered={view.isFiltered}
      onClearFilters={view.clear}
      empty={<NoneYet onAdd={add} />}
      sort={list.sort}
      onSort={list.setSort}
      selected={list.selected}
      onSelect={list.setSelected}
      bulk={
        <>
          <EnrichButton enriching={enriching} observables={chosen} words="enrich" look="default" />
          <Button onClick={() => actions.copy(chosen)}>{t('copyAll')}</Button>
        </>
      }
      onOpen={list.open}
      onRowMenu={(one, anchor) => list.setMenu({ one, anchor })}
      rowMenuLabel={(one) => t('menuOf', { value: nameOf(one) })}
      rowActions={actions.keys}
      total={shown.length}
      pausesKeys={list.menu !== null}
    />
  )
}

/** What lies above the list: the menu of a row, its card, and dialogs. */
function Above({ list, kinds }: { list: ObservableListState; kinds: ObservableListProps['field']['kinds'] }) {
  const { menu, setMenu, saving, enriching, card } = list
  return (
    <>
      {menu !== null && (
        <ObservableMenu
          key={menu.one.id}
          {...menu}
          saving={list.add === null ? null : saving}
          onOpen={() => list.open(menu.one)}
          onClose={() => setMenu(null)}
        >
          <EnrichItem enriching={enriching} one={menu.one} />
        </ObservableMenu>
      )}
      {card.shown !== null && (
        <ObservableCard
          key={card.shown.one.id}
          {...card.shown}
          {...{ enriching }}
          recordId={list.recordId}
          hold={card.hold}
          onClose={card.close}
        />
      )}
      {list.adding && <AddDialog kinds={kinds} saving={saving} onClose={list.closeAdding} />}
      <EnrichDialogs enriching={enriching} />
    </>
  )
}

const keyOf = ({ id }: ListedObservable) => id

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
