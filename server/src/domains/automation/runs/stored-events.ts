import { z } from 'zod'
import type { DurableEvent } from '../../../platform/durable/types.ts'
import type { Advanced } from '../expressions/messages.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import { Outcome, type StoredEvent } from '../run-model/run-entry.ts'

const Asked = z.object({
  opened: Outcome,
  answer: z.object({ at: z.number(), outcome: Outcome }).optional(),
})

/** What the journal gives back is what this program did and read. */
export function storedEvents(event: DurableEvent): StoredEvent[] {
  if (event.kind === 'timer' || event.kind === 'cancel') return [event]
  const { kind, id, at } = event
  if (kind !== 'opened') return [{ kind, id, at, outcome: Outcome.parse(event.outcome) }]
  const { opened, answer } = Asked.parse(event.outcome)
  const first = { kind, id, at, outcome: opened }
  return answer === undefined ? [first] : [first, { kind: 'answer', id, ...answer }]
}

/** A question that is void, and why. */
export type Close = { commandId: string; reason: string }

/** Questions that are void: the interpreter says so, or they could not be put. */
export function closesOf(stored: readonly StoredEvent[], commands: Advanced['commands']): Close[] {
  const failed = stored.flatMap((event) =>
    event.kind === 'opened' && !event.outcome.ok
      ? [{ commandId: event.id, reason: event.outcome.error.code }]
      : [],
  )
  const closed = commands.flatMap((command) =>
    command.kind === 'close' ? [{ commandId: command.id, reason: command.reason }] : [],
  )
  return [...failed, ...closed]
}

/** Ids of the questions that were answered. */
export function answersIn(events: readonly StoredEvent[]): string[] {
  return events.flatMap((event) => (event.kind === 'answer' ? [event.id] : []))
}

/** What an effect, a question or an answer handed to the run, by its result or by what its error says. */
export function touchedBy(event: StoredEvent): readonly TouchedRecord[] {
  return 'outcome' in event ? ((event.outcome.touched ?? []) as TouchedRecord[]) : []
}
