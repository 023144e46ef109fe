import type { PlaybookView } from '@caseloom/contract/automation/automation'
import { PlaybookId } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { automationEn } from '../shared/automation.en.ts'
import { withParam } from '../shared/automation-search.ts'
import { assistantDraftQuery, keepAssistantDraft, refreshPlaybooks } from './model/builder.queries.ts'
import { builderEn } from './builder.en.ts'
import classes from './Builder.module.css'
import { useBuilder } from './model/builder-context.ts'
import { PlaybookBuilder } from './PlaybookBuilder.tsx'

addTexts('automation', automationEn)
addTexts('builder', builderEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/playbook/new')
const NOWHERE = PlaybookId.parse('00000000-0000-7000-8000-000000000000')

export function AssistantDraftPage() {
  const { t } = useTranslation('builder')
  const scope = useTenantScope()
  const { draft = '' } = route.useSearch()
  const query = useQuery(assistantDraftQuery(scope.tenantId, draft))
  useBreadcrumbs([{ label: t('assistantDraft.playbooks'), to: paths.orchestration(scope) }])
  usePageTitle(titleOf(query.data), t('assistantDraft.page'))
  if (query.isError)
    return (
      <PageFailure
        title={t('assistantDraft.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <PageLoading kind="canvas" />
  if (query.data === null)
    return (
      <PageFrame>
        <Content>
          <EmptyState title={t('assistantDraft.gone')} text={t('assistantDraft.goneText')} />
        </Content>
      </PageFrame>
    )
  return <Drafted key={draft} document={query.data} />
}

function Drafted({ document }: { document: JsonObject }) {
  const { t } = useTranslation('builder')
  const navigate = useNavigate()
  const search = route.useSearch()
  const mayBuild = useMay('playbook:build')
  const playbook = useMemo(() => unkept(document, mayBuild), [document, mayBuild])
  return (
    <PlaybookBuilder
      playbook={playbook}
      search={search}
      onSearch={({ view, node }) =>
        void navigate({
          to: '.',
          search: withParam(withParam(search, 'view', view === 'yaml' ? view : undefined), 'node', node),
          replace: true,
        })
      }
      beside={
        <>
          <span className={classes.draftNote} title={t('assistantDraft.note')}>
            {t('assistantDraft.note')}
          </span>
          {mayBuild && <SaveDraft />}
        </>
      }
    />
  )
}

function SaveDraft() {
  const { t } = useTranslation('builder')
  const scope = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { document: draft } = useBuilder()
  const save = useMutation({
    mutationFn: () => keepAssistantDraft(scope.tenantId, draft),
    onSuccess: (saved) => {
      void refreshPlaybooks(client, scope.tenantId)
      // The changes are saved: leave without asking.
      void navigate({ to: paths.playbook(scope, saved.id), ignoreBlocker: true })
    },
    onError: (error) =>
      toast({ kind: 'error', title: t('assistantDraft.notSaved'), text: describeError(error).text }),
  })
  const press = () => {
    if (!save.isPending) save.mutate()
  }
  useHotkeys([['mod+s', press]], [], true)
  return (
    <Button className={classes.draftSave ?? ''} variant="filled" loading={save.isPending} onClick={press}>
      {t('assistantDraft.save')}
    </Button>
  )
}

function titleOf(document: JsonObject | null | undefined): string | undefined {
  const title = document?.['title']
  return typeof title === 'string' ? title : undefined
}

/** Revision 0; editable only by people who can build playbooks. */
function unkept(document: JsonObject, mayBuild: boolean): PlaybookView {
  const { playbook: key, description } = document
  return {
    id: NOWHERE,
    key: typeof key === 'string' ? key : 'draft',
    title: titleOf(document) ?? '',
    description: typeof description === 'string' ? description : null,
    publishedVersion: null,
    triggers: [],
    lastRun: null,
    runsLastDay: { succeeded: 0, failed: 0 },
    updatedAt: new Date(0).toISOString(),
    revision: 0,
    savedBy: null,
    draft: document,
    published: null,
    problems: [],
    warnings: [],
    hooks: [],
    can: { build: mayBuild, readSecret: false },
  }
}
