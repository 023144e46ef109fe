import type { Workflow, WorkflowAction, WorkflowRule } from '@caseloom/contract/apps/workflow'
import { placedRules } from './walk.ts'

/** The rules that do something with a field, such as require it. */
export function rulesDoing(
  workflow: Workflow | undefined,
  verb: WorkflowAction['do'],
  field: string,
): WorkflowRule[] {
  return placedRules(workflow ?? { stages: [] }).flatMap(({ rule, off }) =>
    !off && rule.actions.some((action) => action.off !== true && action.do === verb && names(action, field))
      ? [rule]
      : [],
  )
}

function names(action: WorkflowAction, field: string): boolean {
  if ('fields' in action) return action.fields.includes(field)
  return 'field' in action && action.field === field
}
