import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { namesReferences, type WriteCommand, type WriteResult } from './commands.ts'
import { withFaults } from '../computed/compute-formulas.ts'
import { withLinksAndColumns, withoutLinks } from '../reference-fields/linked-views.ts'
import { referenceFields } from '../reference-fields/reference-fields.rules.ts'
import type { Values } from '../model/record-shape.ts'
import { accessTo } from '../model/app-permissions.rules.ts'
import { recordView } from '../model/record-view.ts'
import type { WriteQueue } from './write-queue.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface ChangeDeps extends RecordsDeps {
  queue: WriteQueue
}

interface Repeatable {
  appId: string
  /** For playbooks: the same key again answers what was done the first time, and does nothing. */
  operationKey?: string | undefined
}
export interface CreateCommand extends Repeatable {
  fields: Values
  /** Key of a template of the app. */
  template?: string | undefined
}
export interface UpdateCommand extends Repeatable {
  recordId: string
  /** The version that was edited; without one the last write wins, field by field. */
  version?: number | undefined
  fields: Values
}
export interface UpsertCommand extends Repeatable {
  match: Values
  set: Values
  /** Set only when the record is new, under what `set` says. */
  create?: Values | undefined
}
/** `folded` when a correlation rule of the app folded it into this record. */
export type CreatedView = RecordView & { folded?: true }
export type UpsertView = RecordView & { outcome: WriteResult['outcome'] }

export async function createRecord(
  deps: ChangeDeps,
  scope: TenantScope,
  actor: Actor,
  command: CreateCommand,
): Promise<CreatedView> {
  const { fields: values, template } = command
  const request = { actor, command: { kind: 'create', values, template, folds: true } as const }
  const { view, outcome } = await changeOne(deps, scope, command, request)
  return outcome === 'folded' ? { ...view, folded: true } : view
}

export async function updateRecord(
  deps: ChangeDeps,
  scope: TenantScope,
  actor: Actor,
  command: UpdateCommand,
): Promise<RecordView> {
  const { recordId, version, fields } = command
  const request = { actor, command: { kind: 'update', id: recordId, values: fields, version } as const }
  return (await changeOne(deps, scope, command, request)).view
}

export async function upsertRecord(
  deps: ChangeDeps,
  scope: TenantScope,
  actor: Actor,
  command: UpsertCommand,
): Promise<UpsertView> {
  const { match, set, create } = command
  const { view, outcome } = await changeOne(deps, scope, command, {
    actor,
    command: { kind: 'upsert', match, set, create, folds: true },
  })
  return { ...view, outcome }
}

interface One {
  view: RecordView
  outcome: WriteResult['outcome']
}

async function changeOne(
  deps: ChangeDeps,
  scope: TenantScope,
  { appId, operationKey }: Repeatable,
  request: { actor: Actor; command: WriteCommand },
): Promise<One> {
  const { app, answer } = await deps.queue.submit(scope, appId, { ...request, operationKey })
  if (answer instanceof AppError) throw answer
  const { record, outcome } = answer
  const access = accessTo(app, request.actor)
  const view = await withFaults(app, record, recordView(access, record))
  // A record in its first version holds the links that its command gave, and no others.
  if (outcome === 'created' && record.version === 1 && !namesReferences(app, request.command))
    return { view: withoutLinks(access, view), outcome }
  if (referenceFields(app).length === 0) return { view, outcome }
  return { view: await scope.read((tx) => withLinksAndColumns(deps, tx, access, view)), outcome }
}
