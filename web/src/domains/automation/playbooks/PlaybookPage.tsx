import type { PlaybookView } from '@caseloom/contract/automation/automation'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useModelNews } from '../../../data/useHubs.ts'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { automationEn } from '../shared/automation.en.ts'
import { type PlaybookSearch, withParam } from '../shared/automation-search.ts'
import { editedPlaybookQuery } from '../builder/model/builder.queries.ts'
import { PlaybookBuilder } from '../builder/PlaybookBuilder.tsx'
import { differs } from '../graph/graph-document.ts'

addTexts('automation', automationEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/playbook/$playbookId')

/** People who can edit a playbook get the builder, others a read-only view. */
export function PlaybookPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const { playbookId } = route.useParams()
  const isLive = useLiveStatus() === 'live'
  const query = useQuery(editedPlaybookQuery(scope.tenantId, playbookId, isLive))
  useModelNews((news) => {
    // Ignore what this window saved itself.
    const known = query.data === undefined ? 0 : Date.parse(query.data.updatedAt)
    if (news.kind === 'playbooks' && news.id === playbookId && news.rev > known) void query.refetch()
  })
  useBreadcrumbs([
    { label: t('orchestration'), to: paths.orchestration(scope) },
    { label: t('playbooks.label'), to: paths.orchestration(scope) },
  ])
  usePageTitle(query.data?.title, t('orchestration'))
  if (query.isError && query.data === undefined) {
    return (
      <PageFailure
        title={t('playbook.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) return <PageLoading kind="canvas" />
  return query.data.can.build ? (
    <Edited key={query.data.id} playbook={query.data} />
  ) : (
    <Read key={query.data.id} playbook={query.data} />
  )
}

function useShow(): (next: PlaybookSearch) => void {
  const navigate = useNavigate()
  return (next) => void navigate({ to: '.', search: next, replace: true })
}

function Edited({ playbook }: { playbook: PlaybookView }) {
  return <PlaybookBuilder playbook={playbook} search={route.useSearch()} onSearch={useShow()} />
}

function Read({ playbook }: { playbook: PlaybookView }) {
  const { t } = useTranslation('automation')
  const search = route.useSearch()
  const show = useShow()
  const { draft, published, publishedVersion } = playbook
  const changed = useMemo(() => differs(draft, published), [draft, published])
  const isDraft = published === null || (changed && search.version === 'draft')
  const shown = isDraft ? draft : published
  const read = useMemo(() => ({ ...playbook, draft: shown }), [playbook, shown])
  return (
    <PlaybookBuilder
      key={`${playbook.revision} ${isDraft}`}
      playbook={read}
      search={search}
      onSearch={show}
      beside={
        changed && publishedVersion !== null ? (
          <Button
            variant="subtle"
            onClick={() => show(withParam(search, 'version', isDraft ? undefined : 'draft'))}
          >
            {isDraft ? t('playbook.showVersion', { version: publishedVersion }) : t('playbook.showDraft')}
          </Button>
        ) : null
      }
    />
  )
}
