import type { AuditEntry } from '@caseloom/contract/identity/directory'
import { Button } from '@mantine/core'
import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { usePagedList } from '../../../data/list-state.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ListPage } from '../../../ui/list-page/ListPage.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { type AuditSearch, readAuditSearch } from './admin-search.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { auditColumns } from './audit-columns.tsx'
import { auditEn } from './audit.en.ts'
import { auditFilter } from './audit-range.ts'
import { auditQuery, downloadAudit } from './records.queries.ts'
import { SealDialog } from './SealDialog.tsx'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'

addTexts('admin', auditEn)

export function AuditPage() {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readAuditSearch)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const query = useInfiniteQuery(auditQuery(accountId, search, timeZone))
  const list = usePagedList(query)
  const columns = useMemo(() => auditColumns(t), [t])
  const count = { count: list.rows.length, shown: formatCount(list.rows.length) }
  usePageTitle(t('audit.title'), t('shell.title'))
  return (
    <ListPage<AuditEntry>
      title={t('audit.title')}
      actions={<AuditActions search={search} />}
      bars={<AuditFilters search={search} onSearch={setSearch} />}
      list={list}
      label={t('audit.title')}
      columns={columns}
      errorTitle={t('audit.failed')}
      filtered={Object.keys(search).length > 0}
      onClearFilters={() => setSearch({})}
      empty={<EmptyState title={t('audit.none')} text={t('audit.noneText')} />}
      onOpen={setOpened}
      summary={list.isLoaded && t(list.hasMore ? 'audit.countMore' : 'audit.count', count)}
      panel={
        opened !== null && (
          <AuditPanel
            entry={opened}
            onClose={() => setOpened(null)}
            onNarrow={(part) => setSearch({ ...search, ...part })}
          />
        )
      }
    />
  )
}

function AuditActions({ search }: { search: AuditSearch }) {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const [isChecking, setIsChecking] = useState(false)
  const download = useMutation({
    mutationFn: () => downloadAudit(accountId, auditFilter(search, timeZone, Date.now())),
    onError: (error) => toast({ kind: 'error', title: describeError(error).text }),
  })
  return (
    <>
      <Button
        leftSection={<IconShieldCheck size={16} stroke={1.6} aria-hidden />}
        onClick={() => setIsChecking(true)}
      >
        {t('audit.check')}
      </Button>
      <Button
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('audit.export')}
      </Button>
      {isChecking && <SealDialog onClose={() => setIsChecking(false)} />}
    </>
  )
}
