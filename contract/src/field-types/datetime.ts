import { z } from 'zod'
import { Stamp } from '../values/computed-fields.ts'
import { limit } from './common-settings.ts'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** The default may be `now`. */
export const datetimeSettings = {
  type: z.literal('datetime'),
  ...limit,
  /** Set by the product alone; people and playbooks only read it. */
  stamp: Stamp.optional(),
}

export const datetimeType: FieldTypeRules<SettingsOf<typeof datetimeSettings>, keyof typeof datetimeKinds> = {
  kind: () => 'instant',
  convertsTo: ['text', 'datetime', 'date', 'list'],
  fromText: true,
  momentary: 'now',
}

export const datetimeKinds = { instant: traits({ instant: true, ordered: true, grouped: false }) }
