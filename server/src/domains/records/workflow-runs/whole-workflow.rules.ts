import type { Workflow } from '@caseloom/contract/apps/workflow'
import type { CompiledWorkflow } from '@caseloom/workflow/compile'
import { withFieldRules } from '@caseloom/workflow/from-fields'
import { rulesOf } from '@caseloom/workflow/linked-uses'
import { isReadableItem, type Readable } from '../workflow/visible-workflow.rules.ts'

interface Whole {
  /** With the rules that settings of fields stand for. */
  workflow: Workflow
  /** IDs of those that stand for settings of fields that the reader can’t read: like the fields, they are not mentioned. */
  absent: ReadonlySet<string>
}

/** The workflow as a run evaluated it. */
export function evaluatedWorkflow(
  stored: Workflow,
  { rules, fields }: CompiledWorkflow,
  readable: Readable,
): Whole {
  const known = new Set(rulesOf(stored).map(({ id }) => id))
  const absent = new Set(
    rules.flatMap(({ placed: { rule }, actions }) => {
      const items = actions.flatMap((action) => action.items)
      const isOpen = known.has(rule.id) || items.some((item) => isReadableItem(item, readable))
      return isOpen ? [] : [rule.id]
    }),
  )
  const whole = withFieldRules(stored, [...fields.own.values()])
  const stages = whole.stages.map((stage) => ({
    ...stage,
    branches: stage.branches.filter((branch) => !branch.rules.some(({ id }) => absent.has(id))),
  }))
  const given = new Set(stored.stages.map(({ id }) => id))
  return {
    workflow: { stages: stages.filter(({ id, branches }) => given.has(id) || branches.length > 0) },
    absent,
  }
}
