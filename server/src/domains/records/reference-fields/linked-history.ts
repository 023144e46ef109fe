import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { AppTable, FieldChange } from '../model/record-shape.ts'
import { LinkChanges, type OtherRecord, readLinkEntry } from './link-changes.rules.ts'
import { findOthers } from './links.store.ts'
import { otherApps } from './other-apps.ts'
import { isReference, type ReferenceField } from './reference-fields.rules.ts'

/** Links of one change that are listed by name. */
const MAX_NAMED = 100

/**
 * History entries with linked records by name: `from` the ones that were taken away, `to` the ones that were added.
 * What the actor may not see is left out, and so is a change of which nothing is left.
 */
export async function withLinkNames(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  { app, actor }: { app: AppTable; actor: Actor },
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const changes = entries.flatMap((entry) => entry.changes)
  const wanted = Map.groupBy(
    changes.flatMap((change) => mentioned(app, change)),
    ({ field }) => field.definition.app,
  )
  if (wanted.size === 0) return [...entries]
  const others = await otherApps(deps, tx, [...wanted.keys()])
  const records = new Map<string, OtherRecord>()
  for (const [appId, mentions] of wanted) {
    const other = others.get(appId)
    if (other === undefined) continue
    const ids = [...new Set(mentions.map(({ id }) => id))]
    for (const record of await findOthers(tx, other, { ids, seqs: [] })) records.set(record.id, record)
  }
  const book = new LinkChanges({ others, records, known: new Map() })
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.flatMap((change) => namedChange(app, actor, book, change)),
  }))
}

function mentioned(app: AppTable, change: FieldChange): { field: ReferenceField; id: string }[] {
  const field = app.byKey.get(change.field)
  if (field === undefined || !isReference(field)) return []
  const { added, removed } = readLinkEntry(change)
  return [...added.slice(0, MAX_NAMED), ...removed.slice(0, MAX_NAMED)].map((id) => ({ field, id }))
}

function namedChange(app: AppTable, actor: Actor, book: LinkChanges, change: FieldChange): FieldChange[] {
  const field = app.byKey.get(change.field)
  if (field === undefined || !isReference(field)) return [change]
  const { added, removed } = readLinkEntry(change)
  const [from, to] = [book.linked(field, removed, actor), book.linked(field, added, actor)]
  if (from.length + to.length === 0) return []
  // Linked records are made of JSON values only.
  const value = (list: typeof from) => (list.length === 0 ? null : (list as unknown as JsonValue))
  return [{ field: change.field, from: value(from), to: value(to) }]
}
