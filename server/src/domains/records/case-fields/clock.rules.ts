import { afterWorkingMillis, workingMillis } from '@caseloom/contract/values/business-hours'
import type { ClockDefinition, ClockValue } from '@caseloom/contract/values/case-fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { recordMatches } from '../filters/filter-match.rules.ts'
import type { Derivation, Values } from '../model/record-shape.ts'

/** Which conditions of a clock hold for the record as it is. */
export interface ClockConditions {
  start: boolean
  pause: boolean
  stop: boolean
}

/**
 * The next state of a clock: a pure function of its previous state, so that it can be recomputed from the history.
 * Stopping takes precedence over pausing, and both over running; a stopped clock resumes when the record is reopened.
 */
export function nextClock(
  definition: ClockDefinition,
  before: ClockValue | null,
  conditions: ClockConditions,
  now: Date,
): ClockValue | null {
  if (before === null && !conditions.start) return null
  const begun = before ?? started(now)
  const spent = spentUntil(definition, begun, now)
  const current = marked(begun, now)
  if (conditions.stop) return hasEnded(begun) ? begun : stopped(definition, current, spent, now)
  if (conditions.pause) return begun.state === 'paused' ? begun : resting(current, spent)
  if (begun.since === null || before === null) return running(definition, current, spent, now)
  // Recompute the due time: the target or the business hours may have changed.
  return marked(running(definition, current, begun.spent, new Date(begun.since)), now)
}

function started(now: Date): ClockValue {
  return {
    state: 'running',
    startedAt: now.toISOString(),
    stoppedAt: null,
    spent: 0,
    since: now.toISOString(),
    dueAt: null,
    warningAt: null,
    warnedAt: null,
    breachedAt: null,
  }
}

function hasEnded(clock: ClockValue): boolean {
  return clock.state === 'met' || clock.state === 'missed'
}

/** Seconds of working time until now. */
function spentUntil({ hours }: ClockDefinition, clock: ClockValue, now: Date): number {
  if (clock.since === null) return clock.spent
  return clock.spent + workingMillis(hours, Date.parse(clock.since), now.getTime()) / 1000
}

/** Notes what was passed while it ran. */
function marked(clock: ClockValue, now: Date): ClockValue {
  const passed = (instant: string | null) => instant !== null && Date.parse(instant) <= now.getTime()
  return {
    ...clock,
    warnedAt: clock.warnedAt ?? (passed(clock.warningAt) ? clock.warningAt : null),
    breachedAt: clock.breachedAt ?? (passed(clock.dueAt) ? clock.dueAt : null),
  }
}

const RESTS = { since: null, dueAt: null, warningAt: null } as const

function resting(clock: ClockValue, spent: number): ClockValue {
  return { ...clock, ...RESTS, state: 'paused', stoppedAt: null, spent: rounded(spent) }
}

function stopped({ target }: ClockDefinition, clock: ClockValue, spent: number, now: Date): ClockValue {
  const isMissed = target !== undefined && spent >= target
  return {
    ...clock,
    ...RESTS,
    state: isMissed ? 'missed' : 'met',
    stoppedAt: now.toISOString(),
    spent: rounded(spent),
  }
}

function running(definition: ClockDefinition, clock: ClockValue, spent: number, now: Date): ClockValue {
  const { target, warnAt, hours } = definition
  const reached = (seconds: number): string | null => {
    const instant = afterWorkingMillis(hours, now.getTime(), Math.round((seconds - spent) * 1000))
    return instant === null ? null : new Date(instant).toISOString()
  }
  return marked(
    {
      ...clock,
      state: 'running',
      stoppedAt: null,
      spent: rounded(spent),
      since: now.toISOString(),
      dueAt: target === undefined ? null : reached(target),
      warningAt: target === undefined ? null : reached((target * warnAt) / 100),
    },
    now,
  )
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** All clocks of a record, by its other fields. */
export function clockValues({ app, record, moment }: Derivation): Values {
  const values: Record<string, JsonValue> = {}
  for (const { key, definition } of app.fields) {
    if (!('start' in definition)) continue
    const { start, pause, stop, hours } = definition
    // A clock with working hours counts days by their zone too.
    const own = hours === undefined ? moment : { ...moment, zone: hours.zone }
    const holds = (filter: typeof start) => recordMatches(app, filter, record, own)
    const before = clockIn(record.values[key])
    const conditions = byHand(before?.manual, {
      start: holds(start),
      pause: pause !== undefined && holds(pause),
      stop: holds(stop),
    })
    values[key] = asJson(letGo(nextClock(definition, before, conditions, moment.now)))
  }
  return values
}

/** The conditions as they count for a clock that a playbook has taken in hand. */
function byHand(manual: ClockValue['manual'], conditions: ClockConditions): ClockConditions {
  switch (manual) {
    case undefined:
      return conditions
    case 'running':
      return { ...conditions, pause: false }
    case 'paused':
      return { ...conditions, pause: true }
    case 'stopped':
      return { ...conditions, stop: true }
    default:
      return manual satisfies never
  }
}

/** Once its own condition has stopped it, a clock follows its conditions again. */
function letGo(clock: ClockValue | null): ClockValue | null {
  if (clock === null || !hasEnded(clock) || clock.manual === 'stopped') return clock
  const { manual: _manual, ...free } = clock
  return free
}

/** The clock out of hand, as JSON. */
export function released(clock: ClockValue): JsonValue {
  const { manual: _manual, ...free } = clock
  return asJson(free)
}

/** The current clock, before its rule is evaluated again; null if none could pause or stop. */
export function takenInHand(
  before: ClockValue | null,
  manual: NonNullable<ClockValue['manual']>,
  now: Date,
): JsonValue {
  if (before === null) return manual === 'running' ? asJson({ ...started(now), manual }) : null
  return asJson({ ...before, manual })
}

/** The clock of a stored value: none but this rule writes them. */
export function clockIn(value: JsonValue | undefined): ClockValue | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as unknown as ClockValue)
    : null
}

/** A clock is made of JSON values alone. */
function asJson(clock: ClockValue | null): JsonValue {
  return clock as unknown as JsonValue
}
