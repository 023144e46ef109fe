import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** What a text must be. Values are stored in one canonical form, so that equal ones match however they were typed. */
export const TEXT_FORMATS = ['plain', 'email', 'ip', 'telephone', 'hash', 'rich'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

export const textSettings = {
  type: z.literal('text'),
  /** Absent means plain; fixed once the field exists. `rich` is sanitised HTML, compared and found by its plain text. */
  format: z.enum(TEXT_FORMATS).optional(),
  multiline: z.boolean().default(false),
  maxLength: z.number().int().min(1).max(1_000_000).default(10_000),
  minLength: z.number().int().min(1).max(1_000_000).optional(),
  /** What both lengths count; characters when absent. */
  lengthUnit: z.enum(['characters', 'words']).optional(),
  /** Shown before and after the value; no part of it. */
  prefix: z.string().max(10).optional(),
  suffix: z.string().max(10).optional(),
  placeholder: z.string().max(100).optional(),
  unique: z.boolean().default(false),
}

export const textType: FieldTypeRules<SettingsOf<typeof textSettings>, keyof typeof textKinds> = {
  kind: ({ format }) => (format === 'rich' ? 'rich' : 'text'),
  isText: true,
  fromText: true,
  titled: ({ format }) => format !== 'rich',
}

export const textKinds = {
  text: traits({ text: true, faceted: true }),
  rich: traits({ html: true, grouped: false }),
}
