import type { Actor } from '@caseloom/contract/kernel/permissions'
import { AppId } from '@caseloom/contract/kernel/ids'
import type { HistoryEntry } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { labelFromFar, type Way, waysIn } from '../links/list-related.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { AppTable } from '../model/record-shape.ts'
import { linkedRecord } from '../reference-fields/link-changes.rules.ts'
import { type LinkEvent, linkEventsBefore, type LinkingApp } from '../reference-fields/link-events.store.ts'

/** Links that came to a record and went, of which the actor can read both the other record and its field. */
export interface LinkHistory {
  events: LinkEvent[]
  /** Null for a field that the actor can't read. */
  view(event: LinkEvent, version: number): HistoryEntry | null
}

/** Those before an event, newest first. What the actor can't read counts in no page. */
export async function linkHistory(
  deps: RecordsDeps,
  tx: TenantTx,
  { app, actor, recordId }: { app: AppTable; actor: Actor; recordId: string },
  page: { before: string | null; until?: string | undefined; limit: number },
): Promise<LinkHistory> {
  const { ways, apps } = await linkingApps(deps, tx, actor, app)
  const events = await linkEventsBefore(tx, recordId, { apps, principals: actor.principals }, page)
  return {
    events,
    view({ field: fieldId, at, actor: by, action, source, seq, title }, version) {
      const way = ways.get(fieldId)
      if (way === undefined) return null
      const field = { appId: AppId.parse(way.far.id), key: way.field.key, label: labelFromFar(way.field) }
      const record = linkedRecord(way.far, actor, { id: source, seq, title })
      return { version, at: at.toISOString(), actor: by, action, changes: [], link: { field, record } }
    },
  }
}

/** The fields that link to the records of an app and that the actor can read, by ID and by the app they belong to. */
export async function linkingApps(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  app: AppTable,
): Promise<{ ways: ReadonlyMap<string, Way>; apps: LinkingApp[] }> {
  const ways = new Map((await waysIn(deps, tx, actor, app)).map((way) => [way.fieldId, way]))
  const apps = [...Map.groupBy(ways.values(), ({ far }) => far)].map(([far, ofApp]) => ({
    far,
    fields: ofApp.map(({ fieldId }) => fieldId),
  }))
  return { ways, apps }
}
