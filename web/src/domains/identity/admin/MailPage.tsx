import type { MailItem } from '@caseloom/contract/mails'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { textsOf } from '../../../data/search-params.ts'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import { Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { TimeAgo } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import { MailPanel } from './MailPanel.tsx'
import { mailEn } from './mail.en.ts'
import { MAIL_STATES } from './mail-states.ts'
import { type MailPlace, mailsQuery } from './records.queries.ts'
import type { Translate } from './translate.ts'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'

addTexts('admin', mailEn)

const keyOf = (mail: MailItem) => mail.id
const readSearch = (search: Record<string, unknown>) => textsOf(search, 'mail')

export function AccountMailPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const place = useMemo(() => ({ accountId }), [accountId])
  return <MailPage place={place} title={t('mail.title')} />
}

export function InstallationMailPage() {
  const { t } = useTranslation('admin')
  return <MailPage place={null} title={t('mail.installation')} />
}

function MailPage({ place, title }: { place: MailPlace; title: string }) {
  const { t } = useTranslation('admin')
  const [search, setSearch] = useSectionSearch(readSearch)
  const query = useInfiniteQuery(mailsQuery(place))
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  const columns = useMemo(() => mailColumns(t), [t])
  const isCapturing = query.data?.pages[0]?.capturing === true
  usePageTitle(title, t('shell.title'))
  return (
    <Docked
      panel={
        search.mail !== undefined && (
          <MailPanel key={search.mail} place={place} mailId={search.mail} onClose={() => setSearch({})} />
        )
      }
    >
      <PageFrame>
        <PageBar title={title} />
        {isCapturing && (
          <div style={{ padding: '12px 16px' }}>
            <Notice>{t('mail.capturing')}</Notice>
          </div>
        )}
        <Content>
          <DataGrid<MailItem>
            label={title}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            status={query.isPending ? 'loading' : query.isError && rows.length === 0 ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            errorTitle={t('mail.failed')}
            onRetry={() => void query.refetch()}
            empty={<EmptyState title={t('mail.none')} text={t('mail.noneText')} />}
            onOpen={(mail) => setSearch({ mail: mail.id })}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            initialCursor={search.mail}
          />
        </Content>
        <StatusBar>
          {query.data !== undefined &&
            t('mail.count', { count: rows.length, shown: formatCount(rows.length) })}
        </StatusBar>
      </PageFrame>
    </Docked>
  )
}

function mailColumns(t: Translate): GridColumn<MailItem>[] {
  return [
    {
      key: 'to',
      label: t('mail.columns.to'),
      width: 240,
      render: (mail) => <span className={classes.cut}>{mail.to}</span>,
      text: (mail) => mail.to,
    },
    {
      key: 'subject',
      label: t('mail.columns.subject'),
      title: true,
      render: (mail) => mail.subject,
      text: (mail) => mail.subject,
    },
    {
      key: 'state',
      label: t('mail.columns.state'),
      width: 110,
      render: (mail) => <State state={MAIL_STATES[mail.state]}>{t(`mail.states.${mail.state}`)}</State>,
    },
    {
      key: 'at',
      label: t('mail.columns.at'),
      width: 64,
      align: 'end',
      quiet: true,
      render: (mail) => <TimeAgo at={mail.at} />,
    },
  ]
}
