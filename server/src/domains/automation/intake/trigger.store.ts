// Rows of triggers, deliveries, and due work, and the limits on what is accepted.
import { HookAuth } from '@caseloom/contract/automation/hook-auth'
import { TriggerKind } from '@caseloom/contract/automation/triggers'
import { z } from 'zod'
import { JsonColumn, JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

/** Why a trigger that asks others cannot do so. */
const TriggerFailing = z.object({
  message: z.string(),
  /** When it was first met; ISO. */
  since: z.string(),
  count: z.number(),
})
export type TriggerFailing = z.infer<typeof TriggerFailing>

const TriggerRow = z.object({
  id: z.string(),
  playbook_id: z.string(),
  version_id: z.string(),
  key: z.string(),
  kind: TriggerKind,
  /** The unguessable part of its address: of a webhook, a form by link, a mailbox. */
  hook_key: z.string(),
  auth: HookAuth,
  header: z.string().nullable(),
  answer: z.enum(['accepted', 'result']),
  /** Sealed; empty where there is none. */
  secret: z.string(),
  secret_at: z.date().nullable(),
  /** Sealed: the secret before, which lets senders in until then, too. */
  old_secret: z.string().nullable(),
  old_secret_until: z.date().nullable(),
  /** Whether it accepts deliveries: it is in the published version and not paused. */
  enabled: z.boolean(),
  published: z.boolean(),
  paused: z.boolean(),
  /** Increases with every change but of the cursor; a decision based on an older stamp must be made again. */
  stamp: z.number(),
  /** Its `with` in the published document, defaults filled in. */
  options: JsonObjectColumn,
  /** How far it has read; each kind knows its own. */
  cursor: JsonColumn,
  due_at: z.date().nullable(),
  /** The app whose records it concerns. */
  app_id: z.string().nullable(),
  failing: TriggerFailing.nullable(),
})
export type TriggerRow = z.infer<typeof TriggerRow>

const COLUMNS = `id, playbook_id, version_id, key, kind, hook_key, auth, header, answer, secret, secret_at, old_secret,
  old_secret_until, enabled, published, paused, stamp, options, cursor, due_at, app_id, failing`

export async function triggerByHook(
  tx: TenantTx,
  hookKey: string,
  kind: TriggerKind = 'webhook',
): Promise<TriggerRow | null> {
  const rows = await tx.rows(
    TriggerRow,
    `select ${COLUMNS} from caseloom.trigger where tenant_id = $1 and hook_key = $2 and kind = $3`,
    [tx.tenantId, hookKey, kind],
    'automation-trigger-by-hook',
  )
  return rows[0] ?? null
}

export async function triggerById(tx: TenantTx, id: string, lock = false): Promise<TriggerRow | null> {
  const rows = await tx.rows(
    TriggerRow,
    `select ${COLUMNS} from caseloom.trigger where tenant_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

export async function triggersByIds(
  tx: TenantTx,
  ids: readonly string[],
): Promise<Pick<TriggerRow, 'id' | 'playbook_id'>[]> {
  const Row = z.object({ id: z.string(), playbook_id: z.string() })
  return tx.rows(
    Row,
    'select id, playbook_id from caseloom.trigger where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids],
  )
}

export async function triggersOf(tx: TenantTx, playbookId: string): Promise<TriggerRow[]> {
  return tx.rows(
    TriggerRow,
    `select ${COLUMNS} from caseloom.trigger where tenant_id = $1 and playbook_id = $2 order by key`,
    [tx.tenantId, playbookId],
  )
}

/** Triggers of a kind that take something, of one app where the kind has one. */
export async function triggersOfKind(
  tx: TenantTx,
  kind: TriggerKind,
  appId: string | null = null,
): Promise<TriggerRow[]> {
  return tx.rows(
    TriggerRow,
    `select ${COLUMNS} from caseloom.trigger
      where tenant_id = $1 and kind = $2 and enabled and ($3::uuid is null or app_id = $3) order by id`,
    [tx.tenantId, kind, appId],
    'automation-triggers-of-kind',
  )
}

/** What publishing decides of a trigger; address, secret and pause stay from version to version. */
export type TriggerPut = Omit<
  TriggerRow,
  'enabled' | 'published' | 'paused' | 'stamp' | 'failing' | 'secret_at' | 'old_secret' | 'old_secret_until'
>

/** A secret of the same form is retained, even one that was regenerated while this version was being planned. */
const SAME_AUTH = `trigger.kind = excluded.kind and (trigger.auth = 'basic') = (excluded.auth = 'basic')`

/** Creates the trigger, or moves it to another version and options; with `newOff`, one that was not in use starts turned off. */
export async function putTrigger(tx: TenantTx, row: TriggerPut, newOff = false): Promise<void> {
  await tx.query(
    `insert into caseloom.trigger (id, tenant_id, playbook_id, version_id, key, kind, hook_key, auth, header, answer,
                                   secret, options, cursor, due_at, app_id, secret_at, enabled, published, paused, stamp)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, not $17::boolean, true, $17, 1)
     on conflict (playbook_id, key) do update
       set version_id = excluded.version_id, kind = excluded.kind, hook_key = excluded.hook_key, auth = excluded.auth, header = excluded.header,
           answer = excluded.answer, secret = case when ${SAME_AUTH} then trigger.secret else excluded.secret end,
           secret_at = case when ${SAME_AUTH} then trigger.secret_at else excluded.secret_at end,
           old_secret = case when ${SAME_AUTH} then trigger.old_secret end,
           old_secret_until = case when ${SAME_AUTH} then trigger.old_secret_until end, options = excluded.options, cursor = excluded.cursor,
           due_at = excluded.due_at, app_id = excluded.app_id, failing = null, published = true,
           paused = trigger.paused or ($17 and not trigger.published),
           enabled = not (trigger.paused or ($17 and not trigger.published)), stamp = trigger.stamp + 1`,
    [
      row.id,
      tx.tenantId,
      row.playbook_id,
      row.version_id,
      row.key,
      row.kind,
      row.hook_key,
      row.auth,
      row.header,
      row.answer,
      row.secret,
      JSON.stringify(row.options),
      JSON.stringify(row.cursor),
      row.due_at,
      row.app_id,
      tx.now,
      newOff,
    ],
  )
}

/** Replaces the secret of a trigger; the previous one stays valid for a grace period, if any. */
export async function replaceSecret(
  tx: TenantTx,
  { id, secret, oldUntil }: { id: string; secret: string; oldUntil: Date | null },
): Promise<void> {
  await tx.query(
    `update caseloom.trigger
        set old_secret = case when $4::timestamptz is null then null else secret end, old_secret_until = $4,
            secret = $3, secret_at = $5, stamp = stamp + 1
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, id, secret, oldUntil, tx.now],
  )
}

/** Switches off triggers that the published version no longer has; their log stays. */
export async function disableTriggersBut(
  tx: TenantTx,
  playbookId: string,
  keys: readonly string[],
): Promise<void> {
  await tx.query(
    `update caseloom.trigger set enabled = false, published = false, stamp = stamp + 1
      where tenant_id = $1 and playbook_id = $2 and published and key <> all($3::text[])`,
    [tx.tenantId, playbookId, keys],
  )
}

/** Pauses a trigger or lets it take deliveries again, from `cursor` and `due_at` on. */
export async function pauseTrigger(
  tx: TenantTx,
  trigger: Pick<TriggerRow, 'id' | 'paused' | 'cursor' | 'due_at'>,
): Promise<void> {
  await tx.query(
    `update caseloom.trigger
        set paused = $3, enabled = published and not $3, cursor = $4, due_at = $5, failing = null, stamp = stamp + 1
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, trigger.id, trigger.paused, JSON.stringify(trigger.cursor), trigger.due_at],
  )
}

/** Saves a trigger's cursor without changing its stamp: decisions based on the row remain valid. */
export async function moveTrigger(
  tx: TenantTx,
  trigger: Pick<TriggerRow, 'id' | 'cursor' | 'due_at' | 'failing'>,
): Promise<void> {
  await tx.query(
    'update caseloom.trigger set cursor = $3, due_at = $4, failing = $5 where tenant_id = $1 and id = $2',
    [
      tx.tenantId,
      trigger.id,
      JSON.stringify(trigger.cursor),
      trigger.due_at,
      trigger.failing === null ? null : JSON.stringify(trigger.failing),
    ],
  )
}
