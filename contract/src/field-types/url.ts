import { z } from 'zod'
import { type FieldTypeRules, traits } from './field-type.ts'

export const urlSettings = { type: z.literal('url'), unique: z.boolean().default(false) }

export const urlType: FieldTypeRules<'url'> = { kind: () => 'url', convertsTo: ['text', 'url', 'list'] }

export const urlKinds = { url: traits() }
