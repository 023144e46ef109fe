import { z } from 'zod'
import { DeliveryId, Instant, RunId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'
import { ConfirmedStatement } from '../kernel/statements.ts'

/**
 * Why a delivery can’t be redelivered; the first that applies. `permission`: the caller may not run the playbook or see
 * data of runs. `hidden`: its data is more than the caller may read. `kind`: a person, a schedule, or a record event that
 * started no run. `duplicate`: the first delivery holds the payload. `not_stored`: its payload isn’t retained.
 * `initiator`: its run acted as another person. `off`: the trigger takes no deliveries.
 */
export const RedeliverBlock = z.enum([
  'permission',
  'hidden',
  'kind',
  'duplicate',
  'not_stored',
  'initiator',
  'off',
])
export type RedeliverBlock = z.infer<typeof RedeliverBlock>

/** Of a redelivered delivery: the one that it repeats, and the person who redelivered it. */
export const RedeliveryOrigin = z.object({ of: DeliveryId, by: z.string() })
export type RedeliveryOrigin = z.infer<typeof RedeliveryOrigin>

/** Of a run whose delivery was redelivered; `run` is that of the original delivery, null once it is forgotten. */
export const RunRedelivery = RedeliveryOrigin.extend({
  at: Instant,
  run: z.object({ id: RunId, number: z.int() }).nullable(),
})

/** How often a delivery was redelivered, and by which person last. */
export const Redeliveries = z.object({ count: z.int(), lastAt: Instant, lastBy: z.string() })
export type Redeliveries = z.infer<typeof Redeliveries>

/** What became of a redelivered delivery; it has a line of its own in the log. */
export const Redelivered = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted'), deliveryId: DeliveryId, runId: RunId }),
  z.object({
    outcome: z.enum(['filtered', 'refused', 'failed']),
    deliveryId: DeliveryId,
    reason: z.string(),
  }),
])
export type Redelivered = z.infer<typeof Redelivered>

const base = '/api/tenant/:tenantId/orchestration/api/deliveries/:deliveryId' as const
export const deliveryPayload = route({
  method: 'GET',
  path: `${base}/payload`,
  summary: 'Gets what a trigger received with a stored delivery, without credentials',
  needs: 'run:data',
  reply: z.object({ value: JsonValue }),
  on404: 'here',
})
export const redeliver = route({
  method: 'POST',
  path: `${base}/redeliver`,
  summary:
    'Gives a stored delivery to its trigger again: the published version decides with its condition. Credentials aren’t checked, and a used deduplication key doesn’t reject it.',
  needs: 'playbook:run',
  body: z.strictObject({ statement: ConfirmedStatement }),
  reply: Redelivered,
  status: 201,
  fails: ['delivery.not_redeliverable', 'trigger.off', 'statement.confirm_first'],
  on404: 'here',
})
