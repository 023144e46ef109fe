import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { lookUpValues } from './domains/apps/changes/look-up-values.ts'
import type { Automation } from './domains/automation/automation.ts'
import { tablesPort } from './domains/automation/tables/find-in-tables.ts'
import { ROW } from './domains/automation/tables/seen-rows.fixture.ts'
import { openForm } from './domains/records/workflow-runs/open-form.ts'
import type { TenantScope } from './platform/database/types.ts'

/** What an open form of the record's app and a test of its rules find of it in the table; a playbook added a letter to its code. */
export async function foundByForm(
  automation: Automation,
  scope: TenantScope,
  actor: Actor,
  { appId, values }: { appId: string; values: Readonly<Record<string, string>> },
): Promise<string[]> {
  const { code = '', hush = '' } = values
  const asked = { of: [ROW.key], code: [code, `${code}x`], note: [hush] }
  const lookups = Object.entries(asked).flatMap(([column, all]) =>
    all.map((value) => ({ table: ROW.table, column, value })),
  )
  const tables = { ...automation.apps.tables, ...tablesPort(automation) }
  const form = await openForm({ apps: { ...automation.apps, tables } }, scope, actor, { appId, lookups })
  const builder = { ...actor, permissions: new Set<Permission>([...actor.permissions, 'app:build']) }
  const tested = await lookUpValues(tables, scope, builder, lookups)
  return [...form.lookups, ...tested].flatMap(({ found, value }) => (found === true ? [value] : []))
}
