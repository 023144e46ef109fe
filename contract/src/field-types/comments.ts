import { z } from 'zod'
import { type FieldTypeRules, type SettingsOf, traits } from './field-type.ts'

/** A thread of its own, shown where the field is; it has comments instead of a value. */
export const commentsSettings = { type: z.literal('comments'), rich: z.boolean().default(true) }

export const commentsType: FieldTypeRules<SettingsOf<typeof commentsSettings>, keyof typeof commentsKinds> = {
  kind: () => 'comments',
  unwritten: true,
}

export const commentsKinds = { comments: traits({ thread: true, grouped: false, column: false }) }
