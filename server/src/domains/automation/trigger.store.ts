import type { JsonObject } from '@caseloom/contract/json'
import type { TenantTx } from '../../platform/database/types.ts'
import type { HookAuth } from './hook-auth.rules.ts'

export interface TriggerRow {
  id: string
  playbook_id: string
  version_id: string
  key: string
  hook_key: string
  auth: HookAuth
  header: string | null
  answer: 'accepted' | 'result'
  /** Sealed. */
  secret: string
  enabled: boolean
  /** Grows with every change of the row: whoever judged by an older one must judge again. */
  stamp: number
}

const COLUMNS = 'id, playbook_id, version_id, key, hook_key, auth, header, answer, secret, enabled, stamp'

export async function triggerByHook(tx: TenantTx, hookKey: string): Promise<TriggerRow | null> {
  const rows = await tx.query<TriggerRow>(
    `select ${COLUMNS} from caseloom.trigger where tenant_id = $1 and hook_key = $2`,
    [tx.tenantId, hookKey],
    'automation-trigger-by-hook',
  )
  return rows[0] ?? null
}

export async function triggerById(tx: TenantTx, id: string): Promise<TriggerRow | null> {
  const rows = await tx.query<TriggerRow>(
    `select ${COLUMNS} from caseloom.trigger where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

export async function triggersOf(tx: TenantTx, playbookId: string): Promise<TriggerRow[]> {
  return tx.query<TriggerRow>(
    `select ${COLUMNS} from caseloom.trigger where tenant_id = $1 and playbook_id = $2 order by key`,
    [tx.tenantId, playbookId],
  )
}

/** Creates the trigger, or moves it to another version and options; address and secret stay. */
export async function putTrigger(tx: TenantTx, row: TriggerRow): Promise<void> {
  await tx.query(
    `insert into caseloom.trigger (id, tenant_id, playbook_id, version_id, key, kind, hook_key, auth, header, answer,
                                   secret, enabled, stamp)
     values ($1, $2, $3, $4, $5, 'webhook', $6, $7, $8, $9, $10, $11, 1)
     on conflict (playbook_id, key) do update
       set version_id = excluded.version_id, auth = excluded.auth, header = excluded.header, answer = excluded.answer,
           secret = excluded.secret, enabled = excluded.enabled, stamp = trigger.stamp + 1`,
    [
      row.id,
      tx.tenantId,
      row.playbook_id,
      row.version_id,
      row.key,
      row.hook_key,
      row.auth,
      row.header,
      row.answer,
      row.secret,
      row.enabled,
    ],
  )
}

/** Switches off triggers that the published version no longer has; their log stays. */
export async function disableTriggersBut(
  tx: TenantTx,
  playbookId: string,
  keys: readonly string[],
): Promise<void> {
  await tx.query(
    `update caseloom.trigger set enabled = false, stamp = stamp + 1
      where tenant_id = $1 and playbook_id = $2 and enabled and key <> all($3::text[])`,
    [tx.tenantId, playbookId, keys],
  )
}

export interface VersionRow {
  id: string
  playbook_id: string
  number: number
  document: JsonObject
  semantics: number
  permissions: string[]
  principals: string[]
  published_by: string | null
}

/** A published version; immutable, so that it may be kept in memory. */
export async function versionById(tx: TenantTx, id: string): Promise<VersionRow | null> {
  const rows = await tx.query<VersionRow>(
    `select id, playbook_id, number, document, semantics, permissions, principals, published_by
       from caseloom.playbook_version where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
    'automation-version',
  )
  return rows[0] ?? null
}
