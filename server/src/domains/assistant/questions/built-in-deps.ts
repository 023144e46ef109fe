import type { Answer, Asking } from '../asking/answerer.ts'
import type { ToolDeps } from '../tools/tool-deps.ts'

/** What the built-in answerer asks, always as the person who asks. */
export type BuiltInDeps = ToolDeps

/** A question with who asks it, on its way to one part of the answerer. */
export interface Inquiry extends Asking {
  question: string
  /** Earlier messages of the conversation, oldest first. */
  history: readonly { role: 'user' | 'assistant'; content: string }[]
  now: Date
}

/** What a part answers; null when the question is none of its. */
export type Part = Pick<Answer, 'text' | 'sources'> &
  Partial<Pick<Answer, 'offers' | 'drafts' | 'understood'>>

const MARKS = /[\\`*_{}[\]()<>#+!|~&-]/g
const LONGEST = 200

/** A value of a record or a playbook as plain text in Markdown: nothing that was written there has a meaning. */
export function plain(value: string): string {
  const line = value.replaceAll(/\s+/g, ' ').trim()
  const cut = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
  return cut.replaceAll(MARKS, String.raw`\$&`).replaceAll('://', String.raw`:\/\/`)
}
