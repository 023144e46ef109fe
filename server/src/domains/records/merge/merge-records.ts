// Merging duplicates into one record, and taking them apart again.
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { MAX_MERGED } from '@caseloom/contract/records/merge'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef, type RecordView } from '@caseloom/contract/records/records'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { accessTo, allowInApp, seen } from '../model/app-permissions.rules.ts'
import { recordView } from '../model/record-view.ts'
import { rewriteWords } from '../indexing/comment-words.ts'
import { markDeleted } from '../writing/deletion.store.ts'
import { referenceFields } from '../reference-fields/reference-fields.rules.ts'
import { loadForWrite } from '../writing/load.store.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, FieldChange, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import { writeProjections } from '../writing/write-projections.ts'
import { withApp } from '../model/with-app.ts'
import { aliasOf } from '../model/alias.ts'
import { mergeValues, type Place } from './merge-values.ts'
import { adoptedValues } from './merge.rules.ts'
import * as store from './merge.store.ts'
import { markMerged } from './mark-merged.ts'
import { noteMovedLinks } from './note-moved-links.ts'
import { invalid } from '../model/issues.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface MergeCommand extends RecordPlace {
  /** Ids of the records that go into it. */
  records: readonly string[]
  ip?: string | null
}

/**
 * Takes records of an app into one of them, in one transaction: they are deleted and lead there from now on, by id and
 * by unique value. What the actor may not write stays as it is.
 * @throws resource.not_found, right.missing, record.locked, request.invalid for a record into itself, or for one that
 * fewer people may see than the one that takes it in
 */
export async function mergeRecords(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: MergeCommand,
): Promise<RecordView> {
  const [id = null, ...others] = [command.recordId, ...new Set(command.records)].map(normalizeGuid)
  if (id === null || others.length === 0 || others.includes(null)) throw fail('resource.not_found')
  if (others.includes(id)) throw refused('same', 'A record can’t be merged into itself')
  if (others.length > MAX_MERGED)
    throw refused('too_many', `At most ${MAX_MERGED} records can be merged at a time`)
  return scope.tx(async (tx) => {
    const ids = [id, ...others.flatMap((one) => one ?? [])]
    const { app, records } = await withApp(deps, tx, command.appId, (candidate) =>
      loadForWrite(tx, seen(candidate, actor), { ids, unique: new Map(), operations: [] }),
    )
    const [survivor, ...merged] = ids.map((one) => records.find((record) => record.id === one))
    for (const record of [survivor, ...merged]) {
      if (record === undefined) throw fail('resource.not_found')
      allowInApp(actor, 'record:update', app, record)
    }
    const going = merged.flatMap((record) => record ?? [])
    if (survivor === undefined) throw fail('resource.not_found')
    refuseOpening(survivor, going)
    const place = { tx, scope, app, actor, deps }
    const record = await take(place, survivor, going)
    await auditMerge(place, { record, going, ip: command.ip ?? null })
    return recordView(accessTo(app, actor), record)
  })
}

function refused(code: string, message: string): AppError {
  return invalid([{ path: ['body', 'records'], code, message }])
}

/** What few may see must not come before the eyes of more. */
function refuseOpening(survivor: StoredRecord, merged: readonly StoredRecord[]): void {
  const list = (record: StoredRecord) => (record.acl === null ? null : [...record.acl].sort().join())
  if (merged.some((record) => record.acl !== null && list(record) !== list(survivor)))
    throw refused(
      'restricted',
      'A restricted record can only be merged into a record visible to the same people',
    )
}

async function take(
  place: Place,
  survivor: StoredRecord,
  merged: readonly StoredRecord[],
): Promise<StoredRecord> {
  const { tx, app, actor } = place
  const moment = { updatedAt: tx.now, updatedBy: actorRef(actor) }
  const gone = merged.map((record) => ({ ...record, ...moment, version: record.version + 1 }))
  await markDeleted(tx, app, gone)
  await writeProjections(
    tx,
    app,
    gone.map((record) => ({ action: 'deleted', record, changes: [] })),
  )
  const moved = new Map<string, store.Moved>()
  for (const { id } of merged) moved.set(id, await moveSides(tx, app, id, survivor.id))
  const after = await takeValues(place, survivor, merged)
  const changes = after.changes
  for (const [at, { id, values }] of merged.entries()) {
    const names = [
      aliasOf(null, id),
      ...app.fields.flatMap(({ key, unique }) => {
        const value = values[key] ?? null
        return unique && value !== null ? [aliasOf(key, value)] : []
      }),
    ]
    const along = { ...(moved.get(id) ?? NOTHING), changes: at === 0 ? changes : [] }
    await store.keepMerge(tx, app, {
      recordId: id,
      takenBy: survivor.id,
      by: actorRef(actor),
      moved: along,
      names,
    })
  }
  const links = [...moved.values()].flatMap((one) => one.out)
  await noteMovedLinks(place, [...moved.values()], { survivor: survivor.id, action: 'linked' })
  const detail = merged.map((record) => `${app.acronym}-${record.seq}`).join(', ')
  const marked = await markMerged(place, after.record, {
    action: 'merged',
    detail,
    changes: linkChanges(app, links),
  })
  for (const thread of await store.threadsOf(tx, [...moved.values()]))
    await rewriteWords(tx, app, marked, thread)
  for (const record of gone) tx.announce(recordFact(app, 'destroyed', record))
  return marked
}

const NOTHING: store.Moved = {
  comments: [],
  files: [],
  attackEvents: [],
  assetOf: [],
  into: [],
  out: [],
  changes: [],
}

async function moveSides(tx: TenantTx, app: AppTable, from: string, to: string): Promise<store.Moved> {
  const references = referenceFields(app).map((field) => field.definition)
  const ids = (multiple: boolean) =>
    references.filter((one) => one.multiple === multiple).map((one) => String(one.id))
  return {
    comments: await store.moveComments(tx, from, to),
    files: await store.moveFiles(tx, from, to),
    attackEvents: await store.moveAttackEvents(tx, from, to),
    assetOf: await store.moveAsset(tx, from, to),
    into: await store.turnLinks(tx, app, { from, to }),
    out: await store.copyLinks(tx, app, { from, to, several: ids(true), single: ids(false) }),
    changes: [],
  }
}

async function takeValues(
  place: Place,
  survivor: StoredRecord,
  merged: readonly StoredRecord[],
): Promise<{ record: StoredRecord; changes: FieldChange[] }> {
  const wanted = adoptedValues(place.app.fields, survivor, merged)
  const { record, values } = await mergeValues(place, survivor.id, wanted)
  const changes = Object.keys(values).flatMap((field): FieldChange[] => {
    const [from, to] = [survivor.values[field] ?? null, record.values[field] ?? null]
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
  return { record, changes }
}

function linkChanges(app: AppTable, links: readonly store.MovedLink[]): FieldChange[] {
  const byField = Map.groupBy(links, (link) => link.field)
  return referenceFields(app).flatMap((field) => {
    const added = (byField.get(field.definition.id) ?? []).map((link) => link.target)
    if (added.length === 0) return []
    return [{ field: field.key, from: { add: [], remove: added }, to: { add: added, remove: [] } }]
  })
}

interface Audited {
  record: StoredRecord
  going: readonly StoredRecord[]
  ip: string | null
}

async function auditMerge({ tx, app, actor }: Place, { record, going, ip }: Audited): Promise<void> {
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: 'record.merged',
    object: { kind: 'record', id: record.id, name: `${app.acronym}-${record.seq}` },
    after: { merged: going.map(({ id }) => id) },
    ip,
  })
}
