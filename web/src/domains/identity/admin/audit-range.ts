import type { exportAudit } from '@caseloom/contract/directory'
import type { RouteQueryInput } from '@caseloom/contract/route'
import type { AuditSearch, Range } from './admin-search.ts'

export type AuditQuery = RouteQueryInput<typeof exportAudit>

const HOUR = 3_600_000
const SPANS: Record<Range, number> = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR }

/** The filters of the address as the server takes them: days of the reader's zone become instants, `to` is exclusive. */
export function auditFilter(search: AuditSearch, zone: string, now: number): AuditQuery {
  const { range, from, to, actor, action, text } = search
  const since = range === undefined ? undefined : new Date(now - SPANS[range]).toISOString()
  const first = from === undefined ? since : dayStart(from, zone).toISOString()
  return {
    ...(first === undefined ? {} : { from: first }),
    ...(to === undefined ? {} : { to: dayStart(nextDay(to), zone).toISOString() }),
    ...(actor === undefined ? {} : { actorId: actor }),
    ...(action === undefined ? {} : { action }),
    ...(text === undefined ? {} : { text }),
  }
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 24 * HOUR).toISOString().slice(0, 10)
}

/** The first instant of a day (`2026-11-21`) in a zone. */
export function dayStart(day: string, zone: string): Date {
  const guess = Date.parse(day)
  const first = guess - offsetAt(guess, zone)
  // Where the clocks were turned in between, the offset of the guess is not that of the day's start.
  return new Date(guess - offsetAt(first, zone))
}

function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(instant / 1000) * 1000
}

/** An action as words: `branding.name_changed` is "Branding: name changed". */
export function actionWords(action: string): string {
  const [area = '', fact] = action.split('.', 2)
  const said = area === 'signin' ? 'Sign-in' : area.charAt(0).toUpperCase() + area.slice(1)
  return fact === undefined ? said : `${said}: ${fact.replaceAll('_', ' ')}`
}
