import type { AppView } from '@caseloom/contract/apps/apps'
import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { fieldsEn } from '../../../field-types/values/fields.en.ts'
import { workflowEn } from '../../../field-types/workflow/workflow.en.ts'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Centred, Content, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { recordQuery } from '../model/records.queries.ts'
import { WithApp } from '../model/WithApp.tsx'
import { FormExpired } from './FormExpired.tsx'
import { FormThen } from './FormThen.tsx'
import { RunDetails } from './RunDetails.tsx'
import { RunHead } from './RunHead.tsx'
import { RunOutline } from './RunOutline.tsx'
import { runRows } from './run-rows.ts'
import { runsEn } from './runs.en.ts'
import { workflowRunQuery } from './runs.queries.ts'
import classes from './Runs.module.css'
import { useComparison } from './useComparison.ts'
import { useRunList } from './useRunList.ts'
import { useRunWords } from './useRunWords.ts'

addTexts('fields', fieldsEn)
addTexts('workflow', workflowEn)
addTexts('workflow-runs', runsEn)

const route = getRouteApi(
  '/account/$accountId/tenant/$tenantId/workflow/$appId/record/$recordId/run/$runId/sequence/$sequence/workflowId/$workflowId/workflowVersion/$workflowVersion',
)

/** Why a form was as it was: one evaluation of a record's workflow, with what it read and what it changed. */
export function WorkflowRunPage() {
  const { t } = useTranslation('workflow-runs')
  const { tenantId } = useTenantScope()
  const { appId, recordId, sequence } = route.useParams()
  const query = useQuery(workflowRunQuery({ tenantId, appId, recordId }, Number(sequence)))
  if (query.data === undefined && hasCode(query.error, 'resource.not_found'))
    return <Gone appId={appId} recordId={recordId} />
  if (query.data === undefined && hasCode(query.error, 'workflow_run.expired'))
    return <Gone appId={appId} recordId={recordId} isExpired />
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const run = query.data
  if (run === undefined) return <PageLoading kind="canvas" />
  return <WithApp appId={appId}>{(app) => <Run key={run.runId} app={app} run={run} />}</WithApp>
}

function Run({ app, run }: { app: AppView; run: WorkflowRunView }) {
  const { t } = useTranslation('workflow-runs')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const { appId, recordId } = route.useParams()
  const [selected, setSelected] = useState<string | null>(() => namedBy(location.hash, run) ?? firstOf(run))
  const place = { tenantId: scope.tenantId, appId, recordId }
  const runs = useRunList(place)
  const words = useRunWords(app)
  const trackingId = useQuery(recordQuery(scope.tenantId, appId, recordId)).data?.trackingId
  const comparison = useComparison(app, run, place)
  useBreadcrumbs([
    { label: t('apps'), to: paths.apps(scope) },
    { label: app.name, to: paths.recordList(scope, app.id) },
    { label: trackingId ?? t('record'), to: paths.record(scope, appId, recordId) },
    { label: t('title') },
  ])
  usePageTitle(t('sequence', { sequence: run.sequence }), app.name)
  const go = (sequence: number | null | undefined) => {
    const to = runs.find((one) => one.sequence === sequence)
    if (to !== undefined) void navigate({ to: paths.workflowRun(scope, recordId, to) })
  }
  useHotkeys([
    ['[', () => go(run.previous)],
    [']', () => go(run.next)],
    ['Home', () => go(runs[0]?.sequence)],
    ['End', () => go(runs.at(-1)?.sequence)],
    ['c', comparison.toggle],
  ])
  return (
    <PageFrame>
      <RunHead {...{ app, run, recordId, runs, comparison, words }} onGo={go} />
      <div className={classes.parts}>
        {run.expiredAt === null ? (
          <FormThen {...{ app, run, words, comparison }} />
        ) : (
          <FormExpired app={app} at={run.expiredAt} />
        )}
        <RunOutline {...{ run, words, selected, comparison }} onSelect={setSelected} />
        <RunDetails
          {...{ app, recordId, run, words, selected, place }}
          newest={runs.at(-1)?.sequence ?? null}
        />
      </div>
    </PageFrame>
  )
}

/** The item that a link to the run names. */
function namedBy(hash: string, run: WorkflowRunView): string | null {
  const id = hash.slice(1)
  return runRows(run, false).some((row) => row.id === id) ? id : null
}

interface GoneProps {
  appId: string
  recordId: string
  isExpired?: boolean
}

function Gone({ appId, recordId, isExpired = false }: GoneProps) {
  const { t } = useTranslation('workflow-runs')
  const scope = useTenantScope()
  const title = t(isExpired ? 'expired' : 'gone')
  usePageTitle(title)
  return (
    <PageFrame>
      <Content>
        <Centred>
          <EmptyState title={title} text={t(isExpired ? 'expiredText' : 'goneText')}>
            <Button component={Link} to={paths.record(scope, appId, recordId)}>
              {t('openRecord')}
            </Button>
          </EmptyState>
        </Centred>
      </Content>
    </PageFrame>
  )
}

/** The first rule that did something. */
function firstOf({ rules }: WorkflowRunView): string | null {
  const fired = rules.filter(({ outcome }) => outcome === 'true')
  return (fired.find(({ actions }) => actions.length > 0) ?? fired[0])?.rule ?? null
}
