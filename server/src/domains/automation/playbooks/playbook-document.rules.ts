import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { crowdOfSteps } from '@caseloom/playbook/validate-draft'
import type { DraftFields } from './playbook.store.ts'

/** Required of every draft: without a valid key and a title, it cannot be stored and listed. */
const KEY = /^[a-z][a-z0-9_-]{0,62}$/

/** What the list needs to know of a draft; the rest of its faults may wait until publishing. */
export function draftFields(
  document: JsonObject,
): { ok: true; fields: DraftFields } | { ok: false; issues: Issue[] } {
  const { playbook: key, title, description } = document
  const issues: Issue[] = []
  if (typeof key !== 'string' || !KEY.test(key)) {
    issues.push({
      path: ['body', 'document', 'playbook'],
      code: key === undefined ? 'missing' : 'bad_value',
      message:
        'The key must start with a lowercase letter and contain only lowercase letters, digits, hyphens, and _',
    })
  }
  if (typeof title !== 'string' || title.trim() === '' || title.length > 100) {
    issues.push({
      path: ['body', 'document', 'title'],
      code: title === undefined ? 'missing' : 'bad_value',
      message: 'The title must have 1 to 100 characters',
    })
  }
  const crowd = crowdOfSteps(document)
  if (crowd !== undefined) issues.push({ path: ['body', 'document', 'steps'], code: 'limit', message: crowd })
  if (typeof key !== 'string' || typeof title !== 'string' || issues.length > 0) return { ok: false, issues }
  return {
    ok: true,
    fields: {
      key,
      title: plainText(title.trim()),
      description: typeof description === 'string' ? plainText(description).slice(0, 10_000) : null,
      draft: cleanObject(document),
    },
  }
}

/** Faults of a document as problems of the request that carried it. */
export function underDocument(issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: ['body', 'document', ...issue.path] }))
}

function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').normalize('NFC')
}

function cleanObject(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [plainText(key), cleanValue(value)]))
}

function cleanValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return plainText(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map(cleanValue) : cleanObject(value)
}
