import { DeliveryOutcome, type DeliveryView } from '@caseloom/contract/automation'
import { DeliveryId, RunId } from '@caseloom/contract/ids'
import type { z } from 'zod'
import type { TenantScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { pageAfter } from './cursor.rules.ts'
import { triggerById } from './trigger.store.ts'

export interface DeliveryFilter {
  limit: number
  cursor?: string | undefined
  outcome?: z.infer<typeof DeliveryOutcome> | undefined
}

interface Row {
  id: string
  at: Date
  outcome: string
  reason: string | null
  dedup_key: string | null
  run_id: string | null
  size: number
  summary: string | null
}

/** One page of a trigger's delivery log, newest first; throws resource.not_found. */
export async function listDeliveries(
  scope: TenantScope,
  triggerId: string,
  filter: DeliveryFilter,
): Promise<{ items: DeliveryView[]; next: string | null }> {
  const after = pageAfter(filter.cursor)
  const rows = await scope.read(async (tx) => {
    if ((await triggerById(tx, triggerId)) === null) throw fail('resource.not_found')
    return tx.query<Row>(
      `select id, at, outcome, reason, dedup_key, run_id, size, summary from caseloom.delivery
        where tenant_id = $1 and trigger_id = $2 and ($3::uuid is null or id < $3)
          and ($4::text is null or outcome = $4)
        order by id desc limit $5`,
      [tx.tenantId, triggerId, after, filter.outcome ?? null, filter.limit + 1],
    )
  })
  const items = rows.slice(0, filter.limit).map(
    (row): DeliveryView => ({
      id: DeliveryId.parse(row.id),
      at: row.at.toISOString(),
      outcome: DeliveryOutcome.parse(row.outcome),
      reason: row.reason,
      dedupKey: row.dedup_key,
      runId: row.run_id === null ? null : RunId.parse(row.run_id),
      size: row.size,
      summary: row.summary,
    }),
  )
  return { items, next: rows.length > filter.limit ? (items.at(-1)?.id ?? null) : null }
}
