import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Issue } from '@caseloom/playbook/issues'
import { readDocument } from '@caseloom/playbook/document-text'
import type { ParsedText, TextPlace } from '@caseloom/playbook/yaml'
import type { Mark } from '../../../../ui/expression/CodeEditor.tsx'
import { isObject } from '../model/places.ts'

export type ReadText =
  | { ok: true; document: JsonObject; locate: (path: readonly (string | number)[]) => TextPlace }
  | { ok: false; faults: Mark[] }

/** A text that isn't an object has an error at its start. */
export function readText(text: string, noObject: string): ReadText {
  const parsed: ParsedText = readDocument(text)
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

export function marksOf(text: string, issues: readonly Issue[], read: ReadText): Mark[] {
  if (!read.ok) return read.faults
  return issues.map((issue) => mark(text, read.locate(issue.path), issue.message))
}

export function offsetOf(text: string, { line, column }: TextPlace): number {
  const from = startOfLine(text, line)
  return Math.min(from + column - 1, endOfLine(text, from))
}

function startOfLine(text: string, line: number): number {
  let from = 0
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', from)
    if (end < 0) break
    from = end + 1
  }
  return from
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function mark(text: string, place: TextPlace, message: string): Mark {
  const from = offsetOf(text, place)
  return { from, to: endOfLine(text, from), message, severity: 'error' }
}
