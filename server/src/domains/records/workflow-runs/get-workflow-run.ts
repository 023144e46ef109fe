import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { When } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunRule, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { CompiledWorkflow } from '@caseloom/workflow/compile'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { leavesOf, type Test } from '@caseloom/workflow/tests'
import { changedItems } from '@caseloom/workflow/trace'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { setByWorkflow } from '../versions/history-form.rules.ts'
import { historyBefore, recordAt } from '../versions/record-history.read.ts'
import { evaluateRecord } from '../workflow/evaluate-record.ts'
import { type ReaderView, readerView } from '../workflow/reader-view.ts'
import { unpackRun } from '../workflow/run-code.rules.ts'
import { formState, isReadableItem, PLAIN_FORM, visibleWorkflow } from '../workflow/visible-workflow.rules.ts'
import { type ReadyWorkflow, workflowOf } from '../workflow/workflow-of.ts'
import { runsBefore, sequenceAfter, type StoredRun } from '../workflow/workflow-runs.store.ts'
import { retainedSince } from './run-retention.rules.ts'
import { knownOperands } from './known-operands.rules.ts'
import { runSummary } from './list-workflow-runs.ts'
import { evaluatedWorkflow } from './whole-workflow.rules.ts'

/**
 * One run, as far as the reader may see it. A run keeps the outcomes of its rules; what conditions read and actions did is
 * worked out again from the record’s history and the workflow of that revision, by the same evaluator. Of an expired run,
 * only the outcomes and which actions changed something are returned.
 * @throws resource.not_found when the record has no such run, workflow_run.expired when it was deleted
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
    if (then === null || ready === null) throw fail('resource.not_found')
    const view = await readerView(tx, app, ready, { actor, recordId: record.id })
    const { workflow, absent } = evaluatedWorkflow(ready.workflow, ready.compiled, view.readable)
    const seen = { ...view, absent }
    const found = {
      ...runSummary(app.id, record.id, run),
      workflow: visibleWorkflow(workflow, ready.compiled, view),
      unreadFields: app.fields.filter(({ key }) => !view.readable(key)).length,
      previous: earlier?.sequence ?? null,
      next: await sequenceAfter(tx, record.id, sequence),
    }
    if (run.expiredAt !== null)
      return { ...found, ...(await expiredRun(tx, ready, { run, seen, recordId: record.id })) }
    const after = await recordAt(tx, app, record.id, sequence)
    if (after === null) throw fail('resource.not_found')
    const before = sequence === 1 ? null : await recordAt(tx, app, record.id, sequence - 1)
    const [save] = await historyBefore(tx, record.id, sequence + 1, 1)
    const wrote = setByWorkflow(save?.changes ?? [])
    const outcome = await replayed(then, ready, { run, after, before, wrote, view, tx })
    return {
      ...found,
      rules: rulesOf(ready, outcome, run, seen),
      form: formState(ready.compiled, outcome, view),
      fields: readableValues(app, after, view),
      before: before === null ? null : readableValues(app, before, view),
    }
  })
}

/** What an expired run still says: which rules held, and which items they changed. The history knows the fields they set. */
async function expiredRun(
  tx: TenantTx,
  { compiled }: ReadyWorkflow,
  { run, seen, recordId }: { run: StoredRun; seen: Seen; recordId: string },
): Promise<Pick<WorkflowRunView, 'rules' | 'form' | 'fields' | 'before'>> {
  const [save] = await historyBefore(tx, recordId, run.sequence + 1, 1)
  const { outcomes } = unpackRun(run.run)
  const changed = changedItems(compiled, { outcomes, written: setByWorkflow(save?.changes ?? []) })
  const rules = visibleRules(compiled, seen, (at) => ({
    outcome: outcomes[at] ?? 'not_run',
    operands: [],
    actions: (changed[at] ?? []).map((one) => ({ ...one, before: null, after: null })),
  }))
  return { rules, form: PLAIN_FORM, fields: {}, before: null }
}

/** Why a save has no run: runs were once deleted with their retention, or there was nothing to keep. */
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
  /** Fields that rules set with this save. */
  wrote: ReadonlySet<string>
  view: ReaderView
  tx: TenantTx
}

/** The evaluation as it was, with the reader’s eyes: rules that they may not see change nothing on their form. */
function replayed(
  then: AppTable,
  ready: ReadyWorkflow,
  { run, after, before, wrote, view, tx }: Replay,
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
    known: {
      outcomes: unpackRun(run.run).outcomes,
      written: Object.fromEntries([...wrote].map((key) => [key, after.values[key] ?? null])),
    },
    given: new Set(changed.filter((key) => !Object.hasOwn(given, key))),
  })
}

/** What each rule read and did. Where what it read contradicts the stored outcome, only the outcome is returned. */
function rulesOf(
  ready: ReadyWorkflow,
  { trace }: FormOutcome,
  run: StoredRun,
  seen: Seen,
): WorkflowRunRule[] {
  const stored = unpackRun(run.run).outcomes
  return visibleRules(ready.compiled, seen, (at) => {
    const outcome = stored[at] ?? 'not_run'
    const entry = trace[at]
    if (entry?.outcome !== outcome) return { outcome, operands: [], actions: [] }
    const when = ready.compiled.rules[at]?.placed.rule.when
    const test = ready.compiled.rules[at]?.test ?? null
    const operands = when === undefined || test === null ? [] : operandsThen(ready, { when, test }, entry)
    return { outcome, operands: operands ?? [], actions: operands === null ? [] : [...entry.actions] }
  })
}

/** What the conditions of a rule read; of linked records and tables as they were then, only whether the condition held. */
function operandsThen(
  { uses, others }: ReadyWorkflow,
  { when, test }: { when: When; test: Test },
  { operands, outcome }: FormOutcome['trace'][number],
): WorkflowRunRule['operands'] | null {
  const isLinked = ({ reads }: (typeof operands)[number]) =>
    reads.some((key) => uses.has(key) && others.has(key))
  const asking = new Set(leavesOf(test).flatMap((leaf) => (leaf.test.kind === 'table' ? [leaf.path] : [])))
  const isUnknown = (one: (typeof operands)[number]) => isLinked(one) || asking.has(one.path)
  const holds = new Map(operands.map((one) => [one.path, isUnknown(one) ? null : one.holds]))
  const known = knownOperands(when, { holds, held: outcome === 'true' })
  if (known === null) return null
  return operands.flatMap((one) => {
    const held = known.get(one.path)
    if (held === undefined) return []
    return [{ ...one, reads: [...one.reads], holds: held, ...(isLinked(one) ? { actual: null } : {}) }]
  })
}

/** What of a run a reader may see. */
type Seen = ReaderView & Pick<ReturnType<typeof evaluatedWorkflow>, 'absent'>

/** The rules as a reader may see them: of a hidden one, that it is there; nothing of those nested in it. */
function visibleRules(
  { rules }: CompiledWorkflow,
  { hidden, readable, absent }: Seen,
  saidOf: (at: number) => Omit<WorkflowRunRule, 'rule'>,
): WorkflowRunRule[] {
  return rules.flatMap(({ placed: { rule, parent } }, at): WorkflowRunRule[] => {
    if (absent.has(rule.id) || (parent !== null && hidden.has(parent.rule.id))) return []
    if (hidden.has(rule.id)) return [{ rule: rule.id, outcome: 'hidden', operands: [], actions: [] }]
    const said = saidOf(at)
    const actions = said.actions.filter(({ item }) => isReadableItem(item, readable))
    return [{ ...said, rule: rule.id, actions }]
  })
}

function readableValues(app: AppTable, record: StoredRecord, { readable }: ReaderView): FieldValues {
  const values: Record<string, JsonValue> = {}
  for (const { key } of app.fields) if (readable(key)) values[key] = record.values[key] ?? null
  return values
}
