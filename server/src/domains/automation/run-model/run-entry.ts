import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RunEvent, StepError } from '@caseloom/playbook/run-types'
import { z } from 'zod'
import type { StepNote } from '../expressions/messages.ts'

const StoredError = z.looseObject({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean().optional(),
})

const Touched = z.object({
  appId: z.string(),
  recordId: z.string(),
  trackingId: z.string(),
  withheld: z.array(z.string()).optional(),
  aside: z.literal(true).optional(),
})
/** Written as JSON by ourselves: walking it again would cost more than everything else here. */
const Written = z.custom<JsonValue>((value) => value !== undefined)

/** The result of an effect in the engine's journal and in history; a large output is in the value store. */
export const Outcome = z.union([
  z.object({
    ok: z.literal(true),
    ref: z.string(),
    size: z.number(),
    /** The value is the member `output` beside these: the end of a called run, whose output is stored once. */
    beside: z.object({ runId: z.string(), state: z.string() }).optional(),
    touched: z.array(Touched).optional(),
  }),
  z.object({ ok: z.literal(true), output: Written, touched: z.array(Touched).optional() }),
  z.object({ ok: z.literal(false), error: StoredError, touched: z.array(Touched).optional() }),
])
export type Outcome = z.infer<typeof Outcome>

export const StoredEvent = z.union([
  z.object({
    kind: z.enum(['effect', 'opened', 'answer']),
    id: z.string(),
    at: z.number(),
    outcome: Outcome,
  }),
  z.object({ kind: z.literal('timer'), id: z.string(), at: z.number() }),
  z.object({ kind: z.literal('cancel'), at: z.number() }),
])
export type StoredEvent = z.infer<typeof StoredEvent>

const StoredNote = z.object({
  path: z.string(),
  state: z.string(),
  attempt: z.number(),
  at: z.number(),
  input: z.number().optional(),
  output: z.number().optional(),
  error: StoredError.optional(),
  turns: z
    .object({ total: z.number(), done: z.number(), failed: z.number(), failedAt: z.array(z.number()) })
    .optional(),
})

/**
 * One turn of a run in history: its events and the steps that they changed. Inputs and pure outputs aren't stored;
 * they are recomputed on request.
 */
export const RunEntry = z.object({ events: z.array(StoredEvent), steps: z.array(StoredNote) })
export type RunEntry = { events: StoredEvent[]; steps: StepNote[] }

/** Reads what history keeps; a big output is fetched through `load`. */
export async function eventOf(
  stored: StoredEvent,
  load: (ref: string) => Promise<JsonValue>,
): Promise<RunEvent> {
  if (stored.kind === 'timer' || stored.kind === 'cancel') return stored
  const { kind, id, at, outcome } = stored
  if (!outcome.ok) {
    // The stored error is one that a step gave before.
    return { kind, id, result: { ok: false, error: outcome.error as StepError, at } }
  }
  return { kind, id, result: { ok: true, output: await outputOf(outcome, load), at } }
}

async function outputOf(
  outcome: Outcome & { ok: true },
  load: (ref: string) => Promise<JsonValue>,
): Promise<JsonValue> {
  if (!('ref' in outcome)) return outcome.output
  const value = await load(outcome.ref)
  return outcome.beside === undefined ? value : { ...outcome.beside, output: value }
}
