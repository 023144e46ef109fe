import { z } from 'zod'
import { members } from './common-settings.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** Groups of the account, by id. */
export const groupSettings = { type: z.literal('group'), multiple: z.boolean().default(false), ...members }

export const groupType: FieldTypeRules<SettingsOf<typeof groupSettings>, keyof typeof groupKinds> = {
  kind: ({ multiple }) => (multiple ? 'groups' : 'group'),
  convertsTo: ['group'],
}

export const groupKinds = {
  group: traits({ groups: true, faceted: true }),
  groups: traits({ groups: true, faceted: true, several: true }),
}
