import type { FeedbackView } from '@caseloom/contract/assistant/assistant'
import { FEEDBACK_REASONS } from '@caseloom/contract/assistant/assistant'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { managedTenantsQuery } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { usePagedList } from '../../../data/list-state.ts'
import { ChoiceFilter } from '../../../ui/admin/ChoiceFilter.tsx'
import { DaysFilter } from '../../../ui/admin/DaysFilter.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'
import { withParam } from '../../../ui/admin/with-param.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/frame/Frame.tsx'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { FeedbackPanel } from './FeedbackPanel.tsx'
import { feedbackColumns } from './feedback-columns.tsx'
import { feedbackEn } from './feedback.en.ts'
import { downloadFeedback, feedbackQuery } from './feedback.queries.ts'
import { feedbackFilter, type FeedbackSearch, readFeedbackSearch, THUMBS } from './feedback-search.ts'

addTexts('admin', feedbackEn)

export function FeedbackTab() {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const [search, setSearch] = useFeedbackSearch()
  const [opened, setOpened] = useState<FeedbackView | null>(null)
  const list = usePagedList(useInfiniteQuery(feedbackQuery(accountId, feedbackFilter(search, timeZone))))
  const tenants = useQuery(managedTenantsQuery(accountId)).data
  const tenantName = useMemo(() => {
    const names = new Map<string, string>(tenants?.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? '–'
  }, [tenants])
  const columns = useMemo(() => feedbackColumns(t, tenantName), [t, tenantName])
  const count = { count: list.rows.length, shown: formatCount(list.rows.length) }
  return (
    <ListPage<FeedbackView>
      bars={
        <FilterBar end={<Export search={search} />}>
          <Filters search={search} onSearch={setSearch} tenants={tenants ?? []} />
        </FilterBar>
      }
      list={list}
      label={t('feedback.title')}
      columns={columns}
      errorTitle={t('feedback.failed')}
      filtered={Object.keys(search).length > 0}
      onClearFilters={() => setSearch({})}
      empty={<EmptyState title={t('feedback.none')} text={t('feedback.noneText')} />}
      onOpen={setOpened}
      summary={list.isLoaded && t(list.hasMore ? 'feedback.countMore' : 'feedback.count', count)}
      panel={
        opened !== null && (
          <FeedbackPanel
            feedback={opened}
            tenantName={tenantName(opened.tenantId)}
            onClose={() => setOpened(null)}
          />
        )
      }
    />
  )
}

function Export({ search }: { search: FeedbackSearch }) {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const download = useMutation({
    mutationFn: () => downloadFeedback(accountId, feedbackFilter(search, timeZone)),
    onError: (error) => toast({ kind: 'error', title: describeError(error).text }),
  })
  return (
    <Button
      leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('feedback.export')}
    </Button>
  )
}

function useFeedbackSearch(): [FeedbackSearch, (next: FeedbackSearch) => void] {
  const [{ tab, ...search }, setAll] = useSectionSearch((all) => ({
    ...readFeedbackSearch(all),
    tab: all['tab'],
  }))
  return [search, (next) => setAll({ ...next, tab })]
}

interface FiltersProps {
  search: FeedbackSearch
  onSearch: (search: FeedbackSearch) => void
  tenants: readonly { id: string; name: string }[]
}

function Filters({ search, onSearch, tenants }: FiltersProps) {
  const { t } = useTranslation('admin')
  return (
    <div className={classes.filters}>
      <ChoiceFilter
        field={t('feedback.tenant')}
        value={search.tenant}
        choices={tenants.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(tenant) => onSearch(withParam(search, 'tenant', tenant))}
      />
      <ChoiceFilter
        field={t('feedback.thumb')}
        value={search.thumb}
        choices={THUMBS.map((value) => ({ value, label: t(`feedback.thumbs.${value}`) }))}
        onChange={(value) => {
          const thumb = THUMBS.find((one) => one === value)
          onSearch(withParam(search, 'thumb', thumb))
        }}
      />
      <ChoiceFilter
        field={t('feedback.reason')}
        value={search.reason}
        choices={FEEDBACK_REASONS.map((value) => ({ value, label: t(`feedback.reasons.${value}`) }))}
        onChange={(value) => {
          const reason = FEEDBACK_REASONS.find((one) => one === value)
          onSearch(withParam(search, 'reason', reason))
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
