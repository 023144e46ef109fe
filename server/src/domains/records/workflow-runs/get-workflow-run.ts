import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type Actor, ANONYMOUS } from '@caseloom/contract/kernel/permissions'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { When, Workflow } from '@caseloom/contract/apps/workflow'
import type { WorkflowRunRule, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { namedRoles } from '@caseloom/workflow/linked-uses'
import { leavesOf } from '@caseloom/workflow/test-reads'
import type { Test } from '@caseloom/workflow/tests'
import { changedItems } from '@caseloom/workflow/trace'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { historyBefore, recordAt } from '../versions/record-history.read.ts'
import { evaluateRecord } from '../workflow/evaluate-record.ts'
import type { ReaderView } from '../workflow/reader-view.ts'
import { unpackRun } from '../workflow/run-code.rules.ts'
import { formState, isReadableItem, PLAIN_FORM, visibleWorkflow } from '../workflow/visible-workflow.rules.ts'
import type { ReadyWorkflow } from '../workflow/workflow-of.ts'
import { runsBefore, sequenceAfter, type StoredRun } from '../workflow/workflow-runs.store.ts'
import { retainedSince } from './run-retention.rules.ts'
import { knownOperands } from './known-operands.rules.ts'
import { runSummary } from './list-workflow-runs.ts'
import { changesOf, seenRevisions, type SeenWorkflow } from './seen-run.ts'

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
    const revisions = seenRevisions(deps, tx, { app, actor, recordId: record.id })
    const of = await revisions(run.revision)
    if (of === null) throw fail('resource.not_found')
    const { ready, view } = of
    const [changed = false] = await changesOf(revisions, earlier === undefined ? [run] : [run, earlier])
    const workflow = visibleWorkflow(of.whole.workflow, ready.compiled, view)
    const found = {
      ...runSummary(app.id, record.id, run),
      changed,
      workflow,
      roles: rolesOf(run, workflow),
      unreadFields: app.fields.filter(({ key }) => !view.readable(key)).length,
      previous: earlier?.sequence ?? null,
      next: await sequenceAfter(tx, record.id, sequence),
    }
    if (run.expiredAt !== null) return { ...found, ...expiredRun(of, run) }
    const after = await recordAt(tx, app, record.id, sequence)
    if (after === null) throw fail('resource.not_found')
    const before = sequence === 1 ? null : await recordAt(tx, app, record.id, sequence - 1)
    const outcome = await replayed(of, { run, after, before, tx })
    return {
      ...found,
      rules: rulesOf(of, outcome, run),
      form: formState(ready.compiled, outcome, view),
      fields: readableValues(app, after, view),
      before: before === null ? null : readableValues(app, before, view),
    }
  })
}

/** What an expired run still says: which rules held, and which items they changed. The history knows the fields they set. */
function expiredRun(
  of: SeenWorkflow,
  { run, set }: StoredRun,
): Pick<WorkflowRunView, 'rules' | 'form' | 'fields' | 'before'> {
  const { outcomes } = unpackRun(run)
  const changed = changedItems(of.ready.compiled, { outcomes, written: new Set(set) })
  const rules = visibleRules(of, (at) => ({
    outcome: outcomes[at] ?? 'not_run',
    operands: [],
    actions: (changed[at] ?? []).map((one) => ({ ...one, before: null, after: null })),
  }))
  return { rules, form: PLAIN_FORM, fields: {}, before: null }
}

/** Why a save has no run: runs were once deleted with their retention, or there was nothing to keep. */
async function missing(tx: TenantTx, app: AppTable, recordId: string, sequence: number): Promise<AppError> {
  const [save] = await historyBefore(tx, recordId, { before: sequence + 1, limit: 1 })
  const since = retainedSince(app, tx.now)
  const isExpired = save?.version === sequence && since !== null && save.at < since
  return fail(isExpired ? 'workflow_run.expired' : 'resource.not_found')
}

/** Roles that counted, by the conditions that the reader can see. */
function rolesOf({ facts }: StoredRun, seen: Workflow): string[] {
  const held = new Set(facts?.p ?? [])
  return [...namedRoles(seen)].filter((id) => held.has(id))
}

interface Replay {
  run: StoredRun
  after: StoredRecord
  before: StoredRecord | null
  tx: TenantTx
}

/** The evaluation as it was, with the reader’s eyes: rules that they may not see change nothing on their form. */
function replayed(
  { table, ready, view }: SeenWorkflow,
  { run, after, before, tx }: Replay,
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
  return evaluateRecord(table, ready, {
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
      written: Object.fromEntries(run.set.map((key) => [key, after.values[key] ?? null])),
    },
    given: new Set(changed.filter((key) => !Object.hasOwn(given, key))),
  })
}

/** What each rule read and did. Where what it read contradicts the stored outcome, only the outcome is returned. */
function rulesOf(of: SeenWorkflow, { trace }: FormOutcome, run: StoredRun): WorkflowRunRule[] {
  const { ready } = of
  const stored = unpackRun(run.run).outcomes
  return visibleRules(of, (at) => {
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

/** The rules as a reader may see them: of a hidden one, that it is there; nothing of those nested in it. */
function visibleRules(
  { ready, view: { hidden, readable }, whole: { absent } }: SeenWorkflow,
  saidOf: (at: number) => Omit<WorkflowRunRule, 'rule'>,
): WorkflowRunRule[] {
  return ready.compiled.rules.flatMap(({ placed: { rule, parent } }, at): WorkflowRunRule[] => {
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
