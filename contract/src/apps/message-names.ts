// The text of a message can name fields, as in "{{mailboxes}} mailboxes are affected". What reads and writes such texts.
import { z } from 'zod'
import { JsonValue } from '../kernel/json.ts'

/** A value of a field that the text of a message names, as it is stored and with the words that every side has for it. */
export const MessageValue = z.object({ field: z.string(), value: JsonValue, words: z.string() })
export type MessageValue = z.infer<typeof MessageValue>

/** What a message says; with its values apart, where it has some: each reader sees them in their own words. */
export interface MessageText {
  text: string
  parts?: readonly (string | MessageValue)[]
}

/** What is shown in place of a value that its reader can't read. */
export const WITHHELD = '…'
/** Characters of a text, its names not counted, and of what it says. */
export const MAX_TEXT = 1_000
/** Names in a text. */
export const MAX_NAMES = 50
const MAX_VALUE = 100

/** A name in braces, with what is around it. */
export const NAME = /\{\{([^{}]*)\}\}/g

/** The keys that a text names, known or not. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAME)].map(([, name = '']) => name.trim()))]
}

/** How often a text names fields. */
export function countNames(text: string): number {
  return [...text.matchAll(NAME)].length
}

/** The text with its names replaced; a name stays as it is where `say` gives nothing for it. */
export function withNames(text: string, say: (key: string) => string | undefined): string {
  return text.replace(NAME, (whole, name: string) => say(name.trim()) ?? whole)
}

/** The text as the keys of its fields are called elsewhere. */
export function withRenamed(text: string, renamed: (key: string) => string): string {
  return withNames(text, (key) => {
    const other = renamed(key)
    return other === key ? undefined : `{{${other}}}`
  })
}

/** The text without the names of fields that its reader can't read. */
export function withoutUnreadable(text: string, readable: (key: string) => boolean): string {
  return withNames(text, (key) => (readable(key) ? undefined : WITHHELD))
}

/** Whether a text can have come of a template, whatever its fields hold. */
export function couldSay(template: string, text: string): boolean {
  const literals = template.split(/\{\{[^{}]*\}\}/)
  const [first = '', ...rest] = literals
  const last = rest.pop()
  if (last === undefined) return text === template
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const literal of rest) {
    const at = text.indexOf(literal, from)
    if (at < 0) return false
    from = at + literal.length
  }
  return text.length - from >= last.length && text.endsWith(last)
}

/** The text of a message with its values as `say` words them. */
export function saidText({ text, parts }: MessageText, say: (value: MessageValue) => string): string {
  if (parts === undefined) return text
  return cut(
    parts.map((part) => (typeof part === 'string' ? part : cut(say(part), MAX_VALUE))).join(''),
    MAX_TEXT,
  )
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Half of a character that takes two units would be none.
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
