import type { Promotion } from '@caseloom/contract/apps'
import type { JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import type { RecordView } from '@caseloom/contract/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import type { AppsDoor, CompiledApp } from '../../apps/apps.door.ts'
import { allowInApp } from '../app-rights.rules.ts'
import type { RecordsDoor } from '../records.door.ts'

export interface PromoteDeps {
  apps: AppsDoor
  records: RecordsDoor
}

export interface PromoteCommand {
  appId: string
  promotion: string
  records: readonly string[]
  into?: string | undefined
  operationKey?: string | undefined
}

export interface Promoted {
  record: RecordView
  promoted: number
  failed: { id: RecordView['id']; code: string }[]
}

/**
 * Makes a record of another app out of some of this one, or adds them to one that is there, and links them. A record
 * that cannot be changed is named, and leaves the others alone.
 * @throws resource.not_found for records, promotions and goals that the actor does not see, record.locked, right.missing
 */
export async function promoteRecords(
  deps: PromoteDeps,
  scope: TenantScope,
  actor: Actor,
  command: PromoteCommand,
): Promise<Promoted> {
  const { promotion, link, app } = await read(deps, scope, actor, command)
  const ids = [...new Set(command.records)]
  const [first] = ids
  const places = ids.map((recordId) => ({ appId: app.id, recordId }))
  const visible = await deps.records.readableRecords(scope, actor, places)
  if (first === undefined || visible.size < ids.length) throw fail('resource.not_found')
  const source = await deps.records.getRecord(scope, actor, { appId: app.id, recordId: first })
  refuseShut(source)
  const record = await goal(deps, scope, actor, { command, promotion, link, source })
  const failed: Promoted['failed'] = []
  for (const id of ids) {
    const key = keyOf(actor, command, id)
    const fields = { ...promotion.set, [promotion.link]: link.multiple ? { add: [record.id] } : record.id }
    await deps.records
      .updateRecord(scope, actor, { appId: app.id, recordId: id, fields, operationKey: key })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        // The id was read as one of a record above.
        failed.push({ id: id as RecordView['id'], code: error.code })
      })
  }
  return { record, promoted: ids.length - failed.length, failed }
}

interface Link {
  app: string
  multiple: boolean
}

async function read(
  { apps }: PromoteDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, promotion: key }: PromoteCommand,
): Promise<{ app: CompiledApp; promotion: Promotion; link: Link }> {
  const app = await scope.read((tx) => apps.compiled(tx, appId, true))
  if (app === null) throw fail('resource.not_found')
  allowInApp(actor, 'record:update', app)
  const promotion = app.promotions.find((one) => one.key === key)
  const field = promotion === undefined ? undefined : app.byKey.get(promotion.link)?.definition
  if (promotion === undefined || field?.type !== 'reference') throw fail('resource.not_found')
  return { app, promotion, link: field }
}

function refuseShut({ can, lock }: RecordView): void {
  if (can.update) return
  throw fail(lock === null ? 'right.missing' : 'record.locked')
}

interface Goal {
  command: PromoteCommand
  promotion: Promotion
  link: Link
  source: RecordView
}

/** The record that takes the others in: the one that was named, or a new one with what the promotion copies. */
async function goal(
  { records }: PromoteDeps,
  scope: TenantScope,
  actor: Actor,
  { command, promotion, link, source }: Goal,
): Promise<RecordView> {
  if (command.into !== undefined) {
    const record = await records.getRecord(scope, actor, { appId: link.app, recordId: command.into })
    refuseShut(record)
    return record
  }
  const fields: Record<string, JsonValue> = {}
  for (const [target, from] of Object.entries(promotion.copy)) {
    const value = source.fields[from]
    if (value !== undefined && value !== null) fields[target] = value
  }
  const operationKey = keyOf(actor, command, 'goal')
  return records.createRecord(scope, actor, { appId: link.app, fields, operationKey })
}

function keyOf(actor: Actor, { operationKey }: PromoteCommand, part: string): string | undefined {
  return operationKey === undefined ? undefined : `promote/${actor.id ?? actor.kind}/${operationKey}/${part}`
}
