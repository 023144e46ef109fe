import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

export const urlSettings = { type: z.literal('url'), unique: z.boolean().default(false) }

export const urlType: FieldTypeRules<SettingsOf<typeof urlSettings>, keyof typeof urlKinds> = {
  kind: () => 'url',
  convertsTo: ['text', 'url', 'list'],
  fromText: true,
  isLink: true,
}

export const urlKinds = { url: traits() }
