import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** Texts or numbers in their order, each once. */
export const listSettings = {
  type: z.literal('list'),
  /** Fixed once the field exists. */
  of: z.enum(['text', 'number']).default('text'),
  minItems: z.number().int().min(1).max(1000).optional(),
  maxItems: z.number().int().min(1).max(1000).optional(),
  /** Characters of each text. */
  minItemLength: z.number().int().min(1).max(500).optional(),
  maxItemLength: z.number().int().min(1).max(500).optional(),
  /** Each number is a multiple of it. */
  step: z.number().positive().optional(),
}

export const listType: FieldTypeRules<SettingsOf<typeof listSettings>, keyof typeof listKinds> = {
  kind: ({ of }) => (of === 'number' ? 'numbers' : 'texts'),
  isText: true,
  fromText: true,
}

export const listKinds = {
  texts: traits({ text: true, several: true, faceted: true }),
  // Stored as canonical decimals, so that equal numbers are equal texts and an inverted index finds them.
  numbers: traits({ several: true }),
}
