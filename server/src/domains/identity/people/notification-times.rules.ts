// When an email of a notification goes out: immediately, with the next digest, or when quiet hours end.
import {
  IMMEDIATE_KINDS,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  NotificationTimes,
} from '@caseloom/contract/identity/notification-choices'
import { offsetAt, openStretches } from '@caseloom/contract/values/business-hours'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

/** Of people who never chose. */
const DEFAULTS: NotificationTimes = { digest: { every: 'day', at: '08:00' }, quiet: null, zone: null }

/** The stored times of a person, or the defaults. */
export function timesOf(stored: unknown): NotificationTimes {
  return NotificationTimes.safeParse(stored).data ?? DEFAULTS
}

/** What decides when a person's emails go out. */
export interface MailHabits {
  choices: NotificationChoices
  times: NotificationTimes
  /** The zone of the profile. */
  zone: string | null
}

/** When the email of a notification is due; null: immediately. Does not ask whether there is to be an email. */
export function mailDue(
  kind: NotificationKind,
  now: Date,
  { choices, times, zone }: MailHabits,
): Date | null {
  if (IMMEDIATE_KINDS.has(kind)) return null
  const at = now.getTime()
  const clock = zone ?? times.zone ?? 'UTC'
  const sent = choices[kind].digest ? nextDigest(times.digest, clock, at) : at
  const due = afterQuiet(times.quiet, clock, sent)
  return due === at ? null : new Date(due)
}

/** When what waits is due by habits that changed: the emails of these kinds with the digest, the others. */
export function dueAgain(now: Date, { choices, times, zone }: MailHabits) {
  const at = now.getTime()
  const clock = zone ?? times.zone ?? 'UTC'
  return {
    digestKinds: NOTIFICATION_KINDS.filter((kind) => choices[kind].digest),
    digest: new Date(afterQuiet(times.quiet, clock, nextDigest(times.digest, clock, at))),
    single: new Date(afterQuiet(times.quiet, clock, at)),
  }
}

function nextDigest({ every, at }: NotificationTimes['digest'], zone: string, now: number): number {
  if (every === 'hour') {
    const offset = offsetAt(zone, now)
    return (Math.floor((now + offset) / HOUR) + 1) * HOUR - offset
  }
  // From the time to the end of the day: a time that clocks skip in spring is the first one after it.
  const hours = { zone, days: EVERY_DAY, from: at, to: '00:00', holidays: [] }
  for (let day = dayOf(zone, now); ; day += 1) {
    const begins = openStretches(hours, day)[0]?.from
    if (begins !== undefined && begins > now) return begins
  }
}

/** The end of the quiet hours around an instant; the instant when there are none. */
function afterQuiet(quiet: NotificationTimes['quiet'], zone: string, at: number): number {
  if (quiet === null) return at
  const hours = { ...quiet, zone, holidays: [] }
  const today = dayOf(zone, at)
  // Hours of the day before may last until today.
  const stretches = [today - 1, today].flatMap((day) => openStretches(hours, day))
  return stretches.find(({ from, to }) => from <= at && at < to)?.to ?? at
}

/** The local day as a number since 1970-01-01. */
function dayOf(zone: string, at: number): number {
  return Math.floor((at + offsetAt(zone, at)) / DAY)
}
