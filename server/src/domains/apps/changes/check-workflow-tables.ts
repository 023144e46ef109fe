import type { Issue } from '@caseloom/contract/kernel/errors'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import type { TableParts } from '@caseloom/workflow/checking'
import { workflowProblems } from '@caseloom/workflow/problems'
import { tableTests } from '@caseloom/workflow/table-uses'
import type { TenantTx } from '../../../platform/database/types.ts'
import { workflowPlace } from '../definition/app-definition.rules.ts'
import type { TablesPort } from '../definition/tables-port.ts'

type Logic = Parameters<typeof wholeWorkflow>[0]

interface Checked extends Logic {
  fields: readonly FieldInput[]
  /** The revision before, or what is copied; its tables may be named again by someone who can't read tables. */
  before?: Logic | undefined
  tables: TablesPort
}

/** Tables and columns that conditions name and that don't exist; a table that the actor can't read is one of them. */
export async function workflowTableIssues(tx: TenantTx, actor: Actor, checked: Checked): Promise<Issue[]> {
  const { fields, before = {}, tables: port } = checked
  const workflow = wholeWorkflow(checked)
  if (workflow === undefined || tableTests(workflow).length === 0) return []
  const known = await port.known(tx)
  if (known === null) return []
  const tables = may(actor, 'playbook:read') ? known : namedIn(before, known)
  return workflowProblems(workflow, { fields, tables }).flatMap(({ path, code, message }) => {
    const part = path.at(-1)
    if (part !== 'table' && part !== 'column') return []
    return [{ path: ['body', ...workflowPlace(checked, path)], code, message }]
  })
}

function namedIn(before: Logic, known: readonly TableParts[]): TableParts[] {
  const named = new Set(tableTests(wholeWorkflow(before) ?? { stages: [] }).map(({ table }) => table))
  return known.filter(({ key }) => named.has(key))
}
