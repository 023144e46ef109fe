import { z } from 'zod'
import { Assignment } from './assignment.ts'
import { members } from './common-settings.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** The default may be `me`, who creates the record. */
export const userSettings = {
  type: z.literal('user'),
  multiple: z.boolean().default(false),
  ...members,
  assign: Assignment.optional(),
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
