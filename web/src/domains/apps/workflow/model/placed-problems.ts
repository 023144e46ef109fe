import type { FormParts } from '@caseloom/workflow/checking'
import { workflowProblems } from '@caseloom/workflow/problems'
import type { AppDraft } from '../../draft/app-draft.ts'
import { allSections } from './form-items.ts'
import { NO_WORKFLOW } from './new-items.ts'

/** A problem of a workflow with the item that it is shown at. */
export interface PlacedProblem {
  /** Null for the workflow as a whole. */
  item: string | null
  /** ID of the test that it is about. */
  test?: string
  severity: 'error' | 'warning'
  code: string
  message: string
  /** It is shown at the expression. */
  isInExpression?: true
}

export interface KnownParts {
  linked: FormParts['linked']
  /** Absent while they aren’t loaded, and for someone who can’t read them. */
  tables: FormParts['tables']
  /** IDs; absent while they aren't loaded. */
  buttons: readonly string[] | undefined
  roles: readonly string[] | undefined
}

/** What publishing would refuse, and what is probably not meant. */
export function problemsOf(draft: AppDraft, known: KnownParts): PlacedProblem[] {
  const layout = allSections(draft)
  const problems = workflowProblems(draft.workflow ?? NO_WORKFLOW, {
    ...known,
    fields: draft.fields,
    sections: layout.flatMap(({ id }) => id ?? []),
    tabs: layout.flatMap(({ tab }) => tab ?? []),
    blocks: layout.flatMap(({ blocks = [] }) => blocks.map(({ id }) => id)),
  })
  return problems.map(({ items, test, severity, code, message, path }) => ({
    item: items[0] ?? null,
    ...(test === undefined ? {} : { test }),
    severity,
    code,
    message,
    ...(path.at(-1) === 'expression' ? { isInExpression: true as const } : {}),
  }))
}
