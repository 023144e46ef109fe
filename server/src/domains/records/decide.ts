import type { JsonValue } from '@caseloom/contract/json'
import type { TenantTx } from '../../platform/database/types.ts'
import { type AppError, fail } from '../../platform/errors.ts'
import { mayPass } from '@caseloom/contract/permissions'
import { newId } from '../../platform/uuid.ts'
import { allowInApp } from './app-rights.rules.ts'
import type { Batch } from './batch.ts'
import { invalid, type ReadCommand, type WriteRequest, type WriteResult } from './commands.ts'
import { changedSince } from './load.store.ts'
import { conflictsOf, decideCreate, decideUpdate } from './record-change.rules.ts'
import type { AppTable, Change, StoredRecord, Values } from './record-shape.ts'

interface Place {
  tx: TenantTx
  app: AppTable
  batch: Batch
  request: WriteRequest
}

/**
 * Applies one command to the batch.
 * @throws right.missing, resource.not_found, resource.version_conflict, record.duplicate_value, request.invalid
 */
export async function decide(place: Place, command: ReadCommand): Promise<WriteResult> {
  switch (command.kind) {
    case 'create':
      return create(place, command.values)
    case 'update':
      return update(place, command)
    case 'upsert': {
      const found = place.batch.match(command.match)
      if (found === null) return create(place, { ...command.match, ...command.create, ...command.set })
      // Who may not see the record learns only that the value is taken.
      if (!mayPass(place.request.actor, found.acl)) throw duplicate(Object.keys(command.match)[0] ?? '')
      return change(place, found, command.set)
    }
    default:
      return command satisfies never
  }
}

function create({ tx, app, batch, request: { actor } }: Place, values: Values): WriteResult {
  allowInApp(actor, 'record:create', app)
  const decided = decideCreate(app, values, { actor, now: tx.now }, newId())
  if ('issues' in decided) throw invalid(decided.issues)
  apply(batch, decided)
  return { record: decided.record, outcome: 'created' }
}

async function update(place: Place, command: ReadCommand & { kind: 'update' }): Promise<WriteResult> {
  const { batch, request } = place
  const current = batch.get(command.id)
  if (current === null) {
    allowInApp(request.actor, 'record:update', place.app)
    throw fail('resource.not_found')
  }
  allowInApp(request.actor, 'record:update', place.app, current)
  await refuseConflict(place, current, command)
  return change(place, current, command.values)
}

function change(
  { tx, app, batch, request: { actor } }: Place,
  current: StoredRecord,
  values: Values,
): WriteResult {
  allowInApp(actor, 'record:update', app, current)
  const decided = decideUpdate(app, current, values, { actor, now: tx.now })
  if (decided === null) return { record: current, outcome: 'unchanged' }
  if ('issues' in decided) throw invalid(decided.issues)
  apply(batch, decided)
  return { record: decided.record, outcome: 'updated' }
}

function apply(batch: Batch, decided: Change): void {
  const changed = Object.fromEntries(decided.changes.map(({ field, to }) => [field, to]))
  const clash = batch.clash(decided.record.id, changed)
  if (clash !== null) throw duplicate(clash)
  batch.apply(decided)
}

function duplicate(field: string): AppError {
  const issue = {
    path: ['body', 'fields', field],
    code: 'duplicate',
    message: 'Another record has this value',
  }
  return fail('record.duplicate_value', { issues: [issue] })
}

async function refuseConflict(
  { tx }: Place,
  current: StoredRecord,
  command: ReadCommand & { kind: 'update' },
): Promise<void> {
  const { version, values, id } = command
  if (version === undefined || version === current.version) return
  if (version > current.version || version < 1)
    throw invalid([
      { path: ['body', 'version'], code: 'unknown_version', message: 'The record never had this version' },
    ])
  const conflicts = conflictsOf(current, values, await changedSince(tx, id, version))
  if (conflicts.length === 0) return
  // Conflicts are made of JSON values only.
  const extra = { version: current.version, conflicts: conflicts as unknown as JsonValue }
  throw fail('resource.version_conflict', { extra })
}
