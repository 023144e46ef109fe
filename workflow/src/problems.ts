import type { Workflow } from '@caseloom/contract/apps/workflow'
import { actionProblems } from './action-problems.ts'
import type { Checking, FormParts, WorkflowProblem } from './checking.ts'
import { formFieldsOf } from './compile.ts'
import { conditionProblems } from './condition-problems.ts'
import { contradictionProblems } from './contradictions.ts'
import { orderProblems } from './order-problems.ts'
import { testProblems } from './test-problems.ts'
import { structureProblems } from './structure-problems.ts'
import { placedRules } from './walk.ts'

const MAX_PROBLEMS = 200

/** Everything that is wrong with a workflow, or probably not meant, in document order of the checks. */
export function workflowProblems(workflow: Workflow, parts: FormParts): WorkflowProblem[] {
  const problems: WorkflowProblem[] = []
  const checking: Checking = {
    workflow,
    parts,
    fields: formFieldsOf(parts.fields, parts.linked),
    rules: placedRules(workflow),
    report: (problem) => {
      if (problems.length < MAX_PROBLEMS) problems.push({ severity: 'error', ...problem })
    },
  }
  structureProblems(checking)
  // A workflow beyond its limits is not checked further.
  if (problems.some(({ code }) => code === 'too_many' || code === 'too_deep')) return problems
  testProblems(checking)
  const ahead = problems.length
  conditionProblems(checking)
  actionProblems(checking)
  if (problems.slice(ahead).some(({ severity }) => severity === 'error')) return problems
  orderProblems(checking)
  contradictionProblems(checking)
  return problems
}
