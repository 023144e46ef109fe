import { SENT_OUTCOMES, type SentEntry } from '@caseloom/contract/assistant/assistant-models'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { managedTenantsQuery } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { usePagedList } from '../../../data/list-state.ts'
import { useUserSearch } from '../../../data/use-user-search.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { DaysFilter } from '../../../ui/admin/DaysFilter.tsx'
import { PersonFilter } from '../../../ui/admin/PersonFilter.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'
import { withParam } from '../../../ui/admin/with-param.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { SentPanel } from './SentPanel.tsx'
import { sentQuery } from './model.queries.ts'
import { sentColumns } from './sent-columns.tsx'
import { sentEn } from './sent.en.ts'
import { readSentSearch, sentFilter, type SentSearch } from './sent-search.ts'

addTexts('admin', sentEn)

export function SentTab() {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const [{ tab, ...search }, setAll] = useSectionSearch((all) => ({
    ...readSentSearch(all),
    tab: all['tab'],
  }))
  const setSearch = (next: SentSearch) => setAll({ ...next, tab })
  const [opened, setOpened] = useState<SentEntry | null>(null)
  const list = usePagedList(useInfiniteQuery(sentQuery(accountId, sentFilter(search, timeZone))))
  const tenants = useQuery(managedTenantsQuery(accountId)).data
  const tenantName = useMemo(() => {
    const names = new Map<string, string>(tenants?.map(({ id, name }) => [id, name]))
    return (id: string | null) => (id === null ? t('sent.trial') : (names.get(id) ?? '–'))
  }, [tenants, t])
  const columns = useMemo(() => sentColumns(t, tenantName), [t, tenantName])
  const count = { count: list.rows.length, shown: formatCount(list.rows.length) }
  return (
    <ListPage<SentEntry>
      bars={
        <FilterBar>
          <Filters search={search} onSearch={setSearch} tenants={tenants ?? []} />
        </FilterBar>
      }
      list={list}
      label={t('sent.title')}
      columns={columns}
      errorTitle={t('sent.failed')}
      filtered={Object.keys(search).length > 0}
      onClearFilters={() => setSearch({})}
      empty={<EmptyState title={t('sent.none')} text={t('sent.noneText')} />}
      onOpen={setOpened}
      summary={list.isLoaded && t(list.hasMore ? 'sent.countMore' : 'sent.count', count)}
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
    />
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
        value={search.tenant}
        choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(tenant) => onSearch(withParam(search, 'tenant', tenant))}
      />
      <PersonFilter
        texts={{
          field: t('sent.columns.user'),
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
