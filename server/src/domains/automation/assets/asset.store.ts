import { AuthKind } from '@caseloom/contract/automation/assets'
import { Tlp } from '@caseloom/contract/values/case-fields'
import { Pap } from '@caseloom/contract/values/markings'
import { StoredSharing } from '@caseloom/contract/kernel/sharing'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

export const AssetRow = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  connector: z.string(),
  auth: AuthKind,
  settings: JsonObjectColumn,
  /** Sealed JSON of the secret parts; null when there are none. */
  secrets: z.string().nullable(),
  secret_names: z.array(z.string()),
  /** Sealed JSON of OAuth tokens. */
  tokens: z.string().nullable(),
  /** The endpoints that the secrets were entered for (endpointsOf); null for older assets until something changes. */
  bound_to: z.string().nullable(),
  connected: z.boolean(),
  last_test: z.object({ at: z.string(), ok: z.boolean(), message: z.string() }).nullable(),
  rotated_at: z.date().nullable(),
  sharing: StoredSharing,
  max_tlp: Tlp.nullable(),
  max_pap: Pap.nullable(),
  revision: z.number(),
  updated_at: z.date(),
})
export type AssetRow = z.infer<typeof AssetRow>

const LimitedAsset = AssetRow.pick({ key: true, name: true, sharing: true, max_tlp: true, max_pap: true })
export type LimitedAsset = z.infer<typeof LimitedAsset>

const COLUMNS = `id, key, name, description, connector, auth, settings, secrets, secret_names, tokens, bound_to, connected,
  last_test, rotated_at, sharing, max_tlp, max_pap, revision, updated_at`

export function allAssets(tx: TenantTx): Promise<AssetRow[]> {
  return tx.rows(
    AssetRow,
    `select ${COLUMNS} from caseloom.asset where tenant_id = $1 order by lower(name), id`,
    [tx.tenantId],
  )
}

export async function assetById(tx: TenantTx, id: string, lock = false): Promise<AssetRow | null> {
  const rows = await tx.rows(
    AssetRow,
    `select ${COLUMNS} from caseloom.asset where tenant_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

/** Of the assets with these keys those that aren't given everything. */
export function limitedAssets(tx: TenantTx, keys: readonly string[]): Promise<LimitedAsset[]> {
  return tx.rows(
    LimitedAsset,
    `select key, name, sharing, max_tlp, max_pap from caseloom.asset
      where tenant_id = $1 and key = any($2::text[]) and (max_tlp is not null or max_pap is not null)
      order by lower(name), id`,
    [tx.tenantId, keys],
    'automation-limited-assets',
  )
}

export async function assetByKey(tx: TenantTx, key: string): Promise<AssetRow | null> {
  const rows = await tx.rows(
    AssetRow,
    `select ${COLUMNS} from caseloom.asset where tenant_id = $1 and key = $2`,
    [tx.tenantId, key],
    'automation-asset-by-key',
  )
  return rows[0] ?? null
}

/** Writes an asset, new or changed; false when another one has its key. */
export async function putAsset(tx: TenantTx, row: AssetRow): Promise<boolean> {
  const taken = await tx.query('select from caseloom.asset where tenant_id = $1 and key = $2 and id <> $3', [
    tx.tenantId,
    row.key,
    row.id,
  ])
  if (taken.length > 0) return false
  await tx.query(
    `insert into caseloom.asset (id, tenant_id, key, name, description, connector, auth, settings, secrets,
                                 secret_names, tokens, connected, last_test, rotated_at, sharing, revision, updated_at,
                                 bound_to, max_tlp, max_pap)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     on conflict (id) do update set key = excluded.key, name = excluded.name, description = excluded.description,
       auth = excluded.auth, settings = excluded.settings, secrets = excluded.secrets,
       secret_names = excluded.secret_names, tokens = excluded.tokens, tokens_lease = null,
       connected = excluded.connected, last_test = excluded.last_test, rotated_at = excluded.rotated_at,
       sharing = excluded.sharing, revision = excluded.revision, updated_at = excluded.updated_at, bound_to = excluded.bound_to,
       max_tlp = excluded.max_tlp, max_pap = excluded.max_pap`,
    [
      row.id,
      tx.tenantId,
      row.key,
      row.name,
      row.description,
      row.connector,
      row.auth,
      JSON.stringify(row.settings),
      row.secrets,
      row.secret_names,
      row.tokens,
      row.connected,
      row.last_test === null ? null : JSON.stringify(row.last_test),
      row.rotated_at,
      row.sharing === null ? null : JSON.stringify(row.sharing),
      row.revision,
      tx.now,
      row.bound_to,
      row.max_tlp,
      row.max_pap,
    ],
  )
  return true
}

/** Writes down what the secrets of an asset were entered for; those that are bound stay so. */
export async function bindAsset(tx: TenantTx, id: string, boundTo: string): Promise<void> {
  await tx.query(
    'update caseloom.asset set bound_to = $3 where tenant_id = $1 and id = $2 and bound_to is null',
    [tx.tenantId, id, boundTo],
  )
}

export async function deleteAssetRow(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.asset where tenant_id = $1 and id = $2', [tx.tenantId, id])
}

/** Keeps what the last try showed; what was changed since then is not judged by it. */
export async function keepTest(
  tx: TenantTx,
  asset: Pick<AssetRow, 'id' | 'revision'>,
  test: { ok: boolean; message: string },
): Promise<void> {
  await tx.query(
    'update caseloom.asset set last_test = $4 where tenant_id = $1 and id = $2 and revision = $3',
    [tx.tenantId, asset.id, asset.revision, JSON.stringify({ ...test, at: tx.now.toISOString() })],
  )
}

/** Takes the turn to ask for new tokens; false while another process has it. */
export async function leaseTokens(tx: TenantTx, id: string, ms: number): Promise<boolean> {
  const rows = await tx.query(
    `update caseloom.asset set tokens_lease = now() + $3 * interval '1 millisecond'
      where tenant_id = $1 and id = $2 and (tokens_lease is null or tokens_lease < now()) returning id`,
    [tx.tenantId, id, ms],
  )
  return rows.length > 0
}

/** Stores tokens and releases the lock. Stores nothing when the asset was changed meanwhile. */
export async function putTokens(
  tx: TenantTx,
  asset: Pick<AssetRow, 'id' | 'revision'>,
  tokens: { sealed: string | null; connected: boolean },
): Promise<void> {
  await tx.query(
    `update caseloom.asset set tokens = $4, connected = $5, tokens_lease = null
      where tenant_id = $1 and id = $2 and revision = $3`,
    [tx.tenantId, asset.id, asset.revision, tokens.sealed, tokens.connected],
  )
}

export async function giveLeaseBack(tx: TenantTx, id: string): Promise<void> {
  await tx.query('update caseloom.asset set tokens_lease = null where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
  ])
}

const PendingConnection = z.object({
  assetId: z.string(),
  userId: z.string(),
  sessionHash: z.instanceof(Buffer),
  /** Sealed PKCE verifier. */
  verifier: z.string(),
})
export type PendingConnection = z.infer<typeof PendingConnection>

const CONNECT_MINUTES = 15

export async function insertConnection(
  tx: TenantTx,
  stateHash: Buffer,
  pending: PendingConnection,
): Promise<void> {
  await tx.query(
    `delete from caseloom.asset_connection where tenant_id = $1 and at < now() - interval '${CONNECT_MINUTES} minutes'`,
    [tx.tenantId],
  )
  await tx.query(
    `insert into caseloom.asset_connection (state_hash, tenant_id, asset_id, user_id, session_hash, verifier, at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [stateHash, tx.tenantId, pending.assetId, pending.userId, pending.sessionHash, pending.verifier, tx.now],
  )
}

/** Takes a state once; null when it is unknown, old or used. */
export async function takeConnection(tx: TenantTx, stateHash: Buffer): Promise<PendingConnection | null> {
  const rows = await tx.rows(
    PendingConnection,
    `delete from caseloom.asset_connection where tenant_id = $1 and state_hash = $2
        and at > now() - interval '${CONNECT_MINUTES} minutes'
     returning asset_id as "assetId", user_id as "userId", session_hash as "sessionHash", verifier`,
    [tx.tenantId, stateHash],
  )
  return rows[0] ?? null
}
