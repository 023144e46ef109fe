import type { PoolClient } from 'pg'
import type { Announcement } from './types.ts'

/** Writes the facts of a transaction as its last statement before the commit: one row each. */
export async function outboxInsert(
  client: PoolClient,
  tenantId: string | null,
  facts: readonly Announcement[],
): Promise<void> {
  await client.query({
    name: 'outbox-insert',
    text: 'insert into caseloom.outbox (tenant_id, payload) select t, p::jsonb from unnest($1::uuid[], $2::text[]) as f(t, p)',
    values: [facts.map((fact) => fact.tenantId ?? tenantId), facts.map((fact) => JSON.stringify(fact))],
  })
}
