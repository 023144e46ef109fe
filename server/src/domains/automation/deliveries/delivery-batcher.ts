import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { createBatcher, type MicroBatcher } from '../../../platform/batching/micro-batcher.ts'
import { isFailure } from '../../../platform/errors.ts'
import { type Acceptance, type AcceptanceAnswer, acceptDeliveries } from '../intake/delivery.store.ts'
import { type DeliveryLine, logDeliveries } from '../intake/delivery-log.store.ts'

/** Writes what the hooks of this process bring; deliveries of a tenant that come together share a transaction. */
export interface DeliveryBatcher {
  /** Settles when the delivery and all that follows from it are durable. */
  accept(scope: TenantScope, item: Acceptance): Promise<AcceptanceAnswer>
  /** False when the trigger has changed since the delivery was judged; then nothing was written. */
  log(scope: TenantScope, line: DeliveryLine): Promise<boolean>
}

type Entry = { scope: TenantScope; item: Acceptance } | { scope: TenantScope; line: DeliveryLine }
type Answer = AcceptanceAnswer | boolean

const MAX_PER_BATCH = 64

export function createDeliveryBatcher(): DeliveryBatcher {
  const byTenant = new Map<string, MicroBatcher<Entry, Answer>>()
  const batchOf = (tenantId: string): MicroBatcher<Entry, Answer> => {
    const known = byTenant.get(tenantId)
    if (known !== undefined) return known
    const made = createBatcher<Entry, Answer>({ limit: MAX_PER_BATCH, work: writeApart })
    byTenant.set(tenantId, made)
    return made
  }
  return {
    async accept(scope, item) {
      const answer = await batchOf(scope.tenantId).add({ scope, item })
      if (typeof answer === 'boolean') throw new Error('An acceptance was answered as a log line')
      return answer
    },
    async log(scope, line) {
      return (await batchOf(scope.tenantId).add({ scope, line })) === true
    },
  }
}

/** One refused entry must not fail the others in its batch, so each is written separately. */
async function writeApart(entries: readonly Entry[]): Promise<Answer[]> {
  try {
    return await write(entries)
  } catch (error) {
    if (entries.length === 1 || isFailure(error)) throw error
    const answers: Answer[] = []
    for (const entry of entries) answers.push(...(await write([entry])))
    return answers
  }
}

/** Announces runs that ended before they were written. */
export function announceEnded(
  tx: TenantTx,
  items: readonly Acceptance[],
  verdicts: readonly AcceptanceAnswer[],
): void {
  items.forEach((item, index) => {
    if (item.done === null || verdicts[index]?.kind !== 'accepted') return
    const payload = { runId: item.runId, state: item.done.state, playbookId: item.playbookId }
    tx.announce({ topic: 'internal', name: 'run.ended', payload })
  })
}

async function write(entries: readonly Entry[]): Promise<Answer[]> {
  const scope = entries[0]?.scope
  if (scope === undefined) return []
  const items = entries.flatMap((entry) => ('item' in entry ? [entry.item] : []))
  const lines = entries.flatMap((entry) => ('line' in entry ? [entry.line] : []))
  const { answers, logged } = await scope.tx(async (tx) => {
    const written = await logDeliveries(tx, lines)
    const verdicts = items.length === 0 ? [] : await acceptDeliveries(tx, items)
    announceEnded(tx, items, verdicts)
    return { answers: verdicts, logged: written }
  })
  const rest = [...answers]
  return entries.map((entry) => ('item' in entry ? (rest.shift() ?? false) : logged.has(entry.line.id)))
}
