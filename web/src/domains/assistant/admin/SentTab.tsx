import { SENT_OUTCOMES, type SentEntry } from '@caseloom/contract/assistant-models'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { managedTenantsQuery } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { useUserSearch } from '../../../data/use-user-search.ts'
import { describeError } from '../../../data/describe-error.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { DaysFilter } from '../../../ui/admin/DaysFilter.tsx'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import { PersonFilter } from '../../../ui/admin/PersonFilter.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'
import { withParam } from '../../../ui/admin/with-param.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, FilterBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { SentPanel } from './SentPanel.tsx'
import { sentQuery } from './model.queries.ts'
import { sentColumns } from './sent-columns.tsx'
import { sentEn } from './sent.en.ts'
import { readSentSearch, type SentSearch, sentFilter } from './sent-search.ts'

addTexts('admin', sentEn)

const keyOf = (entry: SentEntry) => entry.id

export function SentTab() {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const [{ tab, ...search }, setAll] = useSectionSearch((all) => ({
    ...readSentSearch(all),
    tab: all['tab'],
  }))
  const setSearch = (next: SentSearch) => setAll({ ...next, tab })
  const [opened, setOpened] = useState<SentEntry | null>(null)
  const query = useInfiniteQuery(sentQuery(accountId, sentFilter(search, timeZone)))
  const tenants = useQuery(managedTenantsQuery(accountId)).data
  const tenantName = useMemo(() => {
    const names = new Map<string, string>(tenants?.map(({ id, name }) => [id, name]))
    return (id: string | null) => (id === null ? t('sent.trial') : (names.get(id) ?? '–'))
  }, [tenants, t])
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  const columns = useMemo(() => sentColumns(t, tenantName), [t, tenantName])
  return (
    <Docked
      panel={
        opened !== null && (
          <SentPanel
            key={opened.id}
            entry={opened}
            tenantName={tenantName(opened.tenantId)}
            onClose={() => setOpened(null)}
          />
        )
      }
    >
      <PageFrame>
        <FilterBar>
          <Filters search={search} onSearch={setSearch} tenants={tenants ?? []} />
        </FilterBar>
        <Content>
          <DataGrid<SentEntry>
            label={t('sent.title')}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            status={query.isPending ? 'loading' : query.isError && rows.length === 0 ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            errorTitle={t('sent.failed')}
            onRetry={() => void query.refetch()}
            filtered={Object.keys(search).length > 0}
            onClearFilters={() => setSearch({})}
            empty={<EmptyState title={t('sent.none')} text={t('sent.noneText')} />}
            onOpen={setOpened}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </Content>
        <StatusBar>
          {query.data !== undefined &&
            t(query.hasNextPage ? 'sent.countMore' : 'sent.count', {
              count: rows.length,
              shown: formatCount(rows.length),
            })}
        </StatusBar>
      </PageFrame>
    </Docked>
  )
}

interface FiltersProps {
  search: SentSearch
  onSearch: (search: SentSearch) => void
  tenants: readonly { id: string; name: string }[]
}

function Filters({ search, onSearch, tenants }: FiltersProps) {
  const { t } = useTranslation('admin')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={classes.filters}>
      <ChoiceFilter
        field={t('sent.tenant')}
        operator={t('sent.is')}
        value={search.tenant}
        choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(tenant) => onSearch(withParam(search, 'tenant', tenant))}
      />
      <PersonFilter
        texts={{
          field: t('sent.columns.user'),
          operator: t('sent.is'),
          placeholder: t('sent.userSearch'),
          none: t('sent.userNone'),
          thisOne: t('sent.thisUser'),
        }}
        search={useUserSearch(isOpen || search.user !== undefined)}
        isOpen={isOpen}
        onOpen={setIsOpen}
        value={search.user}
        onChange={(user) => onSearch(withParam(search, 'user', user))}
      />
      <ChoiceFilter
        field={t('sent.outcome')}
        operator={t('sent.is')}
        value={search.outcome}
        choices={SENT_OUTCOMES.map((value) => ({ value, label: t(`sent.outcomes.${value}`) }))}
        onChange={(value) => {
          const outcome = SENT_OUTCOMES.find((one) => one === value)
          onSearch(withParam(search, 'outcome', outcome))
        }}
      />
      <DaysFilter
        days={search}
        onChange={(days) => {
          const { from: _from, to: _to, ...rest } = search
          onSearch({ ...rest, ...days })
        }}
      />
    </div>
  )
}
