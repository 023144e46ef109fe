import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

export const jsonSettings = { type: z.literal('json') }

export const jsonType: FieldTypeRules<SettingsOf<typeof jsonSettings>, keyof typeof jsonKinds> = {
  kind: () => 'json',
  convertsTo: ['text', 'json', 'list'],
  fromText: true,
}

export const jsonKinds = { json: traits({ raw: true, grouped: false }) }
