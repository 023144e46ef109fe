// Records for programs: changes in their order, batches of commands, and idempotency keys.
import type { recordChanges as route } from '@caseloom/contract/records/record-api'
import { type Actor, mayPass } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { accessTo, allowInApp } from '../model/app-permissions.rules.ts'
import { visibleRecordsByIds } from '../reading/records-by-ids.read.ts'
import { withLinks } from '../reference-fields/linked-views.ts'
import type { AppTable } from '../model/record-shape.ts'
import { recordViewer } from '../model/record-view.ts'
import { changesAfter, feedEnd, type FeedPlace, type FeedRow, isForgotten } from './changes.read.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

type Reply = RouteReply<typeof route>
type Item = Reply['items'][number]

export interface ChangesCommand {
  appId: string
  limit: number
  cursor?: string | undefined
  records: 'true' | 'false'
}

const NO_USER_ID = '00000000-0000-0000-0000-000000000000'
const BEGINNING: FeedPlace = { xid: '0', record: NO_USER_ID, version: 0 }
/** Entries read for one response, visible or not. */
const MAX_LOOKED = 5000

/**
 * Changes of an app's records after a place, oldest first and complete.
 * @throws feed.cursor_expired when changes since then were forgotten
 */
export async function recordChanges(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: ChangesCommand,
): Promise<Reply> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const app = await deps.apps.compiled(tx, command.appId, true)
    if (app === null) throw fail('resource.not_found')
    allowInApp(actor, 'record:read', app)
    if (command.cursor === undefined)
      return { items: [], next: write({ ...BEGINNING, xid: await feedEnd(tx) }) }
    const from = read(command.cursor)
    // The first place is wherever the history begins.
    if (from !== BEGINNING && (await isForgotten(tx, from.xid))) throw fail('feed.cursor_expired')
    const { items, place } = await collect(tx, app, { actor, from, limit: command.limit })
    const views = command.records === 'true' ? await viewsOf(deps, tx, { app, actor, items }) : new Map()
    return {
      items: items.map((item) => {
        const record = item.change === 'deleted' ? undefined : views.get(item.id)
        return record === undefined ? item : { ...item, record }
      }),
      next: write(place),
    }
  })
}

interface Collecting {
  actor: Actor
  from: FeedPlace
  limit: number
}

async function collect(
  tx: TenantTx,
  app: AppTable,
  { actor, from, limit }: Collecting,
): Promise<{ items: Item[]; place: FeedPlace }> {
  const items: Item[] = []
  let place = from
  for (let looked = 0; items.length < limit && looked < MAX_LOOKED; ) {
    const wanted = Math.max(limit - items.length, 200)
    const rows = await changesAfter(tx, app, place, wanted)
    for (const row of rows) {
      if (items.length === limit) break
      place = row
      looked += 1
      const change = changeFor(actor, row)
      // Ids in the history are those of records.
      if (change !== null)
        items.push({ id: row.record as Item['id'], version: row.version, at: row.at.toISOString(), change })
    }
    if (rows.length < wanted) break
  }
  return { items, place }
}

/** What the entry is to this reader: nothing of records they never saw, an end of those they lost. */
function changeFor(actor: Actor, row: FeedRow): Item['change'] | null {
  const sees = !row.isPurged && mayPass(actor, row.acl)
  const isMark = row.action === 'restricted' || row.action === 'opened'
  if (!sees) return row.action === 'restricted' && mayPass(actor, row.formerAcl) ? 'deleted' : null
  if (row.action === 'deleted') return 'deleted'
  if (row.action === 'created' || row.action === 'restored') return 'created'
  return isMark && !mayPass(actor, row.formerAcl) ? 'created' : 'updated'
}

async function viewsOf(
  deps: RecordsDeps,
  tx: TenantTx,
  { app, actor, items }: { app: AppTable; actor: Actor; items: readonly Item[] },
): Promise<Map<string, RecordView>> {
  const ids = [...new Set(items.map(({ id }) => id))]
  const records = await visibleRecordsByIds(tx, app, actor.principals, ids)
  const access = accessTo(app, actor)
  const views = await withLinks(deps, tx, { access }, records.map(recordViewer(access)))
  return new Map(views.map((view) => [view.id, view]))
}

function write({ xid, record, version }: FeedPlace): string {
  return cursorOf([xid, record, String(version)])
}

function read(cursor: string): FeedPlace {
  if (cursor === '0') return BEGINNING
  const [xid = '0', record = NO_USER_ID, version = '0'] =
    readCursor(cursor, [/^\d{1,19}$/, CURSOR_PARTS.id, /^\d{1,9}$/]) ?? []
  return { xid, record, version: Number(version) }
}
