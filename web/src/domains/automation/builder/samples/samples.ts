import {
  getRun,
  listRuns,
  type RunSummary,
  type RunView,
  stepValue,
} from '@caseloom/contract/automation/automation'
import { PlaybookId } from '@caseloom/contract/kernel/ids'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { useMay, useTenantScope } from '../../../../data/scope.tsx'
import { type Samples, NO_SAMPLES } from '../expression/known-names.ts'
import { isObject, listAt, stepsOf } from '../model/places.ts'
import { useBuilder } from '../model/builder-context.ts'
import { isStored } from '../model/useDraft.ts'
import { keepSample, readSample } from './stored-sample.ts'

/** Larger values are not loaded as samples. */
const MAX_CHARACTERS = 200_000
const MAX_STEPS = 60

/** Samples and their source. */
interface KnownSamples {
  samples: Samples
  run: { number: number; at: string } | null
}

/** The step key of an instance path: `each#2/save` is `save`. */
export function keyOfPath(path: string): string {
  return path.replace(/#\d+/g, '').split(/[./]/).at(-1) ?? path
}

type Read = (path: string, side: 'input' | 'output' | 'trigger') => Promise<JsonValue | undefined>

async function samplesOf(run: RunView, read: Read): Promise<Samples> {
  const steps: Record<string, { output?: JsonValue; error?: JsonValue; state?: string }> = {}
  const items: Record<string, JsonValue> = {}
  const actions = new Map(stepsOf(run.document).map(({ key, step }) => [key, step['action']]))
  const seen = run.steps.filter((step, at) => {
    const key = keyOfPath(step.path)
    return run.steps.findIndex((other) => keyOfPath(other.path) === key) === at
  })
  await Promise.all(
    seen.slice(0, MAX_STEPS).map(async ({ path, state, error, output }) => {
      const key = keyOfPath(path)
      const size = output?.size ?? null
      const value = size === null || size > MAX_CHARACTERS ? undefined : await read(path, 'output')
      steps[key] = {
        state,
        ...(value === undefined ? {} : { output: value }),
        ...(error === null ? {} : { error: { code: error.code, message: error.message } }),
      }
      if (actions.get(key) !== 'flow.forEach') return
      const input = await read(path, 'input')
      const [first] = isObject(input) ? listAt(input, ['items']) : []
      if (first !== undefined) items[key] = first
    }),
  )
  const trigger = await read('', 'trigger')
  return { steps, items, ...(trigger === undefined ? {} : { trigger }) }
}

function samplesQuery(tenantId: string, runId: string | null, stage: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'runs', `${runId} samples`, stage),
    enabled: runId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<KnownSamples> => {
      const params = { tenantId, runId: runId ?? '' }
      const run = await call(getRun, { params, signal })
      const read: Read = async (path, side) => {
        try {
          return (await call(stepValue, { params, query: { path, side }, signal })).value
        } catch {
          // A value the user can't read is no sample.
          return undefined
        }
      }
      return { samples: await samplesOf(run, read), run: { number: run.number, at: run.startedAt } }
    },
  })
}

const RECENT = 10
const FIRST_RUN_MS = 5_000

function recentRunsQuery(tenantId: string, playbookId: string, enabled: boolean) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'runs', { playbookId }, 'newest'),
    enabled,
    queryFn: async ({ signal }) => {
      const query = { playbookId: PlaybookId.parse(playbookId), limit: RECENT }
      return (await call(listRuns, { params: { tenantId }, query, signal })).items
    },
    // The first delivery often arrives while the steps are being written.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? FIRST_RUN_MS : false),
  })
}

const NO_RUNS: readonly RunSummary[] = []

/** Runs that can provide samples; none for users who can't read run data. */
export function useRecentRuns(): readonly RunSummary[] {
  const { tenantId } = useTenantScope()
  const { playbook } = useBuilder()
  const may = useMay('run:data') && isStored(playbook)
  return useQuery(recentRunsQuery(tenantId, playbook.id, may)).data ?? NO_RUNS
}

/** Samples pasted or produced by tests. What was pasted survives a reload, the others live as long as the page. */
export interface OwnSamples {
  trigger?: JsonValue
  outputs: Readonly<Record<string, JsonValue>>
  /** The selected run or test, whose values take precedence over the last run. */
  testRun: string | null
  /** The run whose data that test was given. */
  sampleOf?: string | null
}

const NOTHING: OwnSamples = { outputs: {}, testRun: null }

export function useOwnSamples(): [OwnSamples, (change: (own: OwnSamples) => OwnSamples) => void] {
  const { tenantId, userId } = useTenantScope()
  const { playbook } = useBuilder()
  const client = useQueryClient()
  const queryKey = keys.one(tenantId, 'playbooks', `${playbook.id} samples`)
  const place = { tenantId, userId, playbookId: playbook.id }
  const own = useQuery({
    queryKey,
    queryFn: () => NOTHING,
    initialData: () => withTrigger(readSample(place)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data
  const set = (change: (own: OwnSamples) => OwnSamples) => {
    const next = change(client.getQueryData<OwnSamples>(queryKey) ?? NOTHING)
    client.setQueryData<OwnSamples>(queryKey, next)
    keepSample(place, next.trigger)
  }
  return [own, set]
}

const withTrigger = (trigger: JsonValue | undefined): OwnSamples =>
  trigger === undefined ? NOTHING : { ...NOTHING, trigger }

/** The run that samples come from, also through a test; null for those that are pasted or generated. */
export function useSampleRun(): string | null {
  const [own] = useOwnSamples()
  const runs = useRecentRuns()
  const runId = own.testRun ?? runs[0]?.id ?? null
  return runs.some(({ id }) => id === runId) ? runId : (own.sampleOf ?? null)
}

/** Samples from the last test or run, overridden by pasted ones. */
export function useSamples(): KnownSamples {
  const { tenantId } = useTenantScope()
  const may = useMay('run:data')
  const [own] = useOwnSamples()
  const runs = useRecentRuns()
  const newest = runs[0]
  const runId = own.testRun ?? newest?.id ?? null
  const state = runs.find(({ id }) => id === runId)?.state ?? 'test'
  const { data } = useQuery(samplesQuery(tenantId, may ? runId : null, state))
  return useMemo(() => {
    const known = data?.samples ?? NO_SAMPLES
    const tested = Object.entries(own.outputs).map(([key, output]) => [key, { state: 'succeeded', output }])
    const samples: Samples = {
      ...known,
      steps: { ...known.steps, ...Object.fromEntries(tested) },
      ...(own.trigger === undefined ? {} : { trigger: own.trigger }),
    }
    return { samples, run: data?.run ?? null }
  }, [data, own])
}

export function scopeOf(samples: Samples, blocks: readonly string[]): JsonObject {
  const around = blocks.toReversed().flatMap((block) => samples.items?.[block] ?? [])
  const [item] = around
  return {
    // Samples are JSON; a step without output is omitted.
    steps: JSON.parse(JSON.stringify(samples.steps)) as JsonObject,
    trigger: samples.trigger ?? {},
    inputs: samples.inputs ?? {},
    run: { id: 'example' },
    tenant: {},
    vars: {},
    ...(item === undefined ? {} : { item }),
    ...(blocks.length === 0 ? {} : { index: 0 }),
  }
}
