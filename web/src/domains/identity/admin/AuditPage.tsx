import type { AuditEntry } from '@caseloom/contract/directory'
import { Button } from '@mantine/core'
import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Content, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { readAuditSearch } from './admin-search.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { auditColumns } from './audit-columns.tsx'
import { auditEn } from './audit.en.ts'
import { auditFilter } from './audit-range.ts'
import { auditQuery, downloadAudit } from './records.queries.ts'
import { SealDialog } from './SealDialog.tsx'
import { useSectionSearch } from '../../../ui/admin/useSectionSearch.ts'

addTexts('admin', auditEn)

const keyOf = (entry: AuditEntry) => entry.id

export function AuditPage() {
  const { t } = useTranslation('admin')
  const { accountId, timeZone } = useAdminScope()
  const [search, setSearch] = useSectionSearch(readAuditSearch)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const query = useInfiniteQuery(auditQuery(accountId, search, timeZone))
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  const columns = useMemo(() => auditColumns(t), [t])
  const download = useMutation({
    mutationFn: () => downloadAudit(accountId, auditFilter(search, timeZone, Date.now())),
    onError: (error) => toast({ kind: 'error', title: describeError(error).text }),
  })
  usePageTitle(t('audit.title'), t('shell.title'))
  return (
    <Docked
      panel={
        opened !== null && (
          <AuditPanel
            entry={opened}
            onClose={() => setOpened(null)}
            onNarrow={(part) => setSearch({ ...search, ...part })}
          />
        )
      }
    >
      <PageFrame>
        <PageBar
          title={t('audit.title')}
          actions={
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
            </>
          }
        />
        <AuditFilters search={search} onSearch={setSearch} />
        <Content>
          <DataGrid<AuditEntry>
            label={t('audit.title')}
            columns={columns}
            rows={rows}
            rowKey={keyOf}
            status={query.isPending ? 'loading' : query.isError && rows.length === 0 ? 'error' : 'ready'}
            error={query.isError ? describeError(query.error) : undefined}
            errorTitle={t('audit.failed')}
            onRetry={() => void query.refetch()}
            filtered={Object.keys(search).length > 0}
            onClearFilters={() => setSearch({})}
            empty={<EmptyState title={t('audit.none')} text={t('audit.noneText')} />}
            onOpen={setOpened}
            hasMore={query.hasNextPage}
            loadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </Content>
        <StatusBar>
          {query.data !== undefined &&
            t(query.hasNextPage ? 'audit.countMore' : 'audit.count', {
              count: rows.length,
              shown: formatCount(rows.length),
            })}
        </StatusBar>
      </PageFrame>
      {isChecking && <SealDialog onClose={() => setIsChecking(false)} />}
    </Docked>
  )
}
