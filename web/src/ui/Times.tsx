import { createContext, use, useSyncExternalStore } from 'react'
import { formatAge, formatClock, formatDateTime, formatDuration, guessZone } from './time.ts'

/** The zone of the signed-in user, provided by the shell; null on pages for people without an account. */
export const ZoneContext = createContext<string | null>(null)

/** The zone of all times, shown and typed: the user's, otherwise the browser's. */
export function useZone(): string {
  return use(ZoneContext) ?? guessZone()
}

/** The zone where times have to name it, because its reader never chose one; otherwise null. */
export function useNamedZone(): string | null {
  return use(ZoneContext) === null ? guessZone() : null
}

const listeners = new Map<number, { wake: Set<() => void>; timer: ReturnType<typeof setInterval> }>()

function subscribeTo(every: number) {
  return (wake: () => void) => {
    let entry = listeners.get(every)
    if (entry === undefined) {
      const set = new Set<() => void>()
      entry = { wake: set, timer: setInterval(() => set.forEach((call) => call()), every) }
      listeners.set(every, entry)
    }
    entry.wake.add(wake)
    return () => {
      const present = listeners.get(every)
      present?.wake.delete(wake)
      if (present?.wake.size !== 0) return
      clearInterval(present.timer)
      listeners.delete(every)
    }
  }
}

const minute = subscribeTo(30_000)
const second = subscribeTo(1000)

/** The current time, updated twice a minute (or each second); one timer serves the page. */
export function useNow(each: 'minute' | 'second' = 'minute'): number {
  const step = each === 'second' ? 1000 : 30_000
  return useSyncExternalStore(each === 'second' ? second : minute, () => Math.ceil(Date.now() / step) * step)
}

interface TimeAgoProps {
  at: string
  /** The age inside a phrase: "2m ago"; `now` within the first minute. */
  words?: (age: string) => string
}

const inFull = (date: Date, zone: string) => `${formatDateTime(date, zone, true)} (${zone})`

/** Age of an instant (`2m`, `3h`), with the full time in the user's zone as its title. */
export function TimeAgo({ at, words = String }: TimeAgoProps) {
  const zone = useZone()
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={inFull(date, zone)}>
      {words(formatAge(now - date.getTime()))}
    </time>
  )
}

/** `21 Nov 2026, 03:02` in the user's zone, which is in its title; said where its reader never chose one. */
export function DateTime({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const zone = useZone()
  const named = useNamedZone()
  const date = new Date(at)
  return (
    <time dateTime={at} title={inFull(date, zone)}>
      {formatDateTime(date, zone, seconds)}
      {named !== null && ` (${named})`}
    </time>
  )
}

/** `03:02:15` in the user's zone. */
export function ClockTime({ at }: { at: string }) {
  const zone = useZone()
  const date = new Date(at)
  return (
    <time dateTime={at} title={inFull(date, zone)}>
      {formatClock(date, zone)}
    </time>
  )
}

/** Give `since` instead of `ms` while it is still running (it then counts up). */
export function Duration(props: { ms: number } | { since: string }) {
  return 'since' in props ? <Running since={props.since} /> : <span>{formatDuration(props.ms)}</span>
}

function Running({ since }: { since: string }) {
  const now = useNow('second')
  return <span>{formatDuration(now - new Date(since).getTime())}</span>
}
