import type {
  WarningListInput,
  WarningListSummary,
  WarningListView,
} from '@caseloom/contract/records/warning-lists'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { isEditable, type KnownList, knownList, knownSummaries, summaryOf, viewOf } from './known-lists.ts'
import { checkedList, limitIssues } from './warning-list.rules.ts'
import { deleteList, lockWarningLists, putList } from './warning-list.store.ts'

/** Who changes a list, and from where, for the audit log. */
export interface By {
  actor: Actor
  ip: string | null
}

/** Where faults are found: in the body of a request or in a file. */
const PLACES = {
  body: { root: 'body', entries: 'entries', kinds: 'kinds' },
  file: { root: 'file', entries: 'list', kinds: 'matching_attributes' },
} as const

interface NewList {
  input: WarningListInput
  from: keyof typeof PLACES
}

/** Stores a new list; throws name.taken, warning_list.invalid with all faults. */
export async function createWarningList(
  scope: TenantScope,
  by: By,
  { input: given, from }: NewList,
): Promise<WarningListView> {
  allow(by.actor, 'app:build')
  const input = storable(given)
  const read = checkedList(input, PLACES[from])
  return scope.tx(async (tx) => {
    await lockWarningLists(tx)
    const id = newId()
    await checkAround(tx, { id, isNew: true, from }, { ...input, ...read })
    const { kinds, ...parts } = input
    const row = { ...parts, kinds: unique(kinds), entries: read.entries, id, version: 1, updated_at: tx.now }
    const list = { ...row, entry_count: read.entries.length, shipped: null }
    await putList(tx, row)
    await record(tx, by, { action: 'warning_list.created', after: list })
    return viewOf(list, by.actor)
  })
}

interface SavedList extends NewList {
  warningListId: string
  /** The version that was edited; absent when whatever is there is replaced. */
  version?: number
}

/**
 * Changes a list; throws resource.not_found, resource.version_conflict, name.taken, warning_list.built_in,
 * warning_list.invalid with all faults.
 */
export async function saveWarningList(
  scope: TenantScope,
  by: By,
  { warningListId: id, version, input: given, from }: SavedList,
): Promise<WarningListView> {
  allow(by.actor, 'app:build')
  const input = storable(given)
  const read = checkedList(input, PLACES[from])
  return scope.tx(async (tx) => {
    const old = await lockedList(tx, id, version)
    if (!isEditable(old)) throw fail('warning_list.built_in')
    await checkAround(tx, { id, isNew: false, from }, { ...input, ...read })
    const { kinds, ...parts } = input
    const next = { ...parts, kinds: unique(kinds), entries: read.entries, id, version: old.version + 1 }
    const row = { ...next, updated_at: tx.now }
    const list = { ...row, entry_count: read.entries.length, shipped: old.shipped }
    await putList(tx, row)
    await record(tx, by, { action: 'warning_list.changed', before: old, after: list })
    return viewOf(list, by.actor)
  })
}

/** Turns a list on or off; throws resource.not_found, resource.version_conflict. */
export async function turnWarningList(
  scope: TenantScope,
  by: By,
  { warningListId, version, enabled }: { warningListId: string; version: number; enabled: boolean },
): Promise<WarningListSummary> {
  allow(by.actor, 'app:build')
  return scope.tx(async (tx) => {
    const old = await lockedList(tx, warningListId, version)
    const { shipped, entry_count, ...row } = { ...old, enabled, version: old.version + 1, updated_at: tx.now }
    await putList(tx, isEditable(old) ? row : { ...row, entries: [] })
    const list = { ...row, shipped, entry_count }
    await record(tx, by, { action: 'warning_list.changed', before: old, after: list })
    return summaryOf(list, by.actor)
  })
}

/** Deletes a list of the tenant; throws resource.not_found, warning_list.built_in. */
export async function deleteWarningList(scope: TenantScope, by: By, warningListId: string): Promise<void> {
  allow(by.actor, 'app:build')
  await scope.tx(async (tx) => {
    const old = await lockedList(tx, warningListId)
    if (old.shipped !== null) throw fail('warning_list.built_in')
    await deleteList(tx, warningListId)
    await record(tx, by, { action: 'warning_list.deleted', before: old })
  })
}

async function lockedList(tx: TenantTx, id: string, version?: number): Promise<KnownList> {
  await lockWarningLists(tx)
  const list = await knownList(tx, id)
  if (list === null) throw fail('resource.not_found')
  if (version !== undefined && list.version !== version)
    throw fail('resource.version_conflict', { extra: { version: list.version } })
  return list
}

interface Place {
  id: string
  isNew: boolean
  from: keyof typeof PLACES
}

async function checkAround(
  tx: TenantTx,
  { id, isNew, from }: Place,
  list: { name: string; entries: readonly string[]; issues: Issue[] },
): Promise<void> {
  const others = (await knownSummaries(tx)).filter((one) => one.id !== id)
  const around = {
    lists: others.filter(({ shipped }) => shipped === null).length,
    entries: others.filter(isEditable).reduce((sum, { entry_count }) => sum + entry_count, 0),
  }
  const { root } = PLACES[from]
  const issues = [...list.issues, ...limitIssues(around, { isNew, entries: list.entries.length }, root)]
  if (issues.length > 0) throw fail('warning_list.invalid', { issues })
  const isTaken = others.some(({ name }) => name.toLowerCase() === list.name.toLowerCase())
  if (!isTaken) return
  const message = `The name “${list.name}” is already in use`
  throw fail('name.taken', { issues: [{ path: [root, 'name'], code: 'taken', message }] })
}

/** Texts as the database takes them; entries are cleaned with their form. */
function storable(input: WarningListInput): WarningListInput {
  return { ...input, name: cleanText(input.name), description: cleanText(input.description) }
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)]
}

interface Change {
  action: 'warning_list.created' | 'warning_list.changed' | 'warning_list.deleted'
  before?: KnownList
  after?: KnownList
}

async function record(tx: TenantTx, { actor, ip }: By, { action, before, after }: Change): Promise<void> {
  const list = after ?? before
  const parts = ({ name, description, type, kinds, entries, enabled }: KnownList) => {
    return { name, description, type, kinds, entries, enabled }
  }
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    ...(list === undefined ? {} : { object: { kind: 'warning-list', id: list.id, name: list.name } }),
    ...(before === undefined ? {} : { before: parts(before) }),
    ...(after === undefined ? {} : { after: parts(after) }),
    ip,
  })
}
