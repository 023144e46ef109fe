import type { AppView } from '@caseloom/contract/apps/apps'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'

/** Whether rules or settings of fields decide about the form. */
export function hasLogic(app: Pick<AppView, 'workflow' | 'applets' | 'fields'>): boolean {
  return (
    (wholeWorkflow(app)?.stages.length ?? 0) > 0 ||
    app.fields.some(({ requiredWhen }) => requiredWhen !== undefined)
  )
}

/** Parts of a rule that read what the browser doesn't have: groups and roles of the user, and linked records. */
const BEYOND = new Set(['actor', 'linked', 'through', 'expression'])

export function readsBeyondForm(workflow: Workflow | undefined): boolean {
  return namesIn(workflow?.stages ?? []).next().done !== true
}

/** Reference fields whose linked records rules read. */
export function linkedFieldsOf(workflow: Workflow | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { name, value } of namesIn(workflow?.stages ?? []))
    if (typeof value === 'string' && (name === 'linked' || name === 'through')) found.add(value)
  return found
}

function* namesIn(part: unknown): Generator<{ name: string; value: unknown }> {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    if (BEYOND.has(name)) yield { name, value }
    yield* namesIn(value)
  }
}
