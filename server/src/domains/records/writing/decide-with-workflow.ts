import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldType, kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import type { TenantTx } from '../../../platform/database/types.ts'
import { withFormulas } from '../computed/compute-formulas.ts'
import type { AppTable, Change, FieldChange, Moment, StoredRecord, Values } from '../model/record-shape.ts'
import type { LinkPlan } from '../reference-fields/link-changes.rules.ts'
import { isReference } from '../reference-fields/reference-fields.rules.ts'
import { sameValue } from '../model/same-value.rules.ts'
import { SET_BY_WORKFLOW } from '../versions/history-form.rules.ts'
import { evaluateRecord, mayReadKey } from '../workflow/evaluate-record.ts'
import { occasionOf } from '../workflow/occasion.rules.ts'
import { missingFields, outcomeIssues } from '../workflow/outcome-issues.rules.ts'
import { packRun } from '../workflow/run-code.rules.ts'
import type { ReadyWorkflow } from '../workflow/workflow-of.ts'
import type { RunFacts, RunRow } from '../workflow/workflow-runs.store.ts'
import type { WorkflowAtHand } from './workflow-at-hand.ts'
import {
  createIssues,
  decideCreate,
  decideUpdate,
  differences,
  draftCreate,
  draftUpdate,
  updateIssues,
} from './record-change.rules.ts'

/** A change as commands give it. */
export interface Wish {
  app: AppTable
  tx: TenantTx
  moment: Moment
  id: string
  /** Null for a new record. */
  current: StoredRecord | null
  /** Values of the record itself. */
  plain: Values
  plans: readonly LinkPlan[]
  workflow: WorkflowAtHand | null
}

/** A decided change with the formulas that follow from it, what keeps it from being saved, and the run that shaped it. */
export interface Decided {
  change: Change
  issues: Issue[]
  run: RunRow | null
}

/** Decides a change with what the app’s workflow adds to it; null when nothing differs. */
export async function decideWithWorkflow(wish: Wish): Promise<Decided | { issues: Issue[] } | null> {
  if (wish.workflow === null) {
    const decided = decide(wish, wish.plain)
    if (decided === null || 'issues' in decided) return decided
    return { change: await withFormulas(wish.app, decided), issues: [], run: null }
  }
  const { app, current, plain, plans } = wish
  if (current !== null && plans.length === 0 && differences(current.values, plain).length === 0) return null
  const draft = await withFormulas(app, drafted(wish))
  const hand = wish.workflow
  const outcome = await outcomeOf(wish, hand, { record: draft.record, before: current })
  const set = setValues(app, outcome, draft.record)
  const shaped = await shapedBy(wish, draft, set)
  if (shaped === null || 'issues' in shaped) return shaped
  // What timestamps of fields set, every history says without a mark.
  const whole = app.workflow === undefined ? shaped : withMark(shaped, Object.keys(set))
  const { record } = whole
  const last = await lastOutcome(wish, hand, { outcome, record, draft, set })
  return {
    change: whole,
    issues: await issuesOf(wish, hand, { outcome: last, record }),
    run: app.workflow === undefined ? null : runOf(wish, hand.ready, { outcome, record, set, draft }),
  }
}

/** The outcome on the record as it is stored, where what rules set changed computed values that conditions read. */
async function lastOutcome(
  wish: Wish,
  hand: WorkflowAtHand,
  { outcome, record, draft, set }: Result & { draft: Change; set: Values },
): Promise<FormOutcome> {
  const keys = Object.keys(set)
  if (keys.length === 0) return outcome
  const isSame = hand.ready.compiled.reads.every(
    (key) =>
      Object.hasOwn(set, key) || sameValue(draft.record.values[key] ?? null, record.values[key] ?? null),
  )
  if (isSame) return outcome
  const given = { ...wish.plain, ...set }
  return outcomeOf({ ...wish, plain: given }, hand, { record, before: wish.current })
}

/** The draft with what rules set; the draft itself where they set nothing. */
async function shapedBy(
  wish: Wish,
  draft: Change,
  set: Values,
): Promise<Change | { issues: Issue[] } | null> {
  const { app, current, moment, plain } = wish
  if (Object.keys(set).length === 0) {
    const issues =
      current === null
        ? createIssues(app, plain, moment)
        : updateIssues(app, differences(current.values, plain), moment)
    return issues.length > 0 ? { issues } : draft
  }
  if (!derivesFields(app)) return withSet(wish, draft, set)
  const decided = decide(wish, { ...plain, ...set })
  return decided === null || 'issues' in decided ? decided : withFormulas(app, decided)
}

const deriving = new WeakMap<Wish['app'], boolean>()

/** Whether fields of the app follow from others: setting one may then change more than it. */
function derivesFields(app: Wish['app']): boolean {
  const known =
    deriving.get(app) ??
    app.fields.some(
      ({ kind, definition }) => fieldType(definition).derived === true || kindTraits(kind).tasks,
    )
  deriving.set(app, known)
  return known
}

/** The draft with what rules set, where nothing else follows from it. */
function withSet(
  { app, current, plain, moment }: Wish,
  draft: Change,
  set: Values,
): ReturnType<typeof decide> {
  const given = { ...plain, ...set }
  const issues =
    current === null
      ? createIssues(app, given, moment)
      : updateIssues(app, differences(current.values, given), moment)
  if (issues.length > 0) return { issues }
  const untouched = draft.changes.filter(({ field }) => !Object.hasOwn(set, field))
  const changes = [...untouched, ...differences(current?.values ?? {}, set)]
  if (changes.length === 0) return null
  return { ...draft, record: { ...draft.record, values: { ...draft.record.values, ...set } }, changes }
}

function decide({ app, current, moment, id }: Wish, values: Values) {
  return current === null ? decideCreate(app, values, moment, id) : decideUpdate(app, current, values, moment)
}

/** The change without what rules set. */
export function drafted({ app, current, moment, plain, id }: Wish): Change {
  return current === null ? draftCreate(app, plain, moment, id) : draftUpdate(app, current, plain, moment)
}

/** What the workflow decides about the record as the wish makes it. */
export async function outcomeOf(
  { app, moment, plain, plans, id, tx }: Wish,
  { ready, linked, tables }: WorkflowAtHand,
  { record, before }: { record: StoredRecord; before: StoredRecord | null },
): Promise<FormOutcome> {
  return evaluateRecord(app, ready, {
    occasion: occasionOf(moment.actor),
    record,
    before,
    actor: moment.actor,
    now: tx.now,
    zone: tx.timeZone,
    linked: (field) => linked.valuesOf(field, linked.members(field, id, plans), moment.actor),
    linkedBefore: (field) => linked.valuesOf(field, linked.members(field, id, []), moment.actor),
    tables,
    given: new Set([...Object.keys(plain), ...plans.map(({ field }) => field.key)]),
  })
}

/** What rules wrote and is different from what the change gave; links and computed values are not for rules. */
function setValues(app: AppTable, outcome: FormOutcome, draft: StoredRecord): Values {
  const set = Object.entries(outcome.values).filter(([key]) => {
    const field = app.byKey.get(key)
    return field !== undefined && !isReference(field) && Object.hasOwn(draft.values, key)
  })
  return Object.fromEntries(
    differences(draft.values, Object.fromEntries(set)).map(({ field, to }) => [field, to]),
  )
}

/** The change with the fields that the workflow wrote named beside it. */
function withMark(change: Change, keys: readonly string[]): Change {
  const fields = keys.filter((key) => change.changes.some(({ field }) => field === key))
  if (fields.length === 0) return change
  const mark: FieldChange = { field: SET_BY_WORKFLOW, from: null, to: fields }
  return { ...change, changes: [...change.changes, mark] }
}

interface Result {
  outcome: FormOutcome
  record: StoredRecord
}

/** A field that was empty in such a state before is left alone: a later rule would shut the record against every change. */
async function issuesOf(wish: Wish, hand: WorkflowAtHand, { outcome, record }: Result): Promise<Issue[]> {
  const { app, current, plain, plans, moment } = wish
  const { actor } = moment
  const { compiled } = hand.ready
  const given = () => {
    const changes = differences(current?.values ?? {}, plain).map(
      ({ field, from, to }) => [field, { from, to }] as const,
    )
    const links = plans.map(
      ({ field, added, removed }) =>
        [field.key, { from: [...removed] as JsonValue, to: [...added] as JsonValue }] as const,
    )
    return new Map<string, { from: JsonValue; to: JsonValue }>([...changes, ...links])
  }
  const issues = outcomeIssues(compiled, outcome, {
    isEmpty: emptiness(wish, hand, { record, plans }),
    given,
    byHand: actor.kind === 'user',
    isPrivate: actor.kind === 'user' && actor.via === undefined,
    readable: (key) => mayReadKey(app, actor, key),
  })
  if (current === null || !issues.some(({ code }) => code === 'required')) return issues
  const former = await outcomeOf({ ...wish, plain: {}, plans: [] }, hand, {
    record: current,
    before: current,
  })
  const missed = new Set(
    missingFields(former, { isEmpty: emptiness(wish, hand, { record: current, plans: [] }) }),
  )
  return issues.filter(({ code, path }) => code !== 'required' || !missed.has(String(path.at(-1))))
}

function emptiness(
  { app, id }: Wish,
  { linked }: WorkflowAtHand,
  { record, plans }: { record: StoredRecord; plans: readonly LinkPlan[] },
) {
  return (key: string): boolean => {
    const field = app.byKey.get(key)
    if (field !== undefined && isReference(field)) return linked.members(key, id, plans).length === 0
    const value: JsonValue = record.values[key] ?? null
    return value === null || (Array.isArray(value) && value.length === 0)
  }
}

/** What is stored of the evaluation; null when none of its rules was for the occasion. */
function runOf(
  { moment, current }: Wish,
  { principals }: ReadyWorkflow,
  { outcome, record, set, draft }: Result & { set: Values; draft: Change },
): RunRow | null {
  const { outcomes } = outcome
  if (outcomes.every((one) => one === 'not_run')) return null
  const given: Record<string, JsonValue> = {}
  const unchanged: string[] = []
  for (const key of Object.keys(set)) {
    const value = draft.record.values[key] ?? null
    if (sameValue(value, current?.values[key] ?? null)) unchanged.push(key)
    else given[key] = value
  }
  const counted = principals.size === 0 ? [] : moment.actor.principals.filter((id) => principals.has(id))
  const facts: RunFacts = {
    ...(Object.keys(given).length === 0 ? {} : { g: given }),
    ...(unchanged.length === 0 ? {} : { e: unchanged }),
    ...(counted.length === 0 ? {} : { p: counted }),
  }
  return {
    record: record.id,
    sequence: record.version,
    at: record.updatedAt,
    run: packRun({ cause: occasionOf(moment.actor), outcomes }),
    facts: Object.keys(facts).length === 0 ? null : facts,
  }
}
