import { z } from 'zod'
import { type FieldTypeRules, traits } from './field-type.ts'

/** A span of time in whole seconds; ISO 8601 (`PT7H2M`) is understood as well. */
export const durationSettings = { type: z.literal('duration') }

export const durationType: FieldTypeRules<'duration'> = {
  kind: () => 'duration',
  convertsTo: ['text', 'duration', 'number', 'list'],
}

export const durationKinds = {
  duration: traits({ measured: true, decimal: true, span: true, seconds: true, ordered: true }),
}
