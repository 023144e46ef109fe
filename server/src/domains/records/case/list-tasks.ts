import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { listTasks as route } from '@caseloom/contract/records/tasks'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import { visibleIds } from '../reading/visible-ids.read.ts'
import { openTasks, type OpenTask } from './case.read.ts'
import { readableApps } from './case-looks.ts'
import { namedRecord } from './named-record.ts'
import { tasksIn } from '../case-fields/task.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { recordsById } from '../reading/records-by-ids.read.ts'

type Reply = RouteReply<typeof route>

/** Index rows read per batch, and batches before an incomplete page is returned. */
const BATCH = 200
const MAX_LOOKS = 10
/** When a task is due, as PostgreSQL writes it. */
const DUE = /^(?:infinity|[-\d :.+]{19,40})$/

/** Open tasks of a user, of `me` or of `anyone` (those of no one too), in records that the actor may see, by due time. */
export async function listTasks(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: { assignee: string; limit: number; cursor?: string | undefined },
): Promise<Reply> {
  allow(actor, 'record:read')
  const isAll = command.assignee === 'anyone'
  const assignee = isAll ? null : command.assignee === 'me' ? actor.id : command.assignee
  if (assignee === null && !isAll) return { items: [], next: null }
  const [due, id] = readCursor(command.cursor, [DUE, CURSOR_PARTS.id]) ?? []
  let after = due === undefined || id === undefined ? null : { due, id }
  return scope.read(async (tx) => {
    const items: Reply['items'] = []
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const rows = await openTasks(tx, { assignee, after, limit: BATCH })
      const shown = await shownTasks(deps, tx, actor, rows)
      for (const row of rows) {
        const item = shown.get(keyOf(row))
        if (item !== undefined) items.push(item)
        after = { due: row.due, id: row.task_id }
        if (items.length === command.limit) break
      }
      const isEnd = rows.length < BATCH && after?.id === rows.at(-1)?.task_id
      if (isEnd || rows.length === 0) return { items, next: null }
      if (items.length === command.limit) break
    }
    return { items, next: after === null ? null : cursorOf([after.due, after.id]) }
  })
}

function keyOf(row: OpenTask): string {
  return `${row.record_id} ${row.field_id} ${row.task_id}`
}

async function shownTasks(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  rows: readonly OpenTask[],
): Promise<Map<string, Reply['items'][number]>> {
  const shown = new Map<string, Reply['items'][number]>()
  const ids = rows.map((row) => row.app_id)
  const apps = await readableApps(deps, tx, actor, { ids, kind: 'tasks' })
  for (const [appId, ofApp] of Map.groupBy(rows, (row) => row.app_id)) {
    const look = apps.get(appId)
    if (look === undefined) continue
    const { app, fields } = look
    const wanted = ofApp.map((row) => row.record_id)
    const { ids: visible } = await visibleIds(tx, app, wanted, actor.principals)
    const columns = new Set([app.titleField, ...[...fields.values()].map((field) => field.key)])
    const records = await recordsById(tx, app, { ids: visible, columns })
    for (const row of ofApp) {
      const [record, field] = [records.get(row.record_id), fields.get(row.field_id)]
      const task = tasksIn(record?.values[field?.key ?? '']).find((one) => one.id === row.task_id)
      if (record === undefined || field === undefined || task === undefined) continue
      const { key, label } = field.definition
      const can = { update: mayInApp(actor, 'record:update', app, record) }
      shown.set(keyOf(row), { task, record: namedRecord(actor, app, record), field: { key, label }, can })
    }
  }
  return shown
}
