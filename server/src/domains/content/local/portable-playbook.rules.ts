import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { FORMAT } from '@caseloom/playbook/document'
import type { PlaybooksPort, StoredPlaybook } from '../ports/content-deps.ts'
import type { ItemNeed, ItemNote, Portable } from './local-item.ts'

/** A playbook as a package holds it: its published version, or its draft while it has none. */
export function portablePlaybook(
  { published, draft }: Pick<StoredPlaybook, 'published' | 'draft'>,
  apps: AppNames,
  needsOf: PlaybooksPort['needsOf'],
): Portable {
  const { document, isShared } = plainPlaybook(published ?? draft, apps)
  const named = appsNamedIn(document, apps)
  const { playbooks: calls, tables } = needsOf(document)
  const needs: ItemNeed[] = [
    ...named.map((key): ItemNeed => ({ kind: 'app', key, relation: 'names', place: '' })),
    ...tables.map(({ key, place }): ItemNeed => ({ kind: 'table', key, relation: 'names', place })),
    ...calls.map(({ key, place }): ItemNeed => ({ kind: 'playbook', key, relation: 'component', place })),
  ]
  const notes: ItemNote[] = [
    ...(isShared ? [{ severity: 'warning', code: 'limited', place: '' } as const] : []),
    ...(published === null ? [{ severity: 'error', code: 'unpublished', place: '' } as const] : []),
  ]
  return { document, limits: isShared ? { sharing: true } : {}, needs, notes }
}

/** The apps that the actor sees, by ID and by key. */
export interface AppNames {
  keyOf(id: string): string | undefined
  isKey(key: string): boolean
}

/** A document without what means nothing elsewhere: its version, who it is shared with, IDs of apps. */
export function plainPlaybook(
  document: JsonObject,
  apps: Pick<AppNames, 'keyOf'>,
): { document: JsonObject; isShared: boolean } {
  const { version: _version, sharedWith, ...rest } = document
  // The document is an object, and stays one.
  const plain = withAppKeys({ format: FORMAT, ...rest }, apps) as JsonObject
  return { document: plain, isShared: sharedWith !== undefined }
}

const APP_MEMBERS: ReadonlySet<string> = new Set(['app', 'appId'])

function withAppKeys(value: JsonValue, apps: Pick<AppNames, 'keyOf'>): JsonValue {
  if (Array.isArray(value)) return value.map((one) => withAppKeys(one, apps))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (APP_MEMBERS.has(name) && typeof part === 'string') return [name, apps.keyOf(part) ?? part]
      return [name, withAppKeys(part, apps)]
    }),
  )
}

/** Keys of apps that triggers and steps name. */
export function appsNamedIn(document: JsonObject, apps: Pick<AppNames, 'isKey'>): string[] {
  const found = new Set<string>()
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isJsonObject(value)) return
    for (const [name, part] of Object.entries(value)) {
      if (APP_MEMBERS.has(name) && typeof part === 'string' && apps.isKey(part)) found.add(part)
      visit(part)
    }
  }
  visit(document)
  return [...found].toSorted()
}
