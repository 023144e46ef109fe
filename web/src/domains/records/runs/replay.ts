import type { AppView } from '@caseloom/contract/apps/apps'
import type { RuleOutcome, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { carryOver } from '@caseloom/workflow/carry-over'
import { type CompiledWorkflow, compileWorkflow, itemsOf } from '@caseloom/workflow/compile'
import { settle } from '@caseloom/workflow/evaluate'
import type { Subject } from '@caseloom/workflow/explain'
import type { FormContext, FormOutcome, ItemState, LinkedThen } from '@caseloom/workflow/form-context'
import { changedContexts, type Flip, smallestFlips } from '@caseloom/workflow/smallest-flips'
import { type SideEffect, sideEffects } from '@caseloom/workflow/side-effects'
import { questionName, tableValue } from '@caseloom/workflow/table-uses'
import { ASPECTS } from './aspects.ts'
import { sameValue } from '../../../field-types/parts/field-text.ts'
import { type Compared, comparedOf } from './compare-runs.ts'
import { givenRecord, linkedGuesses, linkedThen, readsLinked } from './linked-then.ts'
import { operandsRead, type RunRow, rulesOfStage } from './run-rows.ts'

/** One way in which a workflow may come out on the record of a run. */
interface Replay {
  context: FormContext
  outcome: FormOutcome
}

/**
 * Evaluates a workflow on the record of a run, as the actor of the run, as far as the reader can see: once for each thing
 * that linked records may have said.
 */
async function replays(
  compiled: CompiledWorkflow,
  run: WorkflowRunView,
): Promise<{ isComplete: boolean; first: Replay; others: Replay[] }> {
  const { isComplete, guesses } = linkedGuesses(compiled, run)
  const context = contextOf(run)
  const replay = async (linkedThen: LinkedThen): Promise<Replay> => {
    const own = { ...context, linkedThen }
    return { context: own, outcome: await settle(compiled, own) }
  }
  const [one = linkedThen(run), ...more] = guesses
  const first = await replay(one)
  const others: Replay[] = []
  for (const guess of more) others.push(await replay(guess))
  return { isComplete, first, others }
}

function contextOf(run: WorkflowRunView): FormContext {
  const { kind, id } = run.actor
  const [groups, roles] = [heldBy(run, 'group'), heldBy(run, 'role')]
  return {
    occasion: run.cause,
    record: givenRecord(run),
    before: run.before,
    actor: { kind, id: id ?? null, groups, roles, readable: () => true },
    now: run.at,
    linked: () => null,
    lookup: answersOf(run),
  }
}

/** Groups or roles with which the conditions of the run about them come out as they did. */
function heldBy({ workflow, rules }: WorkflowRunView, kind: 'group' | 'role'): string[] {
  const outcomes = new Map(rules.map((one) => [String(one.rule), one]))
  const tests = workflow.stages
    .flatMap(rulesOfStage)
    .flatMap((rule) => operandsRead(rule, outcomes.get(rule.id) ?? null))
    .flatMap(({ test, operand }) =>
      'actor' in test && test.actor === kind ? [{ ids: test.in, holds: operand.holds }] : [],
    )
  const missing = new Set(tests.flatMap(({ ids, holds }) => (holds ? [] : ids)))
  return [...new Set(tests.flatMap(({ ids, holds }) => (holds ? ids.filter((id) => !missing.has(id)) : [])))]
}

/** What tables said about the values that conditions of the run read; nothing of others. */
function answersOf({ workflow, rules }: WorkflowRunView): NonNullable<FormContext['lookup']> {
  const outcomes = new Map(rules.map((one) => [String(one.rule), one]))
  const reads = workflow.stages
    .flatMap(rulesOfStage)
    .flatMap((rule) => operandsRead(rule, outcomes.get(rule.id) ?? null))
  const known = new Map(
    reads.flatMap(({ test, operand }) => {
      const value = tableValue(operand.actual)
      if (!('table' in test) || test.at === 'becomes' || value === null) return []
      const { table, column, op } = test
      const question = { table, ...(column === undefined ? {} : { column }), value }
      return [[questionName(question), operand.holds === (op === 'inTable')] as const]
    }),
  )
  return (question) => known.get(questionName(question))
}

/**
 * What the workflow of today makes of the record of a run. Linked records say what they said then; where the run doesn't
 * know it, what depends on it counts as the same.
 */
export async function today(app: AppView, run: WorkflowRunView, name: string): Promise<Compared> {
  const compiled = compileWorkflow(wholeWorkflow(app) ?? { stages: [] }, { fields: app.fields })
  const { first, others } = await replays(compiled, run)
  const own = stateThen(first)
  const unsure = others.map(stateThen)
  const known = comparedOf(run, name)
  const items = (kind: 'required' | 'hidden') =>
    new Set(
      [...own[kind].union(known[kind])].filter((item) =>
        unsure.every((one) => one[kind].has(item) === own[kind].has(item))
          ? own[kind].has(item)
          : known[kind].has(item),
      ),
    )
  return {
    name,
    sequence: null,
    outcomes: new Map(
      [...own.outcomes].map(([rule, outcome]) => [
        rule,
        unsure.every((one) => one.outcomes.get(rule) === outcome) ? outcome : 'hidden',
      ]),
    ),
    fields: Object.fromEntries(
      Object.entries(own.fields).map(([key, value]) => [
        key,
        unsure.every((one) => sameValue(one.fields[key], value)) ? value : (run.fields[key] ?? null),
      ]),
    ),
    required: items('required'),
    hidden: items('hidden'),
    linkedAsThen: readsLinked(compiled),
  }
}

/** What an evaluation leaves, as it is compared. */
function stateThen({ context, outcome }: Replay) {
  const itemsWith = (isSo: (state: ItemState) => boolean) =>
    new Set([...outcome.items].flatMap(([item, state]) => (isSo(state) ? [item] : [])))
  return {
    outcomes: outcomesOf(outcome),
    fields: { ...context.record, ...outcome.values },
    required: itemsWith(({ required }) => required?.value === true),
    hidden: itemsWith(({ visible }) => visible?.value === false),
  }
}

function outcomesOf(outcome: FormOutcome): Map<string, RuleOutcome> {
  return new Map(outcome.trace.map((entry) => [entry.rule, entry.outcome]))
}

/** Whether a replay gives what is stored of the run: how rules came out, and which fields they set. */
function repeats(run: WorkflowRunView, { outcome, context }: Replay): boolean {
  const own = outcomesOf(outcome)
  const isSame = run.rules.every(
    (one) => one.outcome === 'hidden' || own.get(one.rule) === undefined || own.get(one.rule) === one.outcome,
  )
  const given = context.record
  const changed = Object.keys(given).filter((key) => !sameValue(given[key], run.fields[key]))
  return isSame && changed.every((key) => Object.hasOwn(outcome.values, key))
}

/** What a rule or an action decided, as the search for smaller changes names it. */
export function subjectsOf(row: RunRow): Subject[] {
  if (row.kind === 'stage') return []
  const actions = row.kind === 'action' ? [row.item] : row.item.actions
  return actions.flatMap((action): Subject[] => {
    if (action.do === 'set' || action.do === 'default') return [{ value: action.field }]
    if (action.do === 'options') return [{ options: action.field }]
    if (action.do === 'message') return [{ message: action.id }]
    const aspect = ASPECTS[action.do]
    return aspect === undefined ? [] : itemsOf(action).map((item) => ({ item, aspect }))
  })
}

/** A change of the record with which a row would have come out otherwise, and what else it would have changed. */
export type FlipWithEffects = Flip & { effects: readonly SideEffect[] }

/**
 * The smallest changes of the record with which a row would have come out otherwise, whatever linked records said that the
 * run doesn't know. None where this browser can't repeat the run.
 */
export async function flipsOf(
  app: AppView,
  run: WorkflowRunView,
  row: RunRow,
): Promise<readonly FlipWithEffects[]> {
  const [subject] = subjectsOf(row)
  const rule = row.kind === 'stage' ? undefined : row.run?.rule
  if (subject === undefined || rule === undefined) return []
  // The run has the settings of its fields as rules: they don't count twice.
  const { fields } = carryOver({ fields: app.fields, workflow: run.workflow })
  const compiled = compileWorkflow(run.workflow, { fields })
  const [now, ...rest] = await repeated(compiled, run)
  if (now === undefined) return []
  const flips = smallestFlips(
    now.outcome,
    subject,
    rest.map(({ outcome }) => outcome),
  )
  const required = new Set(fields.flatMap((field) => (field.required === true ? [`field:${field.key}`] : [])))
  const found: FlipWithEffects[] = []
  for (const flip of flips) {
    const effects = await sureEffects(compiled, [now, ...rest], { flip, subject, required })
    found.push({ ...flip, effects })
  }
  return found
}

/** The replays that give what is stored of the run; none where this browser can't repeat it. */
export async function repeated(compiled: CompiledWorkflow, run: WorkflowRunView): Promise<Replay[]> {
  const { isComplete, first, others } = await replays(compiled, run)
  return isComplete ? [first, ...others].filter((one) => repeats(run, one)) : []
}

interface Flipped {
  flip: Flip
  subject: Subject
  required: ReadonlySet<string>
}

/** What else a change alters in each of the replays. */
async function sureEffects(
  compiled: CompiledWorkflow,
  all: readonly Replay[],
  { flip, subject, required }: Flipped,
): Promise<SideEffect[]> {
  const found: SideEffect[][] = []
  for (const { context, outcome } of all)
    for (const changed of changedContexts(outcome, flip)) {
      const other = { outcome: await settle(compiled, changed), record: changed.record }
      found.push(sideEffects({ outcome, record: context.record }, other, { subject, required }))
    }
  const [first = new Map<string, SideEffect>(), ...others] = found.map(
    (list) => new Map(list.map((one) => [JSON.stringify(one), one])),
  )
  return [...first].flatMap(([key, one]) => (others.every((list) => list.has(key)) ? [one] : []))
}
