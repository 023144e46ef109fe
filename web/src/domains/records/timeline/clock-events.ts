import type { ClockValue } from '@caseloom/contract/values/case-fields'

/** What happened to a clock in one change of its record. */
export type ClockEvent =
  | { do: 'started' | 'resumed' | 'rescheduled' | 'warned'; dueAt: string | null }
  | { do: 'paused' | 'met' | 'missed'; spent: number }
  /** `at` is when the target was passed. */
  | { do: 'breached'; at: string }
  | { do: 'reset' }

/** Earliest first; none where only the figures moved. */
export function clockEvents(from: ClockValue | null, to: ClockValue | null): ClockEvent[] {
  if (to === null) return from === null ? [] : [{ do: 'reset' }]
  const { dueAt, spent } = to
  const events: ClockEvent[] = []
  if (from === null) events.push({ do: 'started', dueAt })
  const passed = to.breachedAt !== null && (from?.breachedAt ?? null) === null ? to.breachedAt : null
  if (passed !== null && to.state !== 'missed') events.push({ do: 'breached', at: passed })
  const isWarned = to.warnedAt !== null && (from?.warnedAt ?? null) === null
  if (isWarned && to.breachedAt === null && to.state === 'running') events.push({ do: 'warned', dueAt })
  if (to.state !== (from?.state ?? 'running'))
    events.push(to.state === 'running' ? { do: 'resumed', dueAt } : { do: to.state, spent })
  if (events.length === 0 && to.state === 'running' && dueAt !== (from?.dueAt ?? null) && dueAt !== null)
    events.push({ do: 'rescheduled', dueAt })
  return events
}
