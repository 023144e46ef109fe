// Triggers that ask another system for news.
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { type EffectActions, performEffect, type TenantActions } from '../effects/effects.ts'
import { OverLimit } from '../expressions/thread-pool.ts'
import { cleanText } from '../deliveries/evaluate-delivery.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { type ActorOf, actorOfRun } from '../run-model/run-actor.ts'
import { moveTrigger, type TriggerRow } from '../intake/trigger.store.ts'
import { nextAttempt, PollError, describePollError } from './poll-error.ts'
import { keepKeys, knownKeys, rememberKeys, takeDue } from '../intake/due.store.ts'
import type { EvaluatedEvent } from '../deliveries/evaluated-event.ts'
import {
  isCrowded,
  evaluateTriggerEvent,
  saveEvaluatedEvent,
  type TriggerEventDeps,
} from '../deliveries/trigger-event.ts'

export interface PollDeps extends TriggerEventDeps {
  actions: EffectActions
  connectors?: TenantActions
  actorOf: ActorOf
  limits: HookLimits
  log: Logger
}

const Options = z.object({
  action: z.string(),
  asset: z.string().optional(),
  with: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null),
  items: z.string(),
  id: z.string(),
  cursor: z.string().optional(),
})
type Options = z.infer<typeof Options>

/** The place of a poll: its own cursor, and when it last asked with success. */
const Place = z.object({ value: z.custom<JsonValue>(), since: z.string().nullable() })
type Place = z.infer<typeof Place>

/** So many new items become runs at one look; the next look, which comes soon, takes the rest. */
const MAX_ITEMS = 1_000
const MAX_OFFERED = 5_000
const SOON_MS = 5_000
const TIMEOUT_MS = 60_000

interface Found {
  items: { item: JsonValue; key: string }[]
  place: Place
}

/** Asks once: each new item becomes a run, and the cursor moves in the same transaction. */
export async function pollOnce(
  deps: PollDeps,
  scope: TenantScope,
  row: TriggerRow,
  now: Date,
): Promise<void> {
  const options = Options.parse(row.options)
  await deps.limits.allowAcceptance(scope)
  try {
    const found = await ask(deps, scope, { row, options, now })
    await take(deps, scope, { row, found, now })
  } catch (error) {
    if (!(error instanceof PollError || error instanceof OverLimit)) throw error
    await describePollError(deps, scope, { row, message: error.message, now })
  }
}

interface Asking {
  row: TriggerRow
  options: Options
  now: Date
}

async function ask(deps: PollDeps, scope: TenantScope, { row, options, now }: Asking): Promise<Found> {
  const place: Place = Place.safeParse(row.cursor).data ?? { value: null, since: null }
  const input = await evaluateOne(deps, options.with, { cursor: place.value, since: place.since }, 'input')
  if (!isJsonObject(input)) throw new PollError('The input of the action isn’t an object')
  const output = await perform(deps, scope, { row, options, now, input })
  const items = asList(await evaluateOne(deps, options.items, { output }, 'items'))
  if (items.length > MAX_OFFERED)
    throw new PollError(`${items.length} items in one response; the limit is ${MAX_OFFERED}`)
  const keys = await deps.expressions.evaluate(
    options.id,
    items.map((item, index) => ({ item, index, output })),
  )
  const value =
    options.cursor === undefined
      ? place.value
      : await evaluateOne(deps, options.cursor, { output, items, cursor: place.value }, 'cursor')
  return {
    items: items.map((item, index) => ({ item, key: keyOf(keys[index], index) })),
    place: { value, since: now.toISOString() },
  }
}

async function perform(
  deps: PollDeps,
  scope: TenantScope,
  { row, options, now, input }: Asking & { input: JsonObject },
): Promise<JsonValue> {
  const id = `poll/${row.id}/${now.toISOString()}`
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const command = {
    kind: 'effect' as const,
    id,
    path: row.key,
    attempt: 1,
    action: options.action,
    ...(options.asset === undefined ? {} : { asset: options.asset }),
    input,
    inputHash: '',
    timeoutMs: TIMEOUT_MS,
    idempotencyKey: id,
  }
  const context = { scope, idempotencyKey: id, timeoutMs: TIMEOUT_MS, signal }
  const outcome = await performEffect(deps, command, {
    ...context,
    async actor() {
      const version = await deps.versions.get(scope, row.version_id)
      const run = { id: row.id, playbook_id: row.playbook_id, initiator: null }
      const actor = await actorOfRun(deps.actorOf, scope, run, version)
      if (actor === null) throw new PollError('No user is allowed to poll for this playbook')
      return actor
    },
  })
  if (!outcome.ok) throw new PollError(outcome.error.message)
  return outcome.output
}

async function evaluateOne(
  deps: PollDeps,
  template: JsonValue,
  scope: JsonObject,
  what: string,
): Promise<JsonValue> {
  const [result] = await deps.expressions.evaluate(template, [scope])
  if (result?.ok === true) return result.value
  throw new PollError(`Couldn’t evaluate the expression for ${what}: ${result?.message ?? ''}`)
}

function keyOf(
  result: { ok: true; value: JsonValue } | { ok: false; message: string } | undefined,
  index: number,
) {
  if (result?.ok !== true)
    throw new PollError(`Couldn’t evaluate the ID of item ${index}: ${result?.message ?? ''}`)
  const { value } = result
  if (value === null || value === '') throw new PollError(`Item ${index} has no ID`)
  return `poll/${typeof value === 'string' ? value : JSON.stringify(value)}`
}

/** JSONata gives one element as itself. */
function asList(value: JsonValue): JsonValue[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

const hashOf = (key: string) => createHash('sha256').update(cleanText(key)).digest()

async function take(
  deps: PollDeps,
  scope: TenantScope,
  { row, found, now }: { row: TriggerRow; found: Found; now: Date },
): Promise<void> {
  const hashes = found.items.map(({ key }) => hashOf(key))
  const known = await scope.read((tx) => knownKeys(tx, row.id, hashes))
  const unknown = found.items.filter((_item, index) => !known.has(hashes[index]?.toString('hex') ?? ''))
  const fresh = unknown.slice(0, MAX_ITEMS)
  const isAll = fresh.length === unknown.length
  const judged: EvaluatedEvent[] = []
  for (const { item, key } of fresh)
    judged.push(
      await evaluateTriggerEvent(deps, scope, row, {
        payload: { item, cursor: found.place.value },
        once: key,
        summary: key.slice('poll/'.length),
      }),
    )
  await scope.tx(async (tx) => {
    if (!(await takeDue(tx, row))) return
    const saved = await saveEvaluatedEvent(deps, tx, judged)
    if (saved.some(({ kind }) => kind === 'stale'))
      throw new PollError('The trigger changed while it was polling')
    // Filtered items count as known, too: they are not evaluated again at each poll. Items rejected for lack of space
    // come again.
    const crowded = saved.some(isCrowded)
    await rememberKeys(
      tx,
      row.id,
      fresh.flatMap(({ key }, index) => (isCrowded(saved[index]) ? [] : [hashOf(key)])),
    )
    await keepKeys(tx, row.id, hashes)
    await moveTrigger(tx, {
      id: row.id,
      cursor: crowded || !isAll ? row.cursor : found.place,
      due_at: isAll ? nextAttempt(row, now, 0) : new Date(now.getTime() + SOON_MS),
      failing: null,
    })
  })
}
