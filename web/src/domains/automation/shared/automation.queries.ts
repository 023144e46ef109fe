// What all rooms of automation show: queries, texts, columns, panels, and what the address holds.
import {
  countFailingPlaybooks,
  getRun,
  listDeliveries,
  listPlaybooks,
  listRuns,
  stepValue,
  triggerSecret,
} from '@caseloom/contract/automation/automation'
import type { RunState } from '@caseloom/contract/automation/automation'
import { rerunFromStep } from '@caseloom/contract/automation/builder'
import { PlaybookId } from '@caseloom/contract/kernel/ids'
import {
  cancelRun,
  getRunStep,
  listFailureGroups,
  listQueue,
  queueFigures,
  type RerunVersion,
  rerunRun,
  runEvidence,
} from '@caseloom/contract/automation/run-control'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile } from '../../../data/files.ts'
import { keys } from '../../../data/keys.ts'
import type { Outcome, RunPeriod } from './automation-search.ts'
import { hasEnded } from './run-summary.ts'

const PAGE = 100
export const MOVING_MS = 3_000
const FAILING_MS = 60_000
const HEAD = 50
const QUICK_MS = 2000
export const CALM_MS = 5000
const LIST_MS = 15_000
/** Fallback while the hub is connected, in case it missed an event. */
const SELDOM_MS = 60_000

export function playbooksQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks'),
    queryFn: async ({ signal }) => (await call(listPlaybooks, { params: { tenantId }, signal })).items,
  })
}

/** Refetches while open: last runs and counts change with every run. */
export function livePlaybooksQuery(tenantId: string, isLive: boolean) {
  return queryOptions({ ...playbooksQuery(tenantId), refetchInterval: isLive ? SELDOM_MS : LIST_MS })
}

export interface RunFilter {
  playbookId?: string | undefined
  state?: RunState | undefined
  kind?: string | undefined
  period?: RunPeriod | undefined
  from?: string | undefined
  to?: string | undefined
  number?: number | undefined
  test?: 'true' | undefined
  errorCode?: string | undefined
  errorStep?: string | undefined
  version?: number | undefined
  startedBy?: string | undefined
}

const PERIOD_MS: Record<RunPeriod, number> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
}

export function sinceOf(period: RunPeriod): string {
  return new Date(Date.now() - PERIOD_MS[period]).toISOString()
}

function runQueryOf({ playbookId, period, ...filter }: RunFilter) {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return {
    ...(playbookId === undefined ? {} : { playbookId: PlaybookId.parse(playbookId) }),
    ...(period === undefined ? {} : { from: sinceOf(period) }),
    ...Object.fromEntries(given),
  }
}

export function runsQuery(tenantId: string, filter: RunFilter) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'runs', filter),
    initialPageParam: null as string | null, // Widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listRuns, {
        params: { tenantId },
        query: { ...runQueryOf(filter), limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

export interface FailureSpan {
  period?: RunPeriod
  from?: string
  to?: string
}

export function failureGroupsQuery(
  tenantId: string,
  { span, playbookId, isLive }: { span: FailureSpan; playbookId: string | undefined; isLive: boolean },
) {
  const { period, ...days } = span
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', 'failures', span, playbookId ?? ''),
    queryFn: async ({ signal }) =>
      (
        await call(listFailureGroups, {
          params: { tenantId },
          query: {
            ...(period === undefined ? days : { from: sinceOf(period) }),
            ...(playbookId === undefined ? {} : { playbookId: PlaybookId.parse(playbookId) }),
          },
          signal,
        })
      ).items,
    refetchInterval: isLive ? SELDOM_MS : LIST_MS,
  })
}

/** Polls: the hub does not announce runs queued by a limit. */
export function queueQuery(tenantId: string, playbookId: string | undefined, isLive: boolean) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'runs', 'queue', playbookId ?? ''),
    initialPageParam: null as string | null, // Widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listQueue, {
        params: { tenantId },
        query: {
          limit: PAGE,
          ...(playbookId === undefined ? {} : { playbookId: PlaybookId.parse(playbookId) }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    refetchInterval: isLive ? LIST_MS : CALM_MS,
  })
}

export function queueFiguresQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', 'queue', 'figures'),
    queryFn: ({ signal }) => call(queueFigures, { params: { tenantId }, signal }),
    refetchInterval: CALM_MS,
  })
}

export function runsHeadQuery(tenantId: string, filter: RunFilter, isLive: boolean) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', filter, 'head'),
    queryFn: async ({ signal }) =>
      (await call(listRuns, { params: { tenantId }, query: { ...runQueryOf(filter), limit: HEAD }, signal }))
        .items,
    refetchInterval: (query) =>
      isLive ? LIST_MS : query.state.data?.some((run) => !hasEnded(run.state)) === true ? QUICK_MS : CALM_MS,
  })
}

export function deliveriesQuery(tenantId: string, triggerId: string, outcome: Outcome | undefined) {
  const only = outcome === undefined ? {} : { outcome }
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'deliveries', triggerId, only),
    initialPageParam: null as string | null, // Widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, {
        params: { tenantId, triggerId },
        query: { ...only, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    // Deliveries show their run's state, which the log does not announce.
    refetchInterval: ({ state }) => {
      const isMoving = state.data?.pages[0]?.items.some(
        ({ runState }) => runState === 'queued' || runState === 'running',
      )
      return isMoving === true ? MOVING_MS : false
    },
  })
}

export function failingCountQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', 'failing'),
    queryFn: async ({ signal }) =>
      (await call(countFailingPlaybooks, { params: { tenantId }, signal })).failing,
    refetchInterval: FAILING_MS,
    meta: { quiet: true },
  })
}

export function deliveriesHeadQuery(tenantId: string, triggerId: string, outcome: Outcome | undefined) {
  const only = outcome === undefined ? {} : { outcome }
  return queryOptions({
    queryKey: keys.list(tenantId, 'deliveries', triggerId, only, 'head'),
    queryFn: async ({ signal }) =>
      (
        await call(listDeliveries, {
          params: { tenantId, triggerId },
          query: { ...only, limit: HEAD },
          signal,
        })
      ).items,
    refetchInterval: CALM_MS,
  })
}

/**
 * Refetches on task hub events; with `polled`, at an interval while the hub is down. Unfinished runs are polled
 * slowly in any case, in case an event was missed.
 */
export function runQuery(tenantId: string, runId: string, polled: boolean) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'runs', runId),
    queryFn: ({ signal }) => call(getRun, { params: { tenantId, runId }, signal }),
    refetchInterval: (query) =>
      query.state.data === undefined || hasEnded(query.state.data.state)
        ? false
        : polled
          ? QUICK_MS
          : LIST_MS,
  })
}

export function runStepQuery(tenantId: string, { runId, path, stage }: Omit<ValuePlace, 'side'>) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'runs', `${runId} step`, path, stage),
    queryFn: ({ signal }) => call(getRunStep, { params: { tenantId, runId }, query: { path }, signal }),
    gcTime: 60_000,
  })
}

export interface ValuePlace {
  runId: string
  path: string
  side: 'input' | 'output' | 'trigger'
  /** Changes when the value may have changed, so that run updates alone do not refetch it. */
  stage: string
}

/** Not nested below the run's key, so that run updates do not refetch it. */
export function stepValueQuery(tenantId: string, { runId, path, side, stage }: ValuePlace) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'runs', `${runId} values`, path, side, stage),
    queryFn: ({ signal }) => call(stepValue, { params: { tenantId, runId }, query: { path, side }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** Fetches the secret on demand; never cached. */
export async function readSecret(tenantId: string, triggerId: string): Promise<string> {
  return (await call(triggerSecret, { params: { tenantId, triggerId } })).secret
}

export function cancel(tenantId: string, runId: string) {
  return call(cancelRun, { params: { tenantId, runId } })
}

export function rerun(
  tenantId: string,
  runId: string,
  body: { version: RerunVersion; statement: string | undefined },
) {
  return call(rerunRun, { params: { tenantId, runId }, body })
}

export function rerunFrom(tenantId: string, runId: string, path: string) {
  return call(rerunFromStep, { params: { tenantId, runId }, body: { path } })
}

export async function saveEvidence(tenantId: string, run: { id: string; number: number }): Promise<void> {
  const file = await fetchFile(runEvidence, { params: { tenantId, runId: run.id } })
  saveFile(file, `run-${run.number}-evidence.json`)
}

export function refreshRuns(client: QueryClient, tenantId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.list(tenantId, 'runs') })
}
