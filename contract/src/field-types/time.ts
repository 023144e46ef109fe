import { z } from 'zod'
import { type FieldTypeRules, traits } from './field-type.ts'

/** A local time of day, in no zone: `14:05:00`; the seconds may be left out. */
export const timeSettings = { type: z.literal('time') }

export const timeType: FieldTypeRules<'time'> = {
  kind: () => 'time',
  convertsTo: ['text', 'time', 'list'],
}

export const timeKinds = { time: traits({ ordered: true }) }
