import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { waitingFault } from '../case-fields/task.rules.ts'
import type { AppShape, Circles, FieldChange, FieldShape, Moment } from '../model/record-shape.ts'
import { dayIn } from '@caseloom/contract/filters/relative-dates'

const HOUR_MS = 3_600_000

/** What a change may not bring in, though records that have it already keep it; paths name the field in the body. */
export function limitIssues(app: AppShape, changes: readonly FieldChange[], moment: Looked): Issue[] {
  return changes.flatMap(({ field: key, from, to }) => {
    const field = app.byKey.get(key)
    const fault =
      field === undefined || to === null ? null : faultOf(field.definition, { from, to, ...moment })
    return fault === null ? [] : [{ path: ['body', 'fields', key], ...fault }]
  })
}

type Looked = Pick<Moment, 'now' | 'circles'>
interface Step extends Looked {
  from: JsonValue
  to: JsonValue
}
type Fault = Omit<Issue, 'path'> & { code: string; message: string }

function faultOf(field: Field, step: Step): Fault | null {
  if ('options' in field) {
    const isRetired = (key: string) => field.options.some((one) => one.key === key && one.retired === true)
    const retired = added(step).filter(isRetired)
    return retired.length === 0
      ? null
      : { code: 'retired_option', message: `"${retired[0]}" is no longer offered`, options: retired }
  }
  if ('members' in field) {
    const { members } = field
    const isStrange = (id: string) => members !== undefined && !isOffered(members, id, step.circles)
    return added(step).some(isStrange)
      ? { code: 'not_offered', message: `This ${field.type} isn’t one of the field’s options` }
      : null
  }
  if ('limit' in field && field.limit !== undefined) return timeFault(field.limit, String(step.to), step.now)
  return fieldTraits(field).tasks ? waitingFault(step.from, step.to) : null
}

/** True when a field offers this user or group: by its id, or as a member of a group. */
function isOffered(members: readonly string[], id: string, circles: Circles | undefined): boolean {
  return members.includes(id) || (circles?.get(id)?.some((group) => members.includes(group)) ?? false)
}

/** What the new value has and the old one had not. */
function added({ from, to }: Step): string[] {
  const before = Array.isArray(from) ? from : [from]
  return (Array.isArray(to) ? to : [to]).filter((item) => !before.includes(item)).map(String)
}

/** A day counts as past or future if it is so in any time zone. */
function timeFault(limit: 'past' | 'future', value: string, now: Date): Fault | null {
  const isDay = value.length === 10
  const day = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(0, 10)
  const instant = now.toISOString()
  if (limit === 'past')
    return value > (isDay ? day(14) : instant)
      ? { code: 'in_future', message: 'Must not be in the future' }
      : null
  return value < (isDay ? day(-12) : instant) ? { code: 'in_past', message: 'Must not be in the past' } : null
}

interface Maker {
  /** Null if the actor is not a user. */
  id: string | null
  now: Date
  /** By whose calendar it is today; UTC when absent. */
  zone?: string | undefined
}

/** Default of a field that was not set on a new record; `now`, `today`, and `me` are resolved at creation. */
export function defaultOf(field: FieldShape, { id, now, zone = 'UTC' }: Maker): JsonValue {
  const { definition } = field
  const { default: given } = definition
  if (given === undefined) return null
  if (given !== fieldType(definition).momentary) return field.read(given).value ?? null
  if (given === 'now') return now.toISOString()
  if (given === 'today') return dayIn(zone, now)
  return id !== null && fieldTraits(definition).several ? [id] : id
}
