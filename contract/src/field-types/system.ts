import { z } from 'zod'
import { SYSTEM_FACTS } from '../values/computed-fields.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** A fact that every record has, placed on the layout like a field. */
export const systemSettings = { type: z.literal('system'), of: z.enum(SYSTEM_FACTS) }

export const systemType: FieldTypeRules<SettingsOf<typeof systemSettings>, keyof typeof systemKinds> = {
  kind: () => 'system',
  unwritten: true,
  fact: true,
}

export const systemKinds = { system: traits({ column: false }) }
