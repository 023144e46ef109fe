import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { joinedTo, markMerged } from '../merge/mark-merged.ts'
import { accessTo, allowInApp, seen } from '../model/app-permissions.rules.ts'
import type { AppTable, RecordPlace, StoredRecord, Values } from '../model/record-shape.ts'
import { recordView } from '../model/record-view.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { withApp } from '../model/with-app.ts'
import { markRecord } from '../permissions/mark-record.ts'
import { loadForWrite } from '../writing/load.store.ts'
import { writeRecords } from '../writing/write-records.ts'
import { freeNames, lockOccurrence, markSplit } from './occurrences.store.ts'

export interface OccurrencePlace extends RecordPlace {
  occurrenceId: string
}

/**
 * Makes an occurrence a record of its own, which the same people see.
 * @throws resource.not_found, right.missing, record.locked, record.duplicate_value, request.invalid for values that the
 * app no longer takes
 */
export async function splitOccurrence(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  place: OccurrencePlace,
): Promise<RecordView> {
  return scope.tx(async (tx) => {
    const { app, target } = await lockedTarget(deps, tx, actor, place)
    allowInApp(actor, 'record:create', app)
    const id = normalizeGuid(place.occurrenceId)
    const row = id === null ? null : await lockOccurrence(tx, target.id, id)
    if (row === null || row.split_id !== null) throw fail('resource.not_found')
    await freeNames(tx, row.id)
    const joined = joinedTo(tx, scope)
    const record = await created(deps, joined, actor, { app, given: row.given, acl: target.acl })
    await markSplit(tx, row.id, record.id)
    const detail = `${app.acronym}-${record.seq}`
    await markMerged({ tx, app, actor }, target, { action: 'split_off', detail, changes: [] })
    return recordView(accessTo(app, actor), record)
  })
}

/** The record that the place names, locked, once the actor may change it. */
export async function lockedTarget(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  place: RecordPlace & { others?: readonly string[] },
): Promise<{ app: AppTable; target: StoredRecord; records: readonly StoredRecord[] }> {
  const id = normalizeGuid(place.recordId)
  if (id === null) throw fail('resource.not_found')
  const ids = [id, ...(place.others ?? [])]
  const { app, records } = await withApp(deps, tx, place.appId, (candidate) =>
    loadForWrite(tx, seen(candidate, actor), { ids, unique: new Map(), operations: [] }),
  )
  const target = records.find((record) => record.id === id)
  if (target === undefined) throw fail('resource.not_found')
  allowInApp(actor, 'record:update', app, target)
  return { app, target, records }
}

interface Given {
  app: AppTable
  given: Values
  acl: StoredRecord['acl']
}

async function created(
  deps: RecordsDeps,
  joined: TenantScope,
  actor: Actor,
  { app, given, acl }: Given,
): Promise<StoredRecord> {
  const command = { kind: 'create', values: given, whole: true } as const
  const { answers } = await writeRecords(deps, joined, {
    appIdOrKey: app.id,
    requests: [{ actor, command }],
  })
  const [answer] = answers
  if (answer === undefined) throw new Error('The request wasn’t answered')
  if (answer instanceof AppError) throw answer
  if (acl === null) return answer.record
  // What few may see must not come before the eyes of more.
  const { record } = await markRecord(deps, joined, actor, {
    appId: app.id,
    recordId: answer.record.id,
    ip: null,
    decide: (_app, { lock }) => ({ action: 'restricted', acl, lock }),
  })
  return record
}
