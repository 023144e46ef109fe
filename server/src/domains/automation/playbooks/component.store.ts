import { z } from 'zod'
import { IdRow, JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

/** A playbook whose published version is a component. */
const ComponentRow = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  version: z.number(),
  version_id: z.string(),
  document: JsonObjectColumn,
  shared_with: z.array(z.string()).nullable(),
})
export type ComponentRow = z.infer<typeof ComponentRow>

const SELECT = `
select p.id, p.key, p.title, p.description, v.number as version, v.id as version_id, v.document, p.shared_with
  from caseloom.playbook p
  join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
 where p.tenant_id = $1 and p.deleted_at is null and v.document -> 'component' is not null`

export function allComponents(tx: TenantTx): Promise<ComponentRow[]> {
  return tx.rows(ComponentRow, `${SELECT} order by p.title, p.id`, [tx.tenantId], 'automation-components')
}

export async function componentByKey(tx: TenantTx, key: string): Promise<ComponentRow | null> {
  const rows = await tx.rows(ComponentRow, `${SELECT} and p.key = $2`, [tx.tenantId, key])
  return rows[0] ?? null
}

export async function componentById(tx: TenantTx, id: string): Promise<ComponentRow | null> {
  const rows = await tx.rows(ComponentRow, `${SELECT} and p.id = $2`, [tx.tenantId, id])
  return rows[0] ?? null
}

export const Caller = z.object({
  run_id: z.string(),
  playbook_id: z.string(),
  depth: z.number(),
  initiator: z.string().nullable(),
})
export type Caller = z.infer<typeof Caller>

/** The run and those that called it, the nearest first. */
export function callersOf(tx: TenantTx, runId: string): Promise<Caller[]> {
  return tx.rows(
    Caller,
    `with recursive chain as (
       select id as run_id, playbook_id, depth, initiator, parent_run, 0 as step
         from caseloom.run where tenant_id = $1 and id = $2
       union all
       select r.id, r.playbook_id, r.depth, r.initiator, r.parent_run, c.step + 1
         from chain c join caseloom.run r on r.id = c.parent_run
        where r.tenant_id = $1 and c.step < 100
     )
     select run_id, playbook_id, depth, initiator from chain order by step`,
    [tx.tenantId, runId],
    'automation-callers-of',
  )
}

/** The run that a wait began; null when it has not yet. */
export async function calledBy(tx: TenantTx, runId: string, waitId: string): Promise<{ id: string } | null> {
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.run where tenant_id = $1 and parent_run = $2 and parent_wait = $3',
    [tx.tenantId, runId, waitId],
    'automation-called-by',
  )
  return rows[0] ?? null
}

/** Asks the run that a wait began to stop. It takes no lock on it: the end of that run may be answering the wait. */
export async function stopCalled(tx: TenantTx, waitId: string): Promise<void> {
  await tx.query(
    `insert into caseloom.run_cancel (run_id, tenant_id, at, actor_id, actor_name, in_queue, due_at)
     select c.id, $1, $3::timestamptz, null, p.title, false, $3::timestamptz
       from caseloom.run_wait w
       join caseloom.run r on r.id = w.run_id
       join caseloom.playbook p on p.id = r.playbook_id
       join caseloom.run c on c.parent_run = w.run_id and c.parent_wait = w.id
      where w.tenant_id = $1 and w.id = $2 and c.state in ('queued', 'running', 'waiting')
     on conflict do nothing`,
    [tx.tenantId, waitId, new Date(tx.now)],
  )
}
