// What playbook steps do to records beyond a single change.
import type { Filter } from '@caseloom/contract/values/filter'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { findCompleted, runIdempotent } from '../../../platform/idempotency/run-once.ts'
import { allow } from '../../../platform/rights.ts'
import type { Values } from '../model/record-shape.ts'
import { searchRecords } from '../reading/search-records.ts'
import { type Answers, writeRecords } from '../writing/write-records.ts'
import type { StepDeps } from './step-deps.ts'
import { invalid } from '../model/issues.rules.ts'

export const MAX_FOUND = 10_000
/** Records of one transaction. */
const BATCH = 500
const MAX_FAULTS = 20

const Fault = z.object({ id: z.string(), trackingId: z.string(), message: z.string() })
const Tally = z.object({
  count: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  faults: z.array(Fault),
})
/** How many records were found and what became of them; the first faults by name. */
export type Tally = z.infer<typeof Tally>

/** Checkpoint of a batch for retries: the totals so far, and the next cursor. */
const Memo = z.object({ tally: Tally, next: z.string().nullable() })
type Memo = z.infer<typeof Memo>

export interface FoundCommand {
  appId: string
  filter: Filter
  set: Values
  operationKey: string
  signal: AbortSignal
}

/**
 * Sets fields of all records that a filter finds, in batches that are each done once. A record that cannot be changed
 * is counted and leaves the others alone.
 * @throws request.invalid when the filter finds more than 10,000, right.missing without record:bulk
 */
export async function changeFound(
  deps: StepDeps,
  scope: TenantScope,
  actor: Actor,
  command: FoundCommand,
): Promise<Tally> {
  allow(actor, 'record:bulk')
  let state: Memo = { tally: { count: 0, updated: 0, unchanged: 0, failed: 0, faults: [] }, next: null }
  for (let n = 0; n === 0 || state.next !== null; n += 1) {
    command.signal.throwIfAborted()
    const key = `${command.operationKey}/${n}`
    const done = await findCompleted(scope, key)
    state =
      done === null ? await nextBatch(deps, { scope, actor, command, key }, state) : Memo.parse(done.memo)
  }
  return state.tally
}

interface Batch {
  scope: TenantScope
  actor: Actor
  command: FoundCommand
  key: string
}

async function nextBatch(
  deps: StepDeps,
  { scope, actor, command, key }: Batch,
  { tally, next }: Memo,
): Promise<Memo> {
  const { appId, filter, set } = command
  const page = await searchRecords(deps, scope, actor, {
    appId,
    filter,
    // By an order that the change itself cannot alter.
    sort: [{ field: 'created_at', direction: 'asc' }],
    columns: [],
    limit: BATCH,
    ...(next === null ? { count: 'exact' as const } : { cursor: next }),
  })
  const found = page.total?.value ?? 0
  if (found > MAX_FOUND) {
    const message = `The filter finds ${found} records; a step can change at most ${MAX_FOUND}`
    throw invalid([{ path: ['filter'], code: 'too_many', message }])
  }
  if (page.items.length === 0) return { tally, next: null }
  const requests = page.items.map(({ id }) => ({
    actor,
    command: { kind: 'update', id, values: set } as const,
  }))
  const memo = await runIdempotent(scope, key, {
    work: (taking) => writeRecords(deps, taking, { appIdOrKey: appId, requests }),
    // What the transaction of writeRecords answers is its own answer.
    memo: (written) => ({
      tally: added(tally, page.items, written as Answers),
      next: page.next,
    }),
  })
  return Memo.parse(memo)
}

function added(before: Tally, items: readonly Named[], { answers }: Answers): Tally {
  const tally = { ...before, faults: [...before.faults] }
  for (const [at, answer] of answers.entries()) {
    tally.count += 1
    if (!(answer instanceof AppError)) {
      tally[answer.outcome === 'unchanged' ? 'unchanged' : 'updated'] += 1
      continue
    }
    tally.failed += 1
    const item = items[at]
    if (tally.faults.length < MAX_FAULTS && item !== undefined)
      tally.faults.push({ id: item.id, trackingId: item.trackingId, message: messageOf(answer) })
  }
  return tally
}

type Named = { id: string; trackingId: string }

function messageOf({ message, details }: AppError): string {
  const { issues = [] } = details
  return issues.length === 0 ? message : issues.map((issue) => issue.message).join('; ')
}
