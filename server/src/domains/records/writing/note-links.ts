import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable } from '../model/record-shape.ts'
import { readLinkEntry } from '../reference-fields/link-changes.rules.ts'
import { insertLinkEvents, type NewLinkEvent } from '../reference-fields/link-events.store.ts'
import { otherApps } from '../reference-fields/other-apps.ts'
import { isReference, referenceFields } from '../reference-fields/reference-fields.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { HistoryRow } from './write.store.ts'

const FactRow = z.object({ id: z.string(), version: z.number(), acl: z.array(z.string()).nullable() })

/** Says in the history of linked records that they were linked or unlinked, and notifies their viewers. */
export async function noteLinks(
  deps: Pick<RecordsDeps, 'apps'>,
  tx: TenantTx,
  app: AppTable,
  history: readonly HistoryRow[],
): Promise<void> {
  if (referenceFields(app).length === 0) return
  await saveLinkEvents(
    deps,
    tx,
    history.flatMap((row) => linkEvents(app, row)),
  )
}

/** The same for links that moved beside the changes of their records. */
export async function saveLinkEvents(
  deps: Pick<RecordsDeps, 'apps'>,
  tx: TenantTx,
  events: readonly NewLinkEvent[],
): Promise<void> {
  const toOthers = events.filter(({ source, target }) => source !== target)
  if (toOthers.length === 0) return
  await insertLinkEvents(tx, toOthers)
  const byApp = Map.groupBy(toOthers, ({ appId }) => appId)
  const others = await otherApps(deps, tx, [...byApp.keys()])
  for (const [appId, ofApp] of byApp) {
    const other = others.get(appId)
    if (other === undefined) continue
    const ids = [...new Set(ofApp.map(({ target }) => target))]
    const rows = await tx.rows(
      FactRow,
      `select id, version, acl from ${other.table} where id = any($1::uuid[]) and deleted_at is null`,
      [ids],
    )
    for (const record of rows) tx.announce(recordFact(other, 'updated', record))
  }
}

function linkEvents(app: AppTable, { record, at, actor, changes }: HistoryRow): NewLinkEvent[] {
  return changes.flatMap((change) => {
    const field = app.byKey.get(change.field)
    if (field === undefined || !isReference(field)) return []
    const { added, removed } = readLinkEntry(change)
    const { id, app: appId } = field.definition
    const same = { appId, field: id, source: record, at, actor }
    return [
      ...removed.map((target): NewLinkEvent => ({ ...same, target, action: 'unlinked' })),
      ...added.map((target): NewLinkEvent => ({ ...same, target, action: 'linked' })),
    ]
  })
}
