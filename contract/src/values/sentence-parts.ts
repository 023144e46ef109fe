import { z } from 'zod'
import { JsonValue } from '../kernel/json.ts'

/** Kinds of values that each reader sees by their own zone, names, and formats. */
export const ReaderType = z.enum(['datetime', 'date', 'duration', 'user', 'group', 'role'])
export type ReaderType = z.infer<typeof ReaderType>

/** A field of another app, which is named by its key: its label, and a value of it, are read from that app. */
const OtherField = z.object({ app: z.string(), field: z.string() })

/** A part of a sentence: its words, or what is put into words for its reader: a value as it is stored, a field of another app. */
export const SentencePart = z.union([
  z.string(),
  z.object({ type: ReaderType, value: JsonValue }),
  OtherField.extend({ type: z.literal('other_field') }),
  OtherField.extend({ type: z.literal('other_value'), value: JsonValue }),
])
export type SentencePart = z.infer<typeof SentencePart>
