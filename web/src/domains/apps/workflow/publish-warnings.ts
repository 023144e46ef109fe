import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { compileWorkflow } from '@caseloom/workflow/compile'
import { workflowProblems } from '@caseloom/workflow/problems'
import { runTests } from '@caseloom/workflow/sample-tests/run-tests'
import { ruleSentence } from '@caseloom/workflow/sentences'
import type { AppDraft } from '../draft/app-draft.ts'
import { NO_WORKFLOW } from './model/new-items.ts'
import { ruleOf } from './model/workflow-tree.ts'
import { failingRuns } from './trial/useSavedTests.ts'

/** What publishing asks about first, with the name of the test, rule, or layout. */
export type PublishWarning = { id: string; name: string } & (
  | { kind: 'test' | 'testRole' | 'rule' }
  | { kind: 'layout'; layout: string }
)

/** Failing tests, and what names a role that doesn't exist; roles are not checked while they aren't known. */
export async function publishWarnings(
  draft: AppDraft,
  roles: readonly string[] | undefined,
): Promise<PublishWarning[]> {
  return [...(await failing(draft)), ...(roles === undefined ? [] : missingRoles(draft, roles))]
}

async function failing(draft: AppDraft): Promise<PublishWarning[]> {
  const tests = draft.workflow?.tests ?? []
  if (tests.length === 0) return []
  const compiled = compileWorkflow(wholeWorkflow(draft), { fields: draft.fields })
  const runs = failingRuns(await runTests(compiled, tests))
  return runs.map(({ test: { id, name } }) => ({ kind: 'test', id, name }))
}

function missingRoles(draft: AppDraft, roles: readonly string[]): PublishWarning[] {
  const { workflow = NO_WORKFLOW, layouts = [], fields } = draft
  const problems = workflowProblems(workflow, { fields, roles }).filter(({ code }) => code === 'unknown_role')
  const found = problems.flatMap(({ items: [id = ''], test: testId }): PublishWarning[] => {
    const test = workflow.tests?.find((one) => one.id === testId)
    if (test !== undefined) return [{ kind: 'testRole', id: test.id, name: test.name }]
    const rule = ruleOf(workflow, id)
    return rule === null ? [] : [{ kind: 'rule', id, name: rule.name ?? ruleSentence(rule, { fields }) }]
  })
  const named = layouts
    .filter((one) => one.roles.some((role) => !roles.includes(role)))
    .map(({ id, name }): PublishWarning => ({ kind: 'layout', id, layout: id, name }))
  const once = new Map([...found, ...named].map((one) => [`${one.kind} ${one.id}`, one]))
  return [...once.values()]
}
