import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { laneOf, type TimelineItem } from './merged-timeline.ts'

/** One entry as the exported JSON has it; the values are the words of the screen. */
export interface ExportedEntry {
  at: string
  recordedAt: string
  kind: string
  actor: string
  action: string
  text: string
  changes: { field: string; from: string; to: string }[]
}

export interface ExportWords {
  fields: readonly Field[]
  text(field: Field | undefined, value: JsonValue): string
}

export function exportedEntry(item: TimelineItem, words: ExportWords): ExportedEntry {
  const kind = laneOf(item)
  if (item.kind === 'attack') {
    const { happenedAt, recordedAt, by, type, text, technique } = item.event
    const said = technique === null ? text : `${technique} ${text}`
    return { at: happenedAt, recordedAt, kind, actor: by.name, action: type, text: said, changes: [] }
  }
  if (item.kind === 'run') {
    const { startedAt, playbook, state, error, number } = item.run
    const text = [`Run ${number}`, error?.message ?? ''].filter((part) => part !== '').join(': ')
    const same = { at: startedAt, recordedAt: startedAt }
    return { ...same, kind, actor: playbook.title, action: state, text, changes: [] }
  }
  if (item.kind === 'approval') {
    const { at, approval, hasEnded } = item
    const names = approval.decidedBy.map(({ name }) => name).join(', ')
    const actor = hasEnded && names !== '' ? names : approval.playbook.title
    const action = hasEnded ? approval.state : 'asked'
    return { at, recordedAt: at, kind, actor, action, text: approval.title, changes: [] }
  }
  const { at, actor, action, comment, detail, changes } = item.entry
  const text = detail ?? (typeof comment?.text === 'string' ? plainTextOf(comment.text) : '')
  return {
    at,
    recordedAt: at,
    kind,
    actor: actor.name,
    action,
    text,
    changes: changes.map(({ field: key, from, to }) => {
      const field = words.fields.find((one) => one.key === key)
      return { field: field?.label ?? key, from: words.text(field, from), to: words.text(field, to) }
    }),
  }
}

const COLUMNS = ['at', 'recorded_at', 'kind', 'actor', 'action', 'text', 'field', 'from', 'to']

/** RFC 4180, a line for each changed field. */
export function timelineCsv(entries: readonly ExportedEntry[]): string {
  const lines = entries.flatMap((entry) => {
    const { at, recordedAt, kind, actor, action, text, changes } = entry
    const head = [at, recordedAt, kind, actor, action, text]
    if (changes.length === 0) return [[...head, '', '', '']]
    return changes.map(({ field, from, to }) => [...head, field, from, to])
  })
  return [COLUMNS, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
