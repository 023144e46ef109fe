import { PlaybookId, TriggerId } from '@caseloom/contract/kernel/ids'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { ButtonView, Started } from '@caseloom/contract/automation/triggers'
import { z } from 'zod'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { sharedTriggers } from '../sharing/sharing.store.ts'
import { sharedTrigger } from '../intake/shared-trigger.store.ts'
import { type TriggerRow, triggersOfKind } from '../intake/trigger.store.ts'
import { touchedRecords } from '../effects/effect-of.ts'
import { openStatement, requireConfirmation, wholeStatement } from '../statements/confirm-statement.ts'
import type { StatementDeps } from '../statements/statement.read.ts'
import { checkInputs } from './check-inputs.ts'
import { type PersonDeps, startByPerson } from './start-by-person.ts'

export interface ButtonDeps extends PersonDeps, StatementDeps {
  apps: Pick<AppsDoor, 'getApp'>
  records: Pick<RecordsDoor, 'getRecord'>
  offeredButtons: OfferedButtons
}

/** Finds the buttons that the form logic of an app offers the actor for a record; throws resource.not_found. */
export type OfferedButtons = (
  scope: TenantScope,
  actor: Actor,
  place: { appId: string; recordId: string },
) => Promise<(buttonId: string) => boolean>

export const ButtonOptions = z.object({
  label: z.string(),
  confirm: z.string().optional(),
  askInputs: z.boolean(),
})

/** Buttons on the records of an app that the actor may see; throws resource.not_found. */
export async function listButtons(
  deps: ButtonDeps,
  scope: TenantScope,
  actor: Actor,
  appId: string,
): Promise<ButtonView[]> {
  allow(actor, 'playbook:run')
  const app = await deps.apps.getApp(scope, actor, appId)
  if (app.archived === true) return []
  const rows = await scope.read(async (tx) =>
    sharedTriggers(tx, actor, await triggersOfKind(tx, 'button', app.id)),
  )
  const views = await Promise.all(rows.map((row) => viewOf(deps, scope, actor, row)))
  return views.toSorted((a, b) => a.label.localeCompare(b.label))
}

async function viewOf(
  deps: ButtonDeps,
  scope: TenantScope,
  actor: Actor,
  row: TriggerRow,
): Promise<ButtonView> {
  const { document } = await deps.versions.get(scope, row.version_id)
  const { label, confirm, askInputs } = ButtonOptions.parse(row.options)
  return {
    id: TriggerId.parse(row.id),
    label,
    playbook: { id: PlaybookId.parse(row.playbook_id), title: textOf(document['title']) },
    confirm: confirm ?? null,
    statement: await openStatement(deps, scope, actor, row.playbook_id),
    does: await wholeStatement(deps, scope, actor, row.playbook_id),
    inputs: askInputs ? schemaOf(document) : null,
  }
}

/** Buttons that the actor finds on the page of a record, as its form logic leaves them. @throws resource.not_found */
export async function listRecordButtons(
  deps: ButtonDeps,
  scope: TenantScope,
  actor: Actor,
  place: { appId: string; recordId: string },
): Promise<ButtonView[]> {
  const views = await listButtons(deps, scope, actor, place.appId)
  const isOffered = await deps.offeredButtons(scope, actor, place)
  return views.filter(({ id }) => isOffered(id))
}

/** The schema of a playbook's inputs; one without inputs asks for nothing. */
export function schemaOf(document: JsonObject): JsonObject {
  const { inputs } = document
  return typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs)
    ? inputs
    : { type: 'object', properties: {} }
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '')

export interface PressCommand {
  triggerId: string
  recordId: string
  inputs: JsonObject
  /** The statement that they confirm with this press. */
  statement?: string | undefined
  /** Names the press of a job: the same one again starts nothing. */
  once?: string
  ip?: string
}

/**
 * Starts the playbook of a button for one record, as the person who presses it. Throws resource.not_found for a button
 * or a record that they may not see, app.archived, button.not_offered where the form logic of the app doesn’t offer it,
 * inputs.invalid, statement.confirm_first, request.too_many.
 */
export async function pressButton(
  deps: ButtonDeps,
  scope: TenantScope,
  actor: Actor,
  command: PressCommand,
): Promise<Started> {
  allow(actor, 'playbook:run')
  const { triggerId, recordId, inputs, statement, once = null, ip } = command
  const find = () => buttonOf(scope, actor, triggerId)
  const row = await find()
  const { app_id: appId } = row
  if (appId === null) throw fail('resource.not_found')
  const record = await deps.records.getRecord(scope, actor, { appId, recordId })
  await requireOpenApp(deps, scope, actor, appId)
  await requireOffer(deps, scope, actor, { appId, recordId: record.id, triggerId: row.id })
  const { document } = await deps.versions.get(scope, row.version_id)
  const { label, askInputs } = ButtonOptions.parse(row.options)
  if (askInputs) checkInputs(document, inputs)
  // Asked again when the playbook is published meanwhile: what was found before is stale then.
  const confirmed = async () => {
    const found = await find()
    await requireConfirmation(deps, scope, actor, {
      playbookId: found.playbook_id,
      statement,
      isForOnce: once !== null,
      ip,
    })
    return found
  }
  const started = await startByPerson(deps, scope, confirmed, {
    payload: { record: plain(record), by: { id: actor.id, name: actor.name } },
    ...(askInputs ? { inputs } : {}),
    initiator: actor.id,
    once,
    summary: `${record.trackingId} · ${actor.name}`,
    about: touchedRecords([record]),
  })
  await scope.tx((tx) =>
    audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'button.pressed',
      object: { kind: 'trigger', id: row.id, name: label },
      after: { record: record.trackingId, outcome: started.outcome },
      ip: ip ?? null,
    }),
  )
  return started
}

/** @throws resource.not_found for an app that the actor may not see, app.archived */
export async function requireOpenApp(
  deps: Pick<ButtonDeps, 'apps'>,
  scope: TenantScope,
  actor: Actor,
  appId: string,
): Promise<void> {
  const { archived } = await deps.apps.getApp(scope, actor, appId)
  if (archived === true) throw fail('app.archived')
}

async function requireOffer(
  deps: ButtonDeps,
  scope: TenantScope,
  actor: Actor,
  { triggerId, ...place }: { appId: string; recordId: string; triggerId: string },
): Promise<void> {
  const isOffered = await deps.offeredButtons(scope, actor, place)
  if (!isOffered(triggerId)) throw fail('button.not_offered')
}

/** The row of a button that is on and shared with the actor; throws resource.not_found. */
export async function buttonOf(scope: TenantScope, actor: Actor, triggerId: string): Promise<TriggerRow> {
  const row = await scope.read((tx) => sharedTrigger(tx, actor, triggerId))
  if (row?.enabled !== true || row.kind !== 'button') throw fail('resource.not_found')
  return row
}

/** What expressions see of a record; what one may do with it is not theirs. */
function plain({ can: _can, ...record }: RecordView): JsonObject {
  // A record view is JSON: texts, numbers and values that came as JSON.
  return record as unknown as JsonObject
}
