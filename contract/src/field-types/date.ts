import { z } from 'zod'
import { limit } from './common-settings.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** A day of the calendar, in no zone: `2026-11-21`. The default may be `today`. */
export const dateSettings = { type: z.literal('date'), ...limit }

export const dateType: FieldTypeRules<SettingsOf<typeof dateSettings>, keyof typeof dateKinds> = {
  kind: () => 'date',
  convertsTo: ['text', 'date', 'datetime', 'list'],
  fromText: true,
  momentary: 'today',
}

export const dateKinds = { date: traits({ day: true, ordered: true }) }
