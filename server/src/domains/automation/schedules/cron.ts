import { Cron } from 'croner'

/** What is wrong with a schedule, at which of its parts. */
export interface ScheduleFault {
  at: 'cron' | 'timeZone'
  message: string
}

/** Null when the schedule is valid. */
export function scheduleFault(cron: string, timeZone: string): ScheduleFault | null {
  if (!isZone(timeZone)) return { at: 'timeZone', message: `"${timeZone}" isn’t a time zone` }
  const fields = cron.trim().split(/\s+/).length
  if (fields !== 5 && fields !== 6) {
    return { at: 'cron', message: 'A schedule has five fields, or six starting with seconds' }
  }
  try {
    const next = new Cron(cron, { timezone: timeZone, paused: true }).nextRun()
    return next === null ? { at: 'cron', message: 'This schedule never occurs' } : null
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^CronPattern:\s*/, '') : 'invalid expression'
    return { at: 'cron', message: `Invalid schedule: ${why}` }
  }
}

/** The next moments after `from`, at most `count`. */
export function ticksAfter(cron: string, timeZone: string, from: Date, count: number): Date[] {
  return new Cron(cron, { timezone: timeZone, paused: true }).nextRuns(count, from)
}

/** The last moment at or before `now` that is not before `first`, which is a moment itself. */
export function lastTick(cron: string, timeZone: string, first: Date, now: Date): Date {
  const [before] = new Cron(cron, { timezone: timeZone, paused: true }).previousRuns(
    1,
    new Date(now.getTime() + 1_000),
  )
  return before !== undefined && before > first && before <= now ? before : first
}

function isZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    )
  } catch {
    // A name that the runtime refuses is no zone: that is the answer.
    return false
  }
}
