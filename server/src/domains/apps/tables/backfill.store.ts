import { z } from 'zod'
import { AppView } from '@caseloom/contract/apps/apps'
import { ActorRef } from '@caseloom/contract/records/records'
import type { Migration, TenantRef, TenantTx, Tx } from '../../../platform/database/types.ts'

/** Record values that are recomputed: formulas, or fields that change their type. */
export const backfillMigrations: Migration[] = [
  {
    name: '0550-apps-rework',
    async up(tx) {
      await tx.query(`
        create table caseloom.app_rework (
          tenant_id uuid not null,
          account_id uuid not null,
          app_id uuid not null,
          -- The last record that is done.
          after uuid not null default '00000000-0000-0000-0000-000000000000',
          done int not null default 0,
          total int,
          -- Which fields may be emptied where a value has no form in the new type; null while only formulas move.
          convert jsonb,
          actor jsonb not null,
          -- Why the change did not happen; it stays to be read until the next one.
          refused jsonb,
          primary key (tenant_id, app_id)
        )`)
      await tx.tenantTable('app_rework')
    },
  },
]

const OnFault = z.enum(['refuse', 'empty'])
export type OnFault = z.infer<typeof OnFault>
const Refusals = AppView.shape.changing.unwrap().shape.refused
export type Refusal = NonNullable<z.infer<typeof Refusals>>[number]

/** Work that is under way, or the note of a change that was refused. */
export const Backfill = z.object({
  after: z.string(),
  done: z.number(),
  total: z.number().nullable(),
  /** By field key; null when only formulas are computed. */
  convert: z.record(z.string(), OnFault).nullable(),
  actor: ActorRef,
  refused: Refusals,
})
export type Backfill = z.infer<typeof Backfill>

const AppBackfill = Backfill.extend({ app_id: z.string() })

const AppPlace = z.object({ tenantId: z.string(), accountId: z.string(), appId: z.string() })

const COLUMNS = 'after, done, total, convert, actor, refused'

/** Asks for the work, from the first record on; takes the place of what was asked before. */
export async function requestBackfill(
  tx: TenantTx,
  appId: string,
  { convert, actor }: Pick<Backfill, 'convert' | 'actor'>,
): Promise<void> {
  await tx.query(
    `insert into caseloom.app_rework (tenant_id, account_id, app_id, convert, actor) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, app_id) do update set convert = excluded.convert, actor = excluded.actor,
       after = default, done = 0, total = null, refused = null`,
    [
      tx.tenantId,
      tx.accountId,
      appId,
      convert === null ? null : JSON.stringify(convert),
      JSON.stringify(actor),
    ],
  )
}

/** The app's work, locked when asked: then null also while another process is at it. */
export async function findBackfill(tx: TenantTx, appId: string, lock = false): Promise<Backfill | null> {
  const rows = await tx.rows(
    Backfill,
    `select ${COLUMNS} from caseloom.app_rework where tenant_id = $1 and app_id = $2
      ${lock ? 'for update skip locked' : ''}`,
    [tx.tenantId, appId],
  )
  return rows[0] ?? null
}

export async function allBackfills(tx: TenantTx): Promise<ReadonlyMap<string, Backfill>> {
  const rows = await tx.rows(
    AppBackfill,
    `select app_id, ${COLUMNS} from caseloom.app_rework where tenant_id = $1`,
    [tx.tenantId],
  )
  return new Map(rows.map((row) => [row.app_id, row]))
}

/** Notes how far the work got. */
export async function saveBackfillProgress(
  tx: TenantTx,
  appId: string,
  { after, done, total }: Pick<Backfill, 'after' | 'done' | 'total'>,
): Promise<void> {
  await tx.query(
    'update caseloom.app_rework set after = $3, done = $4, total = $5 where tenant_id = $1 and app_id = $2',
    [tx.tenantId, appId, after, done, total],
  )
}

export async function endBackfill(tx: TenantTx, appId: string, refused: Refusal[] | null): Promise<void> {
  if (refused === null)
    await tx.query('delete from caseloom.app_rework where tenant_id = $1 and app_id = $2', [
      tx.tenantId,
      appId,
    ])
  else
    await tx.query('update caseloom.app_rework set refused = $3 where tenant_id = $1 and app_id = $2', [
      tx.tenantId,
      appId,
      JSON.stringify(refused),
    ])
}

/** Apps of all tenants whose work is not over. */
export async function openBackfills(tx: Tx): Promise<(TenantRef & { appId: string })[]> {
  return tx.rows(
    AppPlace,
    `select tenant_id as "tenantId", account_id as "accountId", app_id as "appId" from caseloom.app_rework
      where refused is null order by app_id`,
  )
}
