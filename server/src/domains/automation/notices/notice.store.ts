import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'

const NoticeKind = z.enum(['runFailed', 'intakeFailed', 'triggerOff', 'loopStopped'])
export type NoticeKind = z.infer<typeof NoticeKind>

/** Further notices of a playbook and kind wait this long after the last one. */
const QUIET_MS = 3_600_000
const BATCH = 100

/** Runs that other systems start, with no one watching. */
const INTAKE = ['webhook', 'mail', 'poll']

/** Notes failed runs for the owners of their playbooks; the run of a component is reported by its caller. */
export async function noteFailedRuns(tx: TenantTx, runIds: readonly string[]): Promise<void> {
  await tx.query(
    `insert into caseloom.playbook_notice as n (tenant_id, playbook_id, kind, pending, run_id, trigger_id)
     select r.tenant_id, r.playbook_id, k.kind, count(*)::int, (array_agg(r.id order by r.id desc))[1], null
       from caseloom.run r
       cross join lateral (select case when r.trigger_kind = any($3::text[]) then 'intakeFailed' else 'runFailed' end as kind) k
      where r.tenant_id = $1 and r.id = any($2::uuid[]) and r.trigger_kind <> 'component'
      group by r.tenant_id, r.playbook_id, k.kind
      order by r.playbook_id, k.kind
     on conflict (tenant_id, playbook_id, kind)
       do update set pending = n.pending + excluded.pending, run_id = excluded.run_id, trigger_id = null`,
    [tx.tenantId, runIds, INTAKE],
  )
}

/** Notes deliveries that could not be judged, so that no run shows them. */
export async function noteFailedDeliveries(tx: TenantTx, triggerIds: readonly string[]): Promise<void> {
  if (triggerIds.length === 0) return
  await tx.query(
    `insert into caseloom.playbook_notice as n (tenant_id, playbook_id, kind, pending, trigger_id)
     select t.tenant_id, t.playbook_id, 'intakeFailed', count(*)::int, min(t.id::text)::uuid
       from unnest($2::uuid[]) as failed(id) join caseloom.trigger t on t.tenant_id = $1 and t.id = failed.id
      group by t.tenant_id, t.playbook_id
      order by t.playbook_id
     on conflict (tenant_id, playbook_id, kind)
       do update set pending = n.pending + excluded.pending, run_id = null, trigger_id = excluded.trigger_id`,
    [tx.tenantId, triggerIds],
  )
}

/** Notes a stopped loop for the owners of its playbooks; `runId` is the run whose start was refused. */
export async function noteStoppedLoop(
  tx: TenantTx,
  playbookIds: readonly string[],
  runId: string,
): Promise<void> {
  await tx.query(
    `insert into caseloom.playbook_notice as n (tenant_id, playbook_id, kind, pending, run_id)
     select $1, p.id, 'loopStopped', 1, $3 from unnest($2::uuid[]) as p(id) order by p.id
     on conflict (tenant_id, playbook_id, kind)
       do update set pending = n.pending + 1, run_id = excluded.run_id, trigger_id = null`,
    [tx.tenantId, playbookIds, runId],
  )
}

/** Records that someone switched a trigger off; switching it on again withdraws notices that weren't sent yet. */
export async function noteTriggerSwitch(
  tx: TenantTx,
  trigger: { id: string; playbook_id: string },
  { enabled, by }: { enabled: boolean; by: string | null },
): Promise<void> {
  await tx.query(
    enabled
      ? `update caseloom.playbook_notice set pending = 0
          where tenant_id = $1 and playbook_id = $2 and kind = 'triggerOff' and trigger_id = $3`
      : `insert into caseloom.playbook_notice as n (tenant_id, playbook_id, kind, pending, trigger_id, by_user)
         values ($1, $2, 'triggerOff', 1, $3, $4)
         on conflict (tenant_id, playbook_id, kind)
           do update set pending = n.pending + 1, trigger_id = excluded.trigger_id, by_user = excluded.by_user`,
    [tx.tenantId, trigger.playbook_id, trigger.id, ...(enabled ? [] : [by])],
  )
}

const DueNotice = z.object({ tenant_id: z.string(), playbook_id: z.string(), kind: NoticeKind })

const Notice = DueNotice.extend({
  pending: z.number(),
  run_id: z.string().nullable(),
  by_user: z.string().nullable(),
  title: z.string(),
  trigger_key: z.string().nullable(),
  /** Memberships of who published the running version and who saved the draft last. */
  owners: z.array(z.string()),
})
export type Notice = z.infer<typeof Notice>

const PendingRow = z.object({ pending: z.number() })

/** Notices that may be sent now, oldest first. */
export function noticesDue(tx: Tx, now: Date): Promise<z.infer<typeof DueNotice>[]> {
  return tx.rows(
    DueNotice,
    `select tenant_id, playbook_id, kind from caseloom.playbook_notice
      where pending > 0 and (told_at is null or told_at <= $1) and ${isAtWork('playbook_notice')}
      order by told_at nulls first, tenant_id, playbook_id, kind limit ${BATCH}`,
    [new Date(now.getTime() - QUIET_MS)],
    'automation-notices-due',
  )
}

/** Takes a notice for telling it in the same transaction; null when another process did or the playbook is gone. */
export async function takeNotice(
  tx: Tx,
  { tenantId, playbookId, kind, now }: { tenantId: string; playbookId: string; kind: NoticeKind; now: Date },
): Promise<Notice | null> {
  const taken = await tx.rows(
    PendingRow,
    `select pending from caseloom.playbook_notice
      where tenant_id = $1 and playbook_id = $2 and kind = $3 and pending > 0 and (told_at is null or told_at <= $4)
      for update skip locked`,
    [tenantId, playbookId, kind, new Date(now.getTime() - QUIET_MS)],
  )
  const [row] = taken
  if (row === undefined) return null
  const [notice] = await tx.rows(
    Notice,
    `update caseloom.playbook_notice n set pending = 0, told_at = $4
       from caseloom.playbook p
       left join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
      where n.tenant_id = $1 and n.playbook_id = $2 and n.kind = $3 and p.tenant_id = $1 and p.id = n.playbook_id
     returning n.tenant_id, n.playbook_id, n.kind, $5::int as pending, n.run_id, n.by_user, p.title,
               (select t.key from caseloom.trigger t where t.id = n.trigger_id) as trigger_key,
               array_remove(array[v.published_by::text, p.saved_by ->> 'id'], null) as owners`,
    [tenantId, playbookId, kind, now, row.pending],
  )
  return notice ?? null
}
