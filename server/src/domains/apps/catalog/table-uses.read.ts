import { z } from 'zod'
import { tableTests } from '@caseloom/workflow/table-uses'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { objectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppDefinition } from '../definition/app-definition.ts'

/** An app or applet whose form logic asks a table, with the columns that it names. */
export interface LogicUse {
  kind: 'app' | 'applet'
  id: string
  name: string
  sharing: Sharing
  columns: readonly string[]
}

const NamingRow = z.object({
  kind: z.enum(['app', 'applet']),
  id: z.string(),
  name: z.string(),
  definition: objectColumn<Pick<AppDefinition, 'workflow' | 'applets' | 'sharing'>>(),
})

/** Published form logic that names a table, by the names of its apps and applets. */
export async function logicNaming(tx: TenantTx, table: string): Promise<LogicUse[]> {
  // Keys are letters, digits, and _: nothing in them means anything to a pattern.
  const rows = await tx.rows(
    NamingRow,
    `select kind, id, name, definition from (
       select 'app' as kind, id, definition->>'name' as name, definition from caseloom.app
        where tenant_id = $1 and deleted_at is null
       union all
       select 'applet', id, definition->>'name', definition from caseloom.applet where tenant_id = $1) u
      where definition::text ~ $2 order by lower(name), id`,
    [tx.tenantId, `"table"\\s*:\\s*"${table}"`],
    'apps-naming-table',
  )
  return rows.flatMap(({ definition, ...one }) => {
    const tests = tableTests(wholeWorkflow(definition) ?? EMPTY).filter((test) => test.table === table)
    const { sharing = null } = definition
    return tests.length === 0
      ? []
      : [{ ...one, sharing, columns: tests.flatMap(({ column }) => column ?? []) }]
  })
}

const EMPTY: Workflow = { stages: [] }
