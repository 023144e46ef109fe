import {
  DeliveryOutcome,
  type DeliveryView,
  RunState,
  StepError,
} from '@caseloom/contract/automation/automation'
import { DeliveryId, RunId } from '@caseloom/contract/kernel/ids'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { pageAfter } from '../run-model/cursor.rules.ts'
import { ANYTHING, type Touch } from '@caseloom/contract/records/touches'
import { STOP_REASONS } from '../causes/guard-starts.ts'
import { CROWDED_REASON, DUPLICATE_REASON } from '../intake/delivery.store.ts'
import { triggerById, type TriggerRow } from '../intake/trigger.store.ts'
import { redeliveriesOf } from './redelivery.store.ts'

export interface DeliveryFilter {
  limit: number
  cursor?: string | undefined
  outcome?: z.infer<typeof DeliveryOutcome> | undefined
}

/** A line of the log with the run that came of it. */
export const LogRow = z.object({
  at: z.date(),
  outcome: DeliveryOutcome,
  reason: z.string().nullable(),
  run_id: z.string().nullable(),
  run_state: RunState.nullable(),
  run_error: StepError.nullable(),
  app_id: z.string().nullable(),
  record_id: z.string().nullable(),
  loop_stop: z.string().nullable(),
  kind: z.string(),
})

const DeliveryRow = LogRow.extend({
  id: z.string(),
  dedup_key: z.string().nullable(),
  size: z.number(),
  summary: z.string().nullable(),
  is_stored: z.boolean(),
  initiator: z.string().nullable(),
  redelivery_of: z.string().nullable(),
  redelivered_name: z.string().nullable(),
})

/** A stored log line, with what determines who may read all of it. */
export interface LoggedDelivery
  extends Pick<DeliveryView, 'runId' | 'runError' | 'reason' | 'summary' | 'dedupKey'> {
  /** The record that it is about; null for what came from outside. */
  about: Touch | null
  /** The reason is one of the product's own and quotes nothing. */
  fixedReason: boolean
  /** Id of the refused start behind this entry. */
  loopStop: string | null
}

type ListedDelivery = Omit<DeliveryView, 'loop' | 'redeliverBlock' | 'can'> &
  LoggedDelivery & {
    /** What decides whether it can be redelivered; not for readers. */
    isStored: boolean
    initiator: string | null
  }

/** One page of a trigger's delivery log, newest first; throws resource.not_found. */
export async function listDeliveries(
  scope: TenantScope,
  triggerId: string,
  filter: DeliveryFilter,
): Promise<{ trigger: TriggerRow; items: ListedDelivery[]; next: string | null }> {
  const after = pageAfter(filter.cursor)
  const { trigger, rows, repeated } = await scope.read(async (tx) => {
    const found = await triggerById(tx, triggerId)
    if (found === null) throw fail('resource.not_found')
    const page = await tx.rows(
      DeliveryRow,
      `select d.id, d.at, d.outcome, d.reason, d.dedup_key, d.run_id, d.size, d.summary, d.app_id, d.record_id, d.loop_stop, t.kind,
              r.state as run_state, r.error as run_error, r.initiator, d.request is not null as is_stored, d.redelivery_of,
              d.redelivered_name
         from caseloom.delivery d join caseloom.trigger t on t.id = d.trigger_id
         left join caseloom.run r on r.id = d.run_id and r.tenant_id = $1
        where d.tenant_id = $1 and d.trigger_id = $2 and ($3::uuid is null or d.id < $3)
          and ($4::text is null or d.outcome = $4)
        order by d.id desc limit $5`,
      [tx.tenantId, triggerId, after, filter.outcome ?? null, filter.limit + 1],
    )
    const ids = page.map(({ id }) => id)
    return { trigger: found, rows: page, repeated: await redeliveriesOf(tx, ids) }
  })
  const items = rows.slice(0, filter.limit).map(
    (row): ListedDelivery => ({
      ...originOf(row),
      id: DeliveryId.parse(row.id),
      at: row.at.toISOString(),
      outcome: row.outcome,
      reason: row.reason,
      dedupKey: row.dedup_key,
      runId: row.run_id === null ? null : RunId.parse(row.run_id),
      runState: row.run_state,
      runError: row.run_error,
      size: row.size,
      summary: row.summary,
      redelivery: redeliveryOf(row),
      redeliveries: repeated.get(row.id) ?? null,
      isStored: row.is_stored,
      initiator: row.initiator,
    }),
  )
  return { trigger, items, next: rows.length > filter.limit ? (items.at(-1)?.id ?? null) : null }
}

function redeliveryOf(
  row: Pick<z.infer<typeof DeliveryRow>, 'redelivery_of' | 'redelivered_name'>,
): DeliveryView['redelivery'] {
  const { redelivery_of: of, redelivered_name: by } = row
  return of === null ? null : { of: DeliveryId.parse(of), by: by ?? '' }
}

/** Kinds of triggers whose deliveries hold data of records. */
const OF_RECORDS = new Set(['record', 'button', 'failure'])
const FIXED_REASONS = new Set([CROWDED_REASON, DUPLICATE_REASON, ...Object.values(STOP_REASONS)])

/** The origin of a line; a line stored without its record may be about any record. */
export function originOf(
  row: Pick<z.infer<typeof LogRow>, 'kind' | 'app_id' | 'record_id' | 'reason' | 'loop_stop'>,
): Pick<LoggedDelivery, 'about' | 'fixedReason' | 'loopStop'> {
  const { app_id: appId, record_id: recordId, kind, reason } = row
  const unknown = OF_RECORDS.has(kind) ? ANYTHING : null
  return {
    about: appId === null || recordId === null ? unknown : { appId, recordId, trackingId: '' },
    loopStop: row.loop_stop,
    fixedReason: reason !== null && FIXED_REASONS.has(reason),
  }
}
