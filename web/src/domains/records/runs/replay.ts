import type { AppView } from '@caseloom/contract/apps/apps'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { RuleOutcome, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { carryOver } from '@caseloom/workflow/carry-over'
import { compileWorkflow, itemsOf } from '@caseloom/workflow/compile'
import { settle } from '@caseloom/workflow/evaluate'
import { type Flip, smallestFlips, type Subject } from '@caseloom/workflow/explain'
import type { FormContext, FormOutcome } from '@caseloom/workflow/form-context'
import { type SideEffect, sideEffects } from '@caseloom/workflow/side-effects'
import { questionName, tableValue } from '@caseloom/workflow/table-uses'
import { ASPECTS } from './aspects.ts'
import type { Compared } from './compare-runs.ts'
import { operandsRead, type RunRow, rulesOfStage } from './run-rows.ts'

/** Evaluates a workflow on the record of a run, as the actor of the run, as far as the reader can see. */
async function replayed(
  fields: AppView['fields'],
  run: WorkflowRunView,
  workflow: Workflow,
): Promise<FormOutcome> {
  return settle(compileWorkflow(workflow, { fields }), contextOf(run))
}

function contextOf(run: WorkflowRunView): FormContext {
  const { kind, id } = run.actor
  const [groups, roles] = [heldBy(run, 'group'), heldBy(run, 'role')]
  return {
    occasion: run.cause,
    record: run.fields,
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

/** What the workflow of today makes of the record of a run. */
export async function today(app: AppView, run: WorkflowRunView, name: string): Promise<Compared> {
  const outcome = await replayed(app.fields, run, wholeWorkflow(app) ?? { stages: [] })
  return {
    name,
    sequence: null,
    outcomes: outcomesOf(outcome),
    fields: { ...run.fields, ...outcome.values },
    required: new Set(
      [...outcome.items].flatMap(([item, { required }]) => (required?.value === true ? [item] : [])),
    ),
    hidden: new Set(
      [...outcome.items].flatMap(([item, { visible }]) => (visible?.value === false ? [item] : [])),
    ),
  }
}

function outcomesOf(outcome: FormOutcome): Map<string, RuleOutcome> {
  return new Map(outcome.trace.map((entry) => [entry.rule, entry.outcome]))
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
 * The smallest changes of the record with which a row would have come out otherwise. None where this browser can't repeat
 * the run: conditions on linked records have values that only the server knew.
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
  const context = contextOf(run)
  const outcome = await settle(compiled, context)
  const own = outcomesOf(outcome)
  const repeats = run.rules.every(
    (one) => one.outcome === 'hidden' || own.get(one.rule) === undefined || own.get(one.rule) === one.outcome,
  )
  const flips = repeats ? smallestFlips(outcome, subject) : []
  const required = new Set(fields.flatMap((field) => (field.required === true ? [`field:${field.key}`] : [])))
  const now = { outcome, record: context.record }
  const found: FlipWithEffects[] = []
  for (const flip of flips) {
    const changed = Object.fromEntries(flip.changes.map(({ field, to }) => [field, to]))
    const record = { ...context.record, ...changed }
    const other = { outcome: await settle(compiled, { ...context, record }), record }
    found.push({ ...flip, effects: sideEffects(now, other, { subject, required }) })
  }
  return found
}
