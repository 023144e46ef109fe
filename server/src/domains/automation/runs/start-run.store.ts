import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { TraceCarrier } from '../../../platform/telemetry/tracing.ts'
import type { Cause } from '../causes/loop.rules.ts'
import { causeColumns, RUNNING_PER_TENANT, storedCause } from '../intake/delivery.store.ts'

const AdmittedRow = z.object({ admitted: z.boolean() })

export interface InsertedRun {
  id: string
  relayId: string
  playbookId: string
  /** Null: the published version. */
  versionId: string | null
  triggerKey: string
  triggerKind: string
  initiator: string | null
  semantics: number
  test: boolean
  parent: { runId: string; waitId: string | null; depth: number } | null
  cause?: Cause
  request: JsonObject
  payload: Buffer | null
  payloadRef: string | null
  trace: TraceCarrier | null
}

/** Run, number, what it was given and its start stand or fall together. */
const INSERT = `
with version as (
  select v.id from caseloom.playbook p join caseloom.playbook_version v on v.playbook_id = p.id
   where p.tenant_id = $1 and p.id = $4 and p.deleted_at is null and case when $5::uuid is null then v.number = p.published_version else v.id = $5 end
), counted as (
  insert into caseloom.run_counter (tenant_id, last) select $1, 1 from version
  on conflict (tenant_id) do update set last = run_counter.last + 1 returning last
), made as (
  insert into caseloom.run (id, tenant_id, number, playbook_id, version_id, trigger_key, trigger_kind, initiator,
                            state, semantics, start_id, created_at, parent_run, parent_wait, depth, test,
                            failure_told, data_scope, cause_run, cause_depth, cause_parent, cause_path, cause_group)
  select $2, $1, c.last, $4, v.id, $6, $7, $8, 'queued', $9, $3, $10, $11, $12, $13, $14,
         case when $14 then true end,
         -- A component works with the data of its caller, and hands it its own.
         case when $11::uuid is null then $2 else (select data_scope from caseloom.run where id = $11) end,
         ${causeColumns('$19')}
    from version v, counted c
  returning id
), given as (
  insert into caseloom.run_input (run_id, tenant_id, request, payload, payload_ref)
  select id, $1, $15::json, $16, $17 from made
), share as (
  select count(*) < ${RUNNING_PER_TENANT} as free
    from (select 1 from caseloom.run r where r.tenant_id = $1 and r.state = 'running' limit ${RUNNING_PER_TENANT}) busy
), relays as (
  insert into caseloom.relay (id, tenant_id, run_id, kind, created_at, due_at, trace)
  select $3, $1, m.id, 'start', $10::timestamptz,
         case when s.free then $10::timestamptz + interval '2 seconds' else $10::timestamptz end, $18::json
    from made m, share s
)
select s.free as admitted from made, share s`

/** Writes a queued run; null when there is no such playbook or version. */
export async function insertRun(tx: TenantTx, run: InsertedRun): Promise<{ admitted: boolean } | null> {
  const rows = await tx.rows(
    AdmittedRow,
    INSERT,
    [
      tx.tenantId,
      run.id,
      run.relayId,
      run.playbookId,
      run.versionId,
      run.triggerKey,
      run.triggerKind,
      run.initiator,
      run.semantics,
      new Date(tx.now),
      run.parent?.runId ?? null,
      run.parent?.waitId ?? null,
      run.parent?.depth ?? 0,
      run.test,
      JSON.stringify(run.request),
      run.payload,
      run.payloadRef,
      run.trace === null ? null : JSON.stringify(run.trace),
      storedCause(run),
    ],
    'automation-insert-run',
  )
  return rows[0] ?? null
}
