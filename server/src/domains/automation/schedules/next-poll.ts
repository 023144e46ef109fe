import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { TriggerKind } from '@caseloom/playbook/document'
import { parseDuration } from '@caseloom/playbook/duration'
import { z } from 'zod'
import { ticksAfter } from './cron.ts'

/** State of a schedule: its next moment, and the moments that wait for the previous run. */
export const ScheduleCursor = z.object({ next: z.string(), waiting: z.array(z.string()) })
export type ScheduleCursor = z.infer<typeof ScheduleCursor>

/** What a schedule was published with. */
export const ScheduleOptions = z.object({
  cron: z.string(),
  timeZone: z.string(),
  overlap: z.enum(['allow', 'skip', 'queue']),
  missed: z.enum(['skip', 'once']),
})
export type ScheduleOptions = z.infer<typeof ScheduleOptions>

/** The initial cursor of a trigger and its next poll; null when it doesn't poll. */
export function nextPoll(
  trigger: { kind: TriggerKind; options: JsonObject },
  now: Date,
): { cursor: JsonValue; dueAt: Date | null } {
  const { kind, options } = trigger
  if (kind === 'schedule') {
    const { cron, timeZone } = ScheduleOptions.parse(options)
    const [next = null] = ticksAfter(cron, timeZone, now, 1)
    if (next === null) return { cursor: null, dueAt: null }
    return { cursor: { next: next.toISOString(), waiting: [] }, dueAt: next }
  }
  if (kind === 'record') return { cursor: { since: now.toISOString() }, dueAt: null }
  const asks = kind === 'poll' || (kind === 'mail' && options['via'] === 'imap')
  return { cursor: null, dueAt: asks ? now : null }
}

/** Time between two looks of a trigger that asks others. */
export function everyMs(options: JsonObject): number {
  const { every } = options
  return Math.max(5_000, (typeof every === 'string' ? parseDuration(every) : undefined) ?? 300_000)
}
