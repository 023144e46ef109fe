import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { WorkflowRunRule, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { historyBefore, recordAt } from '../versions/record-history.read.ts'
import { evaluateRecord } from '../workflow/evaluate-record.ts'
import { type ReaderView, readerView } from '../workflow/reader-view.ts'
import { unpackRun } from '../workflow/run-code.rules.ts'
import { formState, isReadableItem, visibleWorkflow } from '../workflow/visible-workflow.rules.ts'
import { type ReadyWorkflow, workflowOf } from '../workflow/workflow-of.ts'
import { runsBefore, sequenceAfter, type StoredRun } from '../workflow/workflow-runs.store.ts'
import { retainedSince } from './run-retention.rules.ts'
import { runSummary } from './list-workflow-runs.ts'

/**
 * One run, as far as the reader may see it. A run keeps the outcomes of its rules; what conditions read and actions did is
 * worked out again from the record’s history and the workflow of that revision, by the same evaluator.
 * @throws resource.not_found when the record has no such run, workflow_run.expired when its retention has ended
 */
export async function getWorkflowRun(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { sequence: asked, ...place }: RecordPlace & { sequence: string },
): Promise<WorkflowRunView> {
  allow(actor, 'record:read')
  const sequence = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
  if (sequence === null) throw fail('resource.not_found')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const [run, earlier] = await runsBefore(tx, record.id, sequence + 1, 2)
    if (run?.sequence !== sequence) throw await missing(tx, app, record.id, sequence)
    const then = await deps.apps.compiled(tx, app.id, false, run.revision)
    const ready = then === null ? null : await workflowOf(deps, tx, then)
    const after = await recordAt(tx, app, record.id, sequence)
    if (then === null || ready === null || after === null) throw fail('resource.not_found')
    const before = sequence === 1 ? null : await recordAt(tx, app, record.id, sequence - 1)
    const view = await readerView(tx, app, ready, { actor, recordId: record.id })
    const outcome = await replayed(then, ready, { run, after, before, view, tx })
    return {
      ...runSummary(app.id, record.id, run),
      workflow: visibleWorkflow(ready.workflow, ready.compiled, view),
      rules: rulesOf(ready, outcome, run, view),
      form: formState(ready.compiled, outcome, view),
      fields: readableValues(app, after, view),
      before: before === null ? null : readableValues(app, before, view),
      previous: earlier?.sequence ?? null,
      next: await sequenceAfter(tx, record.id, sequence),
    }
  })
}

/** Why a save has no run: it is older than the app keeps runs, or there was nothing to keep. */
async function missing(tx: TenantTx, app: AppTable, recordId: string, sequence: number): Promise<AppError> {
  const [save] = await historyBefore(tx, recordId, sequence + 1, 1)
  const since = retainedSince(app, tx.now)
  const isExpired = save?.version === sequence && since !== null && save.at < since
  return fail(isExpired ? 'workflow_run.expired' : 'resource.not_found')
}

interface Replay {
  run: StoredRun
  after: StoredRecord
  before: StoredRecord | null
  view: ReaderView
  tx: TenantTx
}

/** The evaluation as it was, with the reader’s eyes: rules that they may not see change nothing on their form. */
function replayed(
  then: AppTable,
  ready: ReadyWorkflow,
  { run, after, before, view, tx }: Replay,
): Promise<FormOutcome> {
  const { kind, id } = run.actor
  const actor = {
    ...ANONYMOUS,
    kind,
    id,
    principals: [...(run.facts?.p ?? []), ...(id === null ? [] : [id])],
  }
  const earlier = (run.facts?.e ?? []).map((key) => [key, before?.values[key] ?? null] as const)
  const given = { ...Object.fromEntries(earlier), ...run.facts?.g }
  const changed = Object.keys(after.values).filter(
    (key) => JSON.stringify(after.values[key] ?? null) !== JSON.stringify(before?.values[key] ?? null),
  )
  return evaluateRecord(then, ready, {
    occasion: unpackRun(run.run).cause,
    record: { ...after, values: { ...after.values, ...given } },
    before,
    actor,
    readable: view.readable,
    now: run.at,
    zone: tx.timeZone,
    linked: () => null,
    given: new Set(changed.filter((key) => !Object.hasOwn(given, key))),
  })
}

/** What each rule read and did. Where the stored outcome differs, only the outcome is returned. */
function rulesOf(
  { compiled, uses, others }: ReadyWorkflow,
  { trace }: FormOutcome,
  run: StoredRun,
  { hidden, readable }: ReaderView,
): WorkflowRunRule[] {
  const stored = unpackRun(run.run).outcomes
  return compiled.rules.flatMap(({ placed }, at): WorkflowRunRule[] => {
    const rule = placed.rule.id
    const outcome = stored[at] ?? 'not_run'
    if (placed.parent !== null && hidden.has(placed.parent.rule.id)) return []
    if (hidden.has(rule)) return [{ rule, outcome: 'hidden', operands: [], actions: [] }]
    const entry = trace[at]
    const operands = (entry?.operands ?? []).flatMap((operand) => {
      const isLinked = operand.reads.some((key) => uses.has(key) && others.has(key))
      if (isLinked)
        return [{ ...operand, reads: [...operand.reads], actual: null, holds: outcome === 'true' }]
      return entry?.outcome === outcome ? [{ ...operand, reads: [...operand.reads] }] : []
    })
    const actions = entry?.outcome === outcome ? (entry?.actions ?? []) : []
    return [
      { rule, outcome, operands, actions: actions.filter(({ item }) => isReadableItem(item, readable)) },
    ]
  })
}

function readableValues(app: AppTable, record: StoredRecord, { readable }: ReaderView): FieldValues {
  const values: Record<string, JsonValue> = {}
  for (const { key } of app.fields) if (readable(key)) values[key] = record.values[key] ?? null
  return values
}
