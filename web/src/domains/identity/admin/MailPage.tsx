import type { MailItem } from '@caseloom/contract/identity/mails'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { usePagedList } from '../../../data/list-state.ts'
import { textsOf } from '../../../data/search-params.ts'
import { Notice } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
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
  const list = usePagedList(query)
  const columns = useMemo(() => mailColumns(t), [t])
  const isCapturing = query.data?.pages[0]?.capturing === true
  const count = { count: list.rows.length, shown: formatCount(list.rows.length) }
  usePageTitle(title, t('shell.title'))
  return (
    <ListPage<MailItem>
      title={title}
      bars={
        isCapturing && (
          <div style={{ padding: '12px 16px' }}>
            <Notice>{t('mail.capturing')}</Notice>
          </div>
        )
      }
      list={list}
      label={title}
      columns={columns}
      errorTitle={t('mail.failed')}
      empty={<EmptyState title={t('mail.none')} text={t('mail.noneText')} />}
      onOpen={(mail) => setSearch({ mail: mail.id })}
      initialCursor={search.mail}
      summary={list.isLoaded && t('mail.count', count)}
      panel={
        search.mail !== undefined && (
          <MailPanel key={search.mail} place={place} mailId={search.mail} onClose={() => setSearch({})} />
        )
      }
    />
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
