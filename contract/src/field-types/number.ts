import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

export const numberSettings = {
  type: z.literal('number'),
  min: z.number().optional(),
  max: z.number().optional(),
  decimals: z.number().int().min(0).max(12).optional(),
  /** Values are the minimum (or 0) plus a multiple of it. */
  step: z.number().positive().optional(),
  /** Display format: 12,500 · 45 % · 1.5 MB; unformatted when absent. Values are stored unchanged: 45 is 45 %. */
  format: z.enum(['plain', 'thousands', 'percent', 'bytes']).optional(),
  prefix: z.string().max(10).optional(),
  suffix: z.string().max(10).optional(),
  unique: z.boolean().default(false),
}

export const numberType: FieldTypeRules<SettingsOf<typeof numberSettings>, keyof typeof numberKinds> = {
  kind: () => 'number',
  convertsTo: ['text', 'number', 'duration', 'list'],
  fromText: true,
}

export const numberKinds = { number: traits({ measured: true, decimal: true, ordered: true }) }
