import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { SystemScope, TenantTx } from '../../../platform/database/types.ts'

/** What is known of the records with the same values by one rule; none when `target_id` is null. */
export const KeyRow = z.object({
  rule: z.string(),
  digest: z.string(),
  target_id: z.string().nullable(),
  group_id: z.string().nullable(),
  seen_at: z.date(),
})
export type KeyRow = z.infer<typeof KeyRow>

export interface CorrelationKey {
  rule: string
  digest: string
}

/** Locks the rows of keys, which are made where they are missing: until the end, no one else creates such records. */
export async function lockKeys(
  tx: TenantTx,
  appId: string,
  keys: readonly CorrelationKey[],
): Promise<KeyRow[]> {
  return tx.rows(
    KeyRow,
    `insert into caseloom.correlation_key as k (tenant_id, app_id, rule, digest, seen_at)
     select $1::uuid, $2::uuid, w.rule, w.digest, $5::timestamptz
       from unnest($3::text[], $4::text[]) as w(rule, digest) order by w.rule, w.digest
     on conflict (tenant_id, app_id, rule, digest) do update set seen_at = k.seen_at
     returning rule, digest, target_id, group_id, seen_at`,
    [tx.tenantId, appId, keys.map(({ rule }) => rule), keys.map(({ digest }) => digest), tx.now],
    'correlation-lock',
  )
}

export async function saveKeys(tx: TenantTx, appId: string, rows: readonly KeyRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `update caseloom.correlation_key k set target_id = w.t, group_id = w.g, seen_at = w.at
       from jsonb_to_recordset($3::jsonb) as w(rule text, digest text, t uuid, g uuid, at timestamptz)
      where k.tenant_id = $1 and k.app_id = $2 and k.rule = w.rule and k.digest = w.digest`,
    [
      tx.tenantId,
      appId,
      JSON.stringify(
        rows.map((row) => ({
          rule: row.rule,
          digest: row.digest,
          t: row.target_id,
          g: row.group_id,
          at: row.seen_at,
        })),
      ),
    ],
    'correlation-save',
  )
}

/** A record that a rule fits, and how many more were folded into it. */
export interface Side {
  recordId: string
  rule: string
  groupId: string
  added: number
}

/** Puts records into their groups, and adds to what was folded into them. */
export async function saveSides(tx: TenantTx, appId: string, sides: readonly Side[]): Promise<void> {
  if (sides.length === 0) return
  await tx.query(
    `insert into caseloom.record_correlation as c (tenant_id, app_id, record_id, rule, group_id, folded, seen_at)
     select $1::uuid, $2::uuid, w.r, w.rule, w.g, w.n, $4::timestamptz
       from jsonb_to_recordset($3::jsonb) as w(r uuid, rule text, g uuid, n int)
     on conflict (tenant_id, record_id) do update set folded = c.folded + excluded.folded,
       seen_at = excluded.seen_at`,
    [
      tx.tenantId,
      appId,
      JSON.stringify(
        sides.map(({ recordId, rule, groupId, added }) => ({ r: recordId, rule, g: groupId, n: added })),
      ),
      tx.now,
    ],
    'correlation-sides',
  )
}

const FoldedRow = z.object({ record_id: z.string(), folded: z.number() })

/** How many were folded into records. */
export async function foldedInto(tx: TenantTx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows(
    FoldedRow,
    'select record_id, folded from caseloom.record_correlation where tenant_id = $1 and record_id = any($2::uuid[])',
    [tx.tenantId, ids],
    'correlation-folded',
  )
  return new Map(rows.map((row) => [row.record_id, row.folded]))
}

export interface NewOccurrence {
  id: string
  recordId: string
  rule: string
  by: JsonObject
  given: JsonObject
  /** Its unique values. */
  names: readonly string[]
}

export async function insertOccurrences(
  tx: TenantTx,
  appId: string,
  rows: readonly NewOccurrence[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `with made as (insert into caseloom.record_occurrence (tenant_id, id, app_id, record_id, rule, at, by, given)
       select $1::uuid, w.id, $2::uuid, w.r, w.rule, $4::timestamptz, w.by, w.given
         from jsonb_to_recordset($3::jsonb) as w(id uuid, r uuid, rule text, by jsonb, given jsonb)
       returning id)
     insert into caseloom.occurrence_name (tenant_id, app_id, name, occurrence_id)
     select $1::uuid, $2::uuid, n.name, w.id
       from jsonb_to_recordset($3::jsonb) as w(id uuid, names jsonb), jsonb_array_elements_text(w.names) as n(name)
      where exists (select from made)`,
    [
      tx.tenantId,
      appId,
      JSON.stringify(
        rows.map(({ id, recordId, rule, by, given, names }) => ({
          id,
          r: recordId,
          rule,
          by,
          given,
          names: [...names],
        })),
      ),
      tx.now,
    ],
    'occurrences-insert',
  )
}

const NameRow = z.object({ name: z.string(), record_id: z.string() })

/** Into which records what has these unique values was folded, by name. */
export async function holdersOfNames(
  tx: TenantTx,
  appId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await tx.rows(
    NameRow,
    `select n.name, o.record_id from caseloom.occurrence_name n
       join caseloom.record_occurrence o on o.id = n.occurrence_id
      where n.tenant_id = $1 and n.app_id = $2 and n.name = any($3::text[])`,
    [tx.tenantId, appId, names],
    'occurrence-names',
  )
  return new Map(rows.map((row) => [row.name, row.record_id]))
}

const GoneRow = z.object({ one: z.number() })
const BATCH = 2000
/** No rule looks further back than 366 days. */
const KEY_DAYS = 367

/** Forgets which record took values that no rule can ask for any more. */
export async function purgeOldKeys(system: SystemScope): Promise<void> {
  let gone = BATCH
  while (gone === BATCH)
    gone = await system.tx(async (tx) => {
      const rows = await tx.rows(
        GoneRow,
        `delete from caseloom.correlation_key where ctid = any(array(
           select ctid from caseloom.correlation_key
            where seen_at < $1::timestamptz - interval '${KEY_DAYS} days' limit ${BATCH})) returning 1 as one`,
        [tx.now],
      )
      return rows.length
    })
}
