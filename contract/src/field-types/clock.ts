import { z } from 'zod'
import { ClockHours } from '../values/case-fields.ts'
import { Filter } from '../values/filter.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/**
 * A clock that runs from the time when `start` holds until `stop` holds, and rests while `pause` holds. It follows from
 * the record's other fields: no one writes it. A record that is opened again runs on with the time spent before.
 */
export const clockSettings = {
  type: z.literal('clock'),
  start: Filter,
  pause: Filter.optional(),
  stop: Filter,
  /** Seconds that it may take, in working hours; a clock without a target only measures. */
  target: z.number().int().min(60).max(315_360_000).optional(),
  /** Percent of the target from which it is at risk. */
  warnAt: z.number().int().min(1).max(99).default(75),
  /** All hours of all days when absent. */
  hours: ClockHours.optional(),
}

export const clockType: FieldTypeRules<SettingsOf<typeof clockSettings>, keyof typeof clockKinds> = {
  kind: () => 'clock',
  derived: true,
  unwritten: true,
}

export const clockKinds = { clock: traits({ clock: true, measured: true, seconds: true }) }
