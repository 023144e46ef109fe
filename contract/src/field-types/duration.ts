import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** A span of time in whole seconds; ISO 8601 (`PT7H2M`) is understood as well. */
export const durationSettings = { type: z.literal('duration') }

export const durationType: FieldTypeRules<SettingsOf<typeof durationSettings>, keyof typeof durationKinds> = {
  kind: () => 'duration',
  convertsTo: ['text', 'duration', 'number', 'list'],
  fromText: true,
}

export const durationKinds = {
  duration: traits({ measured: true, decimal: true, span: true, seconds: true, ordered: true }),
}
