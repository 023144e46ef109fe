import { z } from 'zod'
import { type FieldTypeRules, traits } from './field-type.ts'

export const jsonSettings = { type: z.literal('json') }

export const jsonType: FieldTypeRules<'json'> = { kind: () => 'json', convertsTo: ['text', 'json', 'list'] }

export const jsonKinds = { json: traits({ raw: true, grouped: false }) }
