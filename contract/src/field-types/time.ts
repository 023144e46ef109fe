import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** A local time of day, in no zone: `14:05:00`; the seconds may be left out. */
export const timeSettings = { type: z.literal('time') }

export const timeType: FieldTypeRules<SettingsOf<typeof timeSettings>, keyof typeof timeKinds> = {
  kind: () => 'time',
  convertsTo: ['text', 'time', 'list'],
  fromText: true,
}

export const timeKinds = { time: traits({ ordered: true }) }
