import { z } from 'zod'
import { JsonValue } from '../kernel/json.ts'

/** Kinds of values that each reader sees by their own zone, names, and formats. */
export const ReaderType = z.enum(['datetime', 'date', 'duration', 'user', 'group', 'role'])
export type ReaderType = z.infer<typeof ReaderType>

/** A part of a sentence: its words, or a value as it is stored, which is put into words for its reader. */
export const SentencePart = z.union([z.string(), z.object({ type: ReaderType, value: JsonValue })])
export type SentencePart = z.infer<typeof SentencePart>
