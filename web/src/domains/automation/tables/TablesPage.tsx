// Reference tables: data that playbooks look up and write, and that people maintain.
import type { TableView } from '@caseloom/contract/automation/tables'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { tabPanelProps } from '../../../ui/frame/TabBar.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { automationEn } from '../shared/automation.en.ts'
import { ORCHESTRATION_TABS, OrchestrationTabs } from '../shared/OrchestrationTabs.tsx'
import { useCatalogSearch } from '../shared/useCatalogSearch.ts'
import { TableDialog } from './TableDialog.tsx'
import { TableRows } from './TableRows.tsx'
import classes from './Tables.module.css'
import { tablesEn } from './tables.en.ts'
import { tablesQuery } from '../../../data/tables.ts'

addTexts('automation', automationEn)
addTexts('tables', tablesEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/tables')

export function TablesPage() {
  const { t } = useTranslation('tables')
  const { tenantId } = useTenantScope()
  const mayBuild = useMay('playbook:build')
  const search = route.useSearch()
  const show = useCatalogSearch(t('tables.label'), search)
  const query = useQuery(tablesQuery(tenantId))
  const tables = query.data ?? []
  const selected = tables.find(({ id }) => id === search.table) ?? tables[0]
  const open = (table: string | undefined) => show({ table, row: undefined, q: undefined, state: undefined })
  const add = mayBuild && <NewTableButton onAdded={({ id }) => open(id)} />
  return (
    <PageFrame>
      <OrchestrationTabs value="tables" actions={selected !== undefined && add} />
      <Content>
        <div {...tabPanelProps(ORCHESTRATION_TABS, 'tables')} className={classes.split}>
          {query.isError && query.data === undefined && (
            <StateCard
              title={t('tables.failed')}
              error={describeError(query.error)}
              onRetry={() => void query.refetch()}
            />
          )}
          {query.data?.length === 0 && (
            <EmptyState title={t('tables.none')} text={t(mayBuild ? 'tables.noneText' : 'tables.noneRead')}>
              {add}
            </EmptyState>
          )}
          {selected !== undefined && (
            <>
              <TableList tables={tables} selected={selected.id} />
              <TableRows
                key={selected.id}
                table={selected}
                search={search}
                show={show}
                onGone={() => open(undefined)}
              />
            </>
          )}
        </div>
      </Content>
      <StatusBar>{selected !== undefined && <Counts table={selected} />}</StatusBar>
    </PageFrame>
  )
}

function Counts({ table: { rows, expired } }: { table: TableView }) {
  const { t } = useTranslation('tables')
  return (
    <>
      {t('tables.count', { count: rows, shown: formatCount(rows) })}
      {expired > 0 && `, ${t('tables.expired', { count: expired, shown: formatCount(expired) })}`}
    </>
  )
}

function NewTableButton({ onAdded }: { onAdded: (table: TableView) => void }) {
  const { t } = useTranslation('tables')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={() => setIsAdding(true)}>
        {t('tables.new')}
      </Button>
      {isAdding && (
        <TableDialog
          onDone={(table) => {
            setIsAdding(false)
            onAdded(table)
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}

function TableList({ tables, selected }: { tables: readonly TableView[]; selected: string }) {
  const { t } = useTranslation('tables')
  const scope = useTenantScope()
  return (
    <nav aria-label={t('tables.label')} className={classes.list}>
      {tables.map((table) => (
        <Link
          key={table.id}
          to={paths.tables(scope)}
          search={{ table: table.id }}
          className={classes.entry}
          aria-current={table.id === selected ? 'page' : undefined}
        >
          <span className={classes.name} title={table.name}>
            {table.name}
          </span>
          <span className={classes.facts}>
            {t('tables.facts', {
              count: table.rows,
              shown: formatCount(table.rows),
              key: table.columns[0]?.label ?? '',
            })}
          </span>
        </Link>
      ))}
    </nav>
  )
}
