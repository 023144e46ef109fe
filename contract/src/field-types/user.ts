import { z } from 'zod'
import { Key, members } from './common-settings.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** The default may be `me`, who creates the record. */
export const userSettings = {
  type: z.literal('user'),
  multiple: z.boolean().default(false),
  ...members,
  /** New records without a value get the person who is on call; of the whole schedule without a layer. */
  onCall: z.strictObject({ schedule: Key, layer: Key.optional() }).optional(),
}

export const userType: FieldTypeRules<SettingsOf<typeof userSettings>, keyof typeof userKinds> = {
  kind: ({ multiple }) => (multiple ? 'users' : 'user'),
  convertsTo: ['user'],
  momentary: 'me',
}

export const userKinds = {
  user: traits({ users: true, faceted: true }),
  users: traits({ users: true, faceted: true, several: true }),
}
