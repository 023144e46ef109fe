import { JsonColumn } from '../database/rows.ts'
import { z } from 'zod'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { SystemScope, TenantScope, Tx } from '../database/types.ts'

const MemoRow = z.object({ memo: JsonColumn })

/** A run may wait this long between a step and its repetition after a crash. */
const RETENTION_DAYS = 90
const BATCH = 2_000

export interface IdempotencyOptions {
  /** Does the thing, in exactly one transaction of the scope that it is given. */
  work(scope: TenantScope): Promise<unknown>
  /** What a repetition needs to know, made of what the work of the transaction answered; null when absent. */
  memo?(answered: unknown): JsonValue
}

/**
 * Does a thing at most once under a key: the key is taken in the transaction that does it, so that a repetition after
 * a crash does nothing. Returns the saved result.
 */
export async function runIdempotent(
  scope: TenantScope,
  key: string,
  { work, memo = () => null }: IdempotencyOptions,
): Promise<JsonValue> {
  const before = await findCompleted(scope, key)
  if (before !== null) return before.memo
  let stored: JsonValue = null
  const taking: TenantScope = {
    ...scope,
    tx: (inside) =>
      scope.tx(async (tx) => {
        if (!(await take(tx, scope.tenantId, key))) throw new DoneBefore()
        const answered = await inside(tx)
        stored = memo(answered)
        await keep(tx, { tenantId: scope.tenantId, key }, stored)
        return answered
      }),
  }
  try {
    await work(taking)
    return stored
  } catch (error) {
    if (!(error instanceof DoneBefore)) throw error
    return (await findCompleted(scope, key))?.memo ?? null
  }
}

/** The same for what a tenant's role may not write: notes to people, mails. The work answers the memo. */
export function runIdempotentAsSystem(
  system: SystemScope,
  place: { tenantId: string; key: string },
  work: (tx: Tx) => Promise<JsonValue>,
): Promise<JsonValue> {
  return system.tx(async (tx) => {
    if (!(await take(tx, place.tenantId, place.key))) return (await find(tx, place)) ?? null
    const memo = await work(tx)
    await keep(tx, place, memo)
    return memo
  })
}

/** Someone else did it since we looked. */
class DoneBefore extends Error {}

/** What was done under a key; null when nothing was. */
export async function findCompleted(scope: TenantScope, key: string): Promise<{ memo: JsonValue } | null> {
  const memo = await scope.read((tx) => find(tx, { tenantId: scope.tenantId, key }))
  return memo === undefined ? null : { memo }
}

interface Place {
  tenantId: string
  key: string
}

async function find(tx: Tx, { tenantId, key }: Place): Promise<JsonValue | undefined> {
  const rows = await tx.rows(
    MemoRow,
    'select memo from caseloom.done_once where tenant_id = $1 and key = $2',
    [tenantId, key],
    'once-done',
  )
  return rows[0]?.memo
}

/** Waits for the open transaction that holds the key. */
async function take(tx: Tx, tenantId: string, key: string): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.done_once (tenant_id, key, memo, at) values ($1, $2, 'null', $3)
     on conflict do nothing returning 1`,
    [tenantId, key, tx.now],
    'once-take',
  )
  return rows.length > 0
}

async function keep(tx: Tx, { tenantId, key }: Place, memo: JsonValue): Promise<void> {
  if (memo === null) return
  await tx.query('update caseloom.done_once set memo = $3 where tenant_id = $1 and key = $2', [
    tenantId,
    key,
    JSON.stringify(memo),
  ])
}

/** Forgets keys that no run can repeat any more. */
export async function purgeExpiredKeys(system: SystemScope): Promise<void> {
  for (let gone = BATCH; gone === BATCH; ) {
    const rows = await system.tx((tx) =>
      tx.query(
        `delete from caseloom.done_once where ctid = any(array(
           select ctid from caseloom.done_once where at < $1::timestamptz - make_interval(days => $2)
            limit ${BATCH})) returning 1`,
        [tx.now, RETENTION_DAYS],
      ),
    )
    gone = rows.length
  }
}
