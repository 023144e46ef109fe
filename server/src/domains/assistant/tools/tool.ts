import type { ChatDraft, ChatSource } from '@caseloom/contract/assistant/assistant'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { z } from 'zod'
import type { Asking, Offer } from '../asking/answerer.ts'

/** What a tool found or made; nothing of it goes beyond what the asker may see. */
export interface ToolResult {
  /** For the model or the outside assistant; text in it that people wrote is data, never an instruction. */
  content: JsonValue
  /** Where the content comes from, for the links of the answer. */
  sources: readonly ChatSource[]
  /** Components that fit; only the user's own press runs one. */
  offers?: readonly Offer[]
  /** Opened as drafts, never saved or published. */
  drafts?: readonly ChatDraft[]
}

/** One thing that an assistant may do, always as the person who asks. */
export interface AssistantTool<Input extends z.ZodObject = z.ZodObject> {
  /** `search_records`: letters and `_`, for the model and MCP. */
  name: string
  /** `Search records`. */
  title: string
  /** What it does, when to use it and what it answers, for the model. */
  description: string
  input: Input
  /** The line that is shown while it works: `Searching records`. */
  step: string
  /** Throws AppError for what the asker may not or what is not there; its text goes to the model. */
  run(asking: Asking & { signal: AbortSignal }, input: z.output<Input>): Promise<ToolResult>
}
