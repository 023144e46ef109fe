// Runs: their list, one run with its steps, rerun, queue, and failures.
import type { StepState } from '@caseloom/contract/automation/automation'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useLiveStatus } from '../../../data/live-status.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { useTask } from '../../../data/useHubs.ts'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageLoading } from '../../../ui/frame/PageLoading.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { useNow } from '../../../ui/Times.tsx'
import { formatCount } from '../../../ui/time.ts'
import classes from '../shared/Automation.module.css'
import { automationEn } from '../shared/automation.en.ts'
import { runQuery } from '../shared/automation.queries.ts'
import { withParam } from '../shared/automation-search.ts'
import { edgeStates } from '../graph/edge-state.ts'
import { LazyGraph } from '../graph/LazyGraph.tsx'
import { type GraphDocument, readDocument } from '../graph/graph-document.ts'
import { RunHeader } from './RunHeader.tsx'
import { firstShown, hasEnded, type Run, triggerNode, triggerOf } from '../shared/run-summary.ts'
import { runsEn } from './runs.en.ts'
import { useIteration } from './useIteration.ts'
import { StepDetail, TriggerDetail } from './StepDetail.tsx'
import { Waterfall } from './Waterfall.tsx'

addTexts('automation', automationEn)
addTexts('runs', runsEn)
const route = getRouteApi('/account/$accountId/tenant/$tenantId/orchestration/run/$runId')

export function RunPage() {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const { runId } = route.useParams()
  const live = useLiveStatus()
  const query = useQuery(runQuery(scope.tenantId, runId, live !== 'live'))
  useTask(scope.tenantId, runId)
  if (query.isError && query.data === undefined) {
    return (
      <PageFailure
        title={t('run.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (query.data === undefined) return <PageLoading kind="run" />
  return <LoadedRun key={query.data.id} run={query.data} />
}

function LoadedRun({ run }: { run: Run }) {
  const { t } = useTranslation('automation')
  const navigate = useNavigate()
  const search = route.useSearch()
  const shown = useMemo(() => readDocument(run.document), [run.document])
  const name = t('run.name', { number: formatCount(run.number) })
  useRunTitle(run, name)
  const selected = selectedOf(search.step, run)
  const go = <Name extends 'step' | 'turn' | 'tab'>(param: Name, value: (typeof search)[Name]) =>
    void navigate({ to: '.', search: withParam(search, param, value), replace: true })
  const select = (step: string) => go('step', step)
  const onTurn = (turn: string | undefined) => go('turn', turn)
  const onTab = (tab: typeof search.tab) => go('tab', tab)
  const step = run.steps.find((one) => one.key === selected)
  return (
    <PageFrame>
      <RunHeader run={run} name={name} onPayload={() => select(triggerNode(run.trigger.key))} />
      <div className={classes.runSplit}>
        <RunGraph
          run={run}
          document={shown}
          selected={selected}
          onSelect={select}
          turn={search.turn}
          onTurn={onTurn}
        />
        <div className={classes.runSide}>
          <Steps run={run} selected={selected} onSelect={select} />
          {step === undefined ? (
            <TriggerDetail run={run} document={shown} tab={search.tab} onTab={onTab} />
          ) : (
            <StepDetail
              key={step.key}
              run={run}
              step={step}
              document={shown}
              tab={search.tab}
              onTab={onTab}
              onGo={select}
              turn={search.turn}
              onTurn={onTurn}
            />
          )}
        </div>
      </div>
    </PageFrame>
  )
}

function useRunTitle(run: Run, name: string): void {
  const { t } = useTranslation('automation')
  const scope = useTenantScope()
  const mayReadPlaybooks = useMay('playbook:read')
  useBreadcrumbs([
    { label: t('orchestration'), ...(mayReadPlaybooks ? { to: paths.orchestration(scope) } : {}) },
    {
      label: run.playbook.title,
      ...(mayReadPlaybooks ? { to: paths.playbook(scope, run.playbook.id) } : {}),
    },
    { label: t('runs.label'), to: paths.runs(scope) },
  ])
  usePageTitle(name, run.playbook.title)
}

/** The step in the URL if it exists, otherwise the most relevant one. */
function selectedOf(wanted: string | undefined, run: Run): string {
  if (
    wanted !== undefined &&
    (triggerOf(wanted) === run.trigger.key || run.steps.some(({ key }) => key === wanted))
  )
    return wanted
  return firstShown(run.steps, run.trigger.key)
}

interface RunGraphProps {
  run: Run
  document: GraphDocument
  selected: string
  onSelect: (node: string) => void
}

interface RunGraphOptions extends RunGraphProps {
  turn: string | undefined
  onTurn: (turn: string | undefined) => void
}

function RunGraph({ run, document, selected, onSelect, turn, onTurn }: RunGraphOptions) {
  const { t } = useTranslation('automation')
  const { facts, loops } = useIteration(run, turn)
  const states = useMemo(
    () =>
      new Map<string, StepState>([
        ...[...facts].map(([key, { state }]) => [key, state] as const),
        ...document.triggers.map(
          ({ key }) => [triggerNode(key), key === run.trigger.key ? 'succeeded' : 'skipped'] as const,
        ),
      ]),
    [facts, run.trigger.key, document],
  )
  const edges = useMemo(
    () => edgeStates(document, facts, run.trigger.key),
    [document, facts, run.trigger.key],
  )
  return (
    <LazyGraph
      document={document}
      label={t('graph.run')}
      selected={selected}
      onSelect={(node) => {
        const trigger = triggerOf(node)
        if (trigger === null || trigger === run.trigger.key) onSelect(node)
      }}
      states={states}
      edges={edges}
      loops={loops}
      onTurn={onTurn}
    />
  )
}

function Steps({ run, selected, onSelect }: Omit<RunGraphProps, 'document'>) {
  return hasEnded(run.state) ? (
    <Waterfall run={run} selected={selected} onSelect={onSelect} end={endOf(run)} live={false} />
  ) : (
    <LiveSteps run={run} selected={selected} onSelect={onSelect} />
  )
}

function LiveSteps(props: Omit<RunGraphProps, 'document'>) {
  const now = useNow('second')
  return <Waterfall {...props} end={Math.max(now, endOf(props.run))} live />
}

function endOf(run: Run): number {
  if (run.endedAt !== null) return Date.parse(run.endedAt)
  const times = run.steps.flatMap((step) => [step.startedAt, step.endedAt]).filter((at) => at !== null)
  return times.reduce((latest, at) => Math.max(latest, Date.parse(at)), Date.parse(run.startedAt))
}
