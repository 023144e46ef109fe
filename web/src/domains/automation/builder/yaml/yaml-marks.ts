import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import type { Issue } from '@caseloom/playbook/issues'
import { type ParsedText, parseText, type TextPlace } from '@caseloom/playbook/yaml'
import type { Mark } from '../expression/CodeEditor.tsx'
import { isObject } from '../places.ts'

/** Text read as a document: its value, or what is wrong with it. */
export type ReadText =
  | { ok: true; document: JsonObject; locate: (path: readonly (string | number)[]) => TextPlace }
  | { ok: false; faults: Mark[] }

/** Reads the text of a document; a text that is no object has a fault at its start. */
export function readText(text: string, noObject: string): ReadText {
  const parsed: ParsedText = parseText(text)
  if (!parsed.ok) {
    return {
      ok: false,
      faults: parsed.issues.map((issue) => mark(text, issue, issue.message)),
    }
  }
  const value: JsonValue = parsed.value
  if (!isObject(value)) return { ok: false, faults: [mark(text, { line: 1, column: 1 }, noObject)] }
  return { ok: true, document: value, locate: parsed.locate }
}

/** The faults of a document at their places in its text. */
export function marksOf(text: string, issues: readonly Issue[], read: ReadText): Mark[] {
  if (!read.ok) return read.faults
  return issues.map((issue) => mark(text, read.locate(issue.path), issue.message))
}

function mark(text: string, { line, column }: TextPlace, message: string): Mark {
  let from = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', from)
    if (end < 0) break
    from = end + 1
  }
  const end = text.indexOf('\n', from)
  const last = end < 0 ? text.length : end
  const start = Math.min(from + column - 1, last)
  return { from: start, to: Math.max(start, last), message, severity: 'error' }
}
