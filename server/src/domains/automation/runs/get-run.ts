import type { RunView } from '@caseloom/contract/automation/automation'
import { JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { z } from 'zod'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { EffectActions } from '../effects/effects.ts'
import { causeView } from '../causes/cause.read.ts'
import { closedStep, closedSummary } from '../gate/closed-run.rules.ts'
import { isOpenRun } from '../gate/run-gate.ts'
import { databaseWaitOf } from './database-waits.ts'
import { RETENTION } from './retention.rules.ts'
import { type RecomputeDeps, recomputeValue } from './recompute.ts'
import { eventOf, type StoredEvent } from '../run-model/run-entry.ts'
import { authoredSteps, patternOf } from '../playbooks/authored-steps.rules.ts'
import { stepAt, stepsOf } from './run-steps.rules.ts'
import { NO_PAYLOAD, receivedValue, storedBytes, storedJson } from '../run-model/run-input.ts'
import { entriesOf, notesOf, runRow, StoredRequest } from '../run-model/run.store.ts'
import { cancelOf, recordsOf, redeliveryOf, rerunsOf, runById, runDaysOf, runSummary } from './runs.read.ts'

export interface GetRunDeps extends RecomputeDeps {
  actions: EffectActions
  records: Pick<RecordsDoor, 'touches'>
  system: SystemScope
}

const DAY_MS = 86_400_000

/** One run with its steps; records that the actor may not read are not there. Throws resource.not_found. */
export async function getRun(
  deps: GetRunDeps,
  scope: TenantScope,
  actor: Actor,
  runId: string,
): Promise<z.infer<typeof RunView>> {
  const { row, entries, records, asked, reruns, redelivery, days, causes } = await scope.read(async (tx) => {
    const found = await runById(tx, runId)
    if (found === null) throw fail('resource.not_found')
    return {
      row: found,
      entries: await notesOf(tx, runId),
      records: await recordsOf(tx, runId),
      asked: await cancelOf(tx, runId),
      reruns: await rerunsOf(tx, runId),
      redelivery: await redeliveryOf(tx, runId),
      days: (await runDaysOf(tx, found.playbook_id)) ?? RETENTION.runDays,
      causes: await causeView(tx, actor, runId),
    }
  })
  const version = await deps.versions.get(scope, row.version_id)
  const readable = await deps.records.touches.readable(scope, actor, records)
  const summary = runSummary(row)
  const data = await isOpenRun(deps, scope, actor, runId)
  const steps = stepsOf({ ...summary, begunAt: Date.parse(summary.startedAt) }, version.document, entries)
  return {
    ...(data ? summary : closedSummary(summary)),
    document: withoutTests(version.document),
    steps: data ? steps : steps.map(closedStep),
    records: records.filter((record) => readable.has(record.recordId)),
    output: data && row.output !== null ? JSON.parse(row.output) : null,
    // A wish that came too late stopped nothing.
    cancel: row.state === 'succeeded' || row.state === 'failed' ? null : asked,
    keptUntil: days === 0 ? null : new Date(row.created_at.getTime() + days * DAY_MS).toISOString(),
    reruns,
    redelivery,
    databaseWait: await databaseWaitOf(deps, row),
    ...causes,
    can: { data, cancel: may(actor, 'playbook:run'), rerun: data && may(actor, 'playbook:run') },
  }
}

/** Tests quote data for those who read playbooks, who needn’t be those who see runs. */
function withoutTests({ tests: _tests, ...document }: JsonObject): JsonObject {
  return document
}

/** One instance of a step of a run. Throws resource.not_found. */
export async function getRunStep(
  deps: Pick<GetRunDeps, 'versions' | 'records'>,
  scope: TenantScope,
  actor: Actor,
  wanted: { runId: string; path: string },
): Promise<RunView['steps'][number]> {
  const { row, entries } = await scope.read(async (tx) => {
    const found = await runById(tx, wanted.runId)
    if (found === null) throw fail('resource.not_found')
    return { row: found, entries: await notesOf(tx, wanted.runId) }
  })
  const { document } = await deps.versions.get(scope, row.version_id)
  const summary = runSummary(row)
  const run = { ...summary, begunAt: Date.parse(summary.startedAt) }
  const step = stepAt(run, document, entries, wanted.path)
  if (step === null) throw fail('resource.not_found')
  return (await isOpenRun(deps, scope, actor, wanted.runId)) ? step : closedStep(step)
}

export interface StepValueRequest {
  runId: string
  path: string
  side: 'input' | 'output' | 'trigger'
}

/**
 * Input or output of a step, or what the trigger received, for those who may see the run's data. Throws
 * resource.not_found.
 */
export async function readStepValue(
  deps: GetRunDeps,
  scope: TenantScope,
  actor: Actor,
  wanted: StepValueRequest,
): Promise<{ value: JsonValue; recomputed: boolean }> {
  allow(actor, 'run:data')
  const { runId, path, side } = wanted
  const row = await scope.read((tx) => runById(tx, runId))
  if (row === null || !(await isOpenRun(deps, scope, actor, runId))) throw fail('resource.not_found')
  const stored =
    side === 'trigger' ? await receivedBy(deps, scope, runId) : await recordedOutput(deps, scope, wanted)
  if (stored !== null) return { value: stored.value, recomputed: false }
  if (side === 'trigger') throw fail('resource.not_found')
  const again = await recomputeValue(deps, scope, { runId, path, side })
  if (again === null) throw fail('resource.not_found')
  if (side === 'output') return { value: again.value, recomputed: true }
  const { document } = await deps.versions.get(scope, row.version_id)
  return { value: maskedInput(deps, document, path, again.value), recomputed: true }
}

/** Credentials that stand in a step's input are for the other side only. */
function maskedInput(deps: GetRunDeps, document: JsonObject, path: string, input: JsonValue): JsonValue {
  const pattern = patternOf(path)
  const steps = authoredSteps(document)
  const action =
    steps.find((step) => step.path === pattern)?.action ??
    steps.find((step) => `${step.path}!undo` === pattern)?.undoneBy ??
    undefined
  const masked = action === undefined ? undefined : deps.actions.get(action)?.masked
  return masked === undefined ? input : masked(input)
}

async function receivedBy(
  deps: GetRunDeps,
  scope: TenantScope,
  runId: string,
): Promise<{ value: JsonValue } | null> {
  return scope.read(async (tx) => {
    const row = await runRow(tx, runId)
    if (row === null || row.request === null) return null
    const { payload, payload_ref: ref } = row
    const body = payload ?? (ref === null ? NO_PAYLOAD : await storedBytes(deps.values, tx, ref))
    return { value: receivedValue(StoredRequest.parse(row.request), body) }
  })
}

/** The recorded result of an effect: it is history, not a computation. */
async function recordedOutput(
  deps: GetRunDeps,
  scope: TenantScope,
  wanted: StepValueRequest,
): Promise<{ value: JsonValue } | null> {
  if (wanted.side !== 'output' || wanted.path === '') return null
  return scope.read(async (tx) => {
    const entries = await entriesOf(tx, wanted.runId)
    const event = entries.flatMap((entry) => entry.events).findLast((one) => isResultOf(one, wanted.path))
    if (event === undefined) return null
    const read = await eventOf(event, (ref) => storedJson(deps.values, tx, ref))
    return 'result' in read && read.result.ok ? { value: read.result.output } : null
  })
}

function isResultOf(event: StoredEvent, path: string): boolean {
  // What a question was answered is its output, not that it was put.
  const isResult = event.kind === 'effect' || event.kind === 'answer'
  return isResult && event.outcome.ok && event.id.replace(/~\d+$/, '') === path
}
