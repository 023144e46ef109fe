import type { JsonObject } from '@caseloom/contract/kernel/json'
import { readDocument } from '@caseloom/playbook/document-text'
import { playbookKey } from './keys.ts'
import { isObject } from './places.ts'

export interface TextFault {
  place: string
  message: string
}

export type ReadDocument = { ok: true; document: JsonObject } | { ok: false; faults: TextFault[] }

export function readDocumentText(text: string): ReadDocument {
  const parsed = readDocument(text)
  if (!parsed.ok) {
    const faults = parsed.issues.map(({ line, column, message }) => ({ place: `${line}:${column}`, message }))
    return { ok: false, faults }
  }
  if (!isObject(parsed.value)) return { ok: false, faults: [{ place: '1:1', message: 'Not a playbook' }] }
  return { ok: true, document: parsed.value }
}

export function freePlaybookKey(title: string, taken: ReadonlySet<string>): string {
  const base = playbookKey(title)
  if (!taken.has(base)) return base
  for (let count = 2; ; count += 1) {
    const next = `${base.slice(0, 62 - String(count).length)}-${count}`
    if (!taken.has(next)) return next
  }
}

export function copyOfPlaybook(document: JsonObject, taken: ReadonlySet<string>, title: string): JsonObject {
  const { version: _version, ...rest } = document
  return { ...rest, playbook: freePlaybookKey(title, taken), title }
}
