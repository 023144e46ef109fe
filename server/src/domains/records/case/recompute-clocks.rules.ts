import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { HistoryRecord } from '../versions/record-history.read.ts'
import type { AppShape, StoredRecord, Values } from '../model/record-shape.ts'
import { clockIn, clockValues, released, takenInHand } from '../case-fields/clock.rules.ts'

/**
 * The clocks of a record as if today's definitions had always applied: evaluated after each change in its history,
 * oldest first, and finally now.
 */
export function recomputedClocks(
  app: AppShape,
  record: StoredRecord,
  entries: readonly HistoryRecord[],
  { actor, now, zone }: { actor: Actor; now: Date; zone?: string },
): Values {
  const clocks = app.fields.filter((field) => kindTraits(field.kind).clock).map((field) => field.key)
  const idle = Object.fromEntries(clocks.map((key) => [key, null]))
  let values: Record<string, JsonValue> = Object.fromEntries(app.fields.map((field) => [field.key, null]))
  for (const { version, at, actor: by, changes } of entries) {
    const changed = changes.filter(({ field }) => Object.hasOwn(values, field) && !clocks.includes(field))
    values = { ...values, ...Object.fromEntries(changed.map(({ field, to }) => [field, to])) }
    for (const { field, to } of changes)
      if (clocks.includes(field)) values = { ...values, [field]: handed(values[field], to, at) }
    const then = { ...record, version, updatedAt: at, updatedBy: by, values }
    values = {
      ...values,
      ...clockValues({ app, before: null, record: then, moment: { actor, now: at, zone } }),
    }
  }
  const reported = Object.fromEntries(clocks.map((key) => [key, values[key] ?? null]))
  const present = { ...record, values: { ...record.values, ...idle, ...reported } }
  return clockValues({ app, before: null, record: present, moment: { actor, now, zone } })
}

/** What playbooks made of a clock is no matter of its definition: it stays. */
function handed(before: JsonValue | undefined, to: JsonValue, at: Date): JsonValue {
  const clock = clockIn(before)
  const manual = clockIn(to)?.manual
  if (manual !== undefined) return takenInHand(clock, manual, at)
  return clock === null ? null : released(clock)
}
