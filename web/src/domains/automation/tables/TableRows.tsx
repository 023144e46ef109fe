import type { TableRowView, tableUses, TableView } from '@caseloom/contract/automation/tables'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePagedList } from '../../../data/list-state.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { ListGrid } from '../../../ui/list-page/ListGrid.tsx'
import { SearchField } from '../../../ui/list-page/SearchField.tsx'
import { useRowColumns } from './row-columns.tsx'
import { RowPanel } from './RowPanel.tsx'
import { TableActions } from './TableActions.tsx'
import classes from './Tables.module.css'
import { rowsQuery, tableUsesQuery } from './tables.queries.ts'

interface TableRowsProps {
  table: TableView
  search: { q?: string; row?: string; state?: string }
  show: (next: Record<string, string | undefined>) => void
  onGone: () => void
}

const STATES = ['live', 'expired'] as const

function totalOf({ rows, expired }: TableView, state: (typeof STATES)[number] | undefined): number {
  if (state === undefined) return rows + expired
  return state === 'live' ? rows : expired
}

/** The rows of one table with what can be done with it. */
export function TableRows({ table, search, show, onGone }: TableRowsProps) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const state = STATES.find((one) => one === search.state)
  const list = usePagedList<TableRowView>(
    useInfiniteQuery(rowsQuery(tenantId, table.id, { q: search.q, state })),
  )
  const hasExpiry = table.expireDays !== null || list.rows.some(({ expiresAt }) => expiresAt !== null)
  const columns = useRowColumns(table, hasExpiry)
  const selected = list.rows.find(({ id }) => id === search.row)
  const empty = (
    <EmptyState title={t('rows.none')} text={t(table.can.build ? 'rows.noneText' : 'rows.noneRead')} />
  )
  return (
    <section className={classes.main} aria-label={table.name}>
      <RowFilters table={table} search={search} show={show} onGone={onGone} />
      <About table={table} />
      <div className={classes.grid}>
        <Docked
          panel={
            selected !== undefined && (
              <RowPanel
                key={selected.id}
                table={table}
                row={selected}
                onClose={() => show({ row: undefined })}
              />
            )
          }
        >
          <ListGrid<TableRowView>
            label={table.name}
            columns={columns}
            list={list}
            rowKey={({ id }) => id}
            errorTitle={t('rows.failed')}
            filtered={search.q !== undefined || state !== undefined}
            onClearFilters={() => show({ q: undefined, state: undefined })}
            empty={empty}
            onOpen={({ id }) => show({ row: id })}
            total={search.q === undefined ? totalOf(table, state) : undefined}
          />
        </Docked>
      </div>
    </section>
  )
}

function RowFilters({ table, search, show, onGone }: TableRowsProps) {
  const { t } = useTranslation('tables')
  return (
    <FilterBar end={<TableActions table={table} onAdded={({ id }) => show({ row: id })} onGone={onGone} />}>
      <SearchField label={t('rows.search')} value={search.q} onChange={(q) => show({ q, row: undefined })} />
      <ChoiceFilter
        field={t('rows.state')}
        choices={STATES.map((value) => ({ value, label: t(`rows.${value}`) }))}
        value={STATES.find((one) => one === search.state)}
        onChange={(state) => show({ state, row: undefined })}
      />
    </FilterBar>
  )
}

/** What the table is for, when its rows expire, and which playbooks and form logic use it. */
function About({ table }: { table: TableView }) {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const uses = useQuery(tableUsesQuery(tenantId, table.id)).data
  return (
    <div className={classes.about}>
      {table.description !== null && <span>{table.description}</span>}
      {table.expireDays !== null && <span>{t('table.expires', { count: table.expireDays })}</span>}
      {uses !== undefined && <Uses uses={uses} />}
    </div>
  )
}

function Uses({ uses: { items, logic, others } }: { uses: RouteReply<typeof tableUses> }) {
  const { t } = useTranslation('tables')
  const scope = useTenantScope()
  const links = [
    ...items.map(({ playbookId, title, inPublished }) => ({
      id: String(playbookId),
      to: paths.playbook(scope, playbookId),
      title,
      note: inPublished ? '' : ` (${t('table.draft')})`,
    })),
    ...logic.map(({ kind, id, name }) => ({
      id,
      to: kind === 'app' ? paths.workflow(scope, id) : paths.appletWorkflow(scope, id),
      title: name,
      note: ` (${t('table.logic')})`,
    })),
  ]
  if (links.length === 0 && others === 0) return <span>{t('table.unused')}</span>
  return (
    <span>
      {t('table.usedBy')}{' '}
      {links.map(({ id, to, title, note }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={to} className={classes.link}>
            {title}
          </Link>
          {note}
        </span>
      ))}
      {others > 0 && `${links.length > 0 ? ', ' : ''}${t('table.others', { count: others })}`}
    </span>
  )
}
