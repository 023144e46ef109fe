import type { WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { CompiledWorkflow } from '@caseloom/workflow/compile'
import type { LinkedThen, Values } from '@caseloom/workflow/form-context'
import { leavesOf } from '@caseloom/workflow/test-reads'
import { linkedName } from '@caseloom/workflow/tests'
import { operandsRead, rulesOfStage } from './run-rows.ts'

/** Conditions on linked records of which a run doesn't say whether they held; of more, not every combination is tried. */
const MAX_UNKNOWN = 5

/** What a run says of linked records: which conditions on them held, and what actions took from them. */
export function linkedThen({ workflow, rules }: WorkflowRunView): LinkedThen {
  const outcomes = new Map(rules.map((one) => [String(one.rule), one]))
  const held = new Map<string, boolean>()
  const unsure = new Set<string>()
  const began = new Set<string>()
  const taken: [string, Values[string]][] = []
  for (const rule of workflow.stages.flatMap(rulesOfStage)) {
    const run = outcomes.get(rule.id) ?? null
    for (const { test, operand } of operandsRead(rule, run)) {
      if (!('linked' in test)) continue
      const name = linkedName(test)
      // Days of another time zone can decide the same condition otherwise.
      if ((held.get(name) ?? operand.holds) !== operand.holds) unsure.add(name)
      held.set(name, operand.holds)
    }
    for (const action of rule.actions) {
      const effect = run?.actions.find(({ id }) => id === action.id)
      if (effect === undefined || !('to' in action)) continue
      if (action.do === 'set' && action.repeat === 'once') began.add(rule.id)
      if ('through' in action.to) taken.push([action.id, effect.after])
    }
  }
  for (const name of unsure) held.delete(name)
  return { held, began, taken: new Map(taken) }
}

/** Whether rules of a workflow read linked records. */
export function readsLinked(compiled: CompiledWorkflow): boolean {
  return compiled.rules.some(
    ({ test, actions }) =>
      (test !== null && leavesOf(test).some((leaf) => leaf.test.kind === 'linked')) ||
      actions.some(({ action }) => 'to' in action && 'through' in action.to),
  )
}

/**
 * All that linked records may have said in a run: each combination of the conditions of a workflow of which the run
 * doesn't say whether they held. Of too many, that all of them held and that none did.
 */
export function linkedGuesses(
  compiled: CompiledWorkflow,
  run: WorkflowRunView,
): { isComplete: boolean; guesses: LinkedThen[] } {
  const known = linkedThen(run)
  const names = compiled.rules.flatMap(({ test, off, on }) =>
    test === null || off || !on.has(run.cause)
      ? []
      : leavesOf(test).flatMap(({ test: leaf }) => (leaf.kind === 'linked' ? [leaf.name] : [])),
  )
  const unknown = [...new Set(names)].filter((name) => !known.held.has(name))
  const isComplete = unknown.length <= MAX_UNKNOWN
  const all = 2 ** unknown.length - 1
  const combinations = isComplete ? Array.from({ length: all + 1 }, (_, bits) => bits) : [0, all]
  const guesses = combinations.map((bits) => {
    const guess = unknown.map((name, at) => [name, Math.floor(bits / 2 ** at) % 2 === 1] as const)
    return { ...known, held: new Map([...known.held, ...guess]) }
  })
  return { isComplete, guesses }
}

/** The record of a run as it was given to its rules: with the values that were there before they set others. */
export function givenRecord({ workflow, rules, fields }: WorkflowRunView): WorkflowRunView['fields'] {
  const setting = new Map(
    workflow.stages
      .flatMap(rulesOfStage)
      .flatMap(({ actions }) =>
        actions.flatMap((action) =>
          action.do === 'set' || action.do === 'default' ? [[action.id, action.field] as const] : [],
        ),
      ),
  )
  const given = new Map<string, Values[string]>()
  for (const { id, before } of rules.flatMap(({ actions }) => actions)) {
    const field = setting.get(id)
    // The first of those that set a field found what was given.
    if (field !== undefined && !given.has(field)) given.set(field, before)
  }
  return { ...fields, ...Object.fromEntries(given) }
}
