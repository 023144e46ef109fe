import type { Issue } from '@caseloom/contract/kernel/errors'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Workflow, WorkflowStage } from '@caseloom/contract/apps/workflow'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { workflowProblems } from '@caseloom/workflow/problems'
import type { TenantTx } from '../../../platform/database/types.ts'
import { workflowPlace } from '../definition/app-definition.rules.ts'
import { knownFields } from './check-references.ts'

interface Checked {
  /** Absent for a new app. */
  appId?: string
  fields: readonly FieldInput[]
  workflow?: Workflow | undefined
  applets?: readonly { stages?: WorkflowStage[] | undefined }[] | undefined
}

/** Names in the workflow's links that the other app lacks; an app that the actor may not read is not checked. */
export async function workflowLinkIssues(tx: TenantTx, actor: Actor, checked: Checked): Promise<Issue[]> {
  const { appId, fields } = checked
  const workflow = wholeWorkflow(checked)
  if (workflow === undefined) return []
  const text = JSON.stringify(workflow)
  const linked = new Map<string, readonly FieldInput[]>()
  for (const field of fields) {
    if (!('app' in field) || !text.includes(`"${field.key}"`)) continue
    const others = field.app === appId ? fields : await knownFields(tx, actor, field.app)
    if (others !== null) linked.set(field.key, others)
  }
  if (linked.size === 0) return []
  return workflowProblems(workflow, { fields, linked }).flatMap(({ severity, path, code, message }) =>
    severity === 'error' ? [{ path: ['body', ...workflowPlace(checked, path)], code, message }] : [],
  )
}
