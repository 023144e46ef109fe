// Turning records of one app into a record of another, such as alerts into a case.
import type { Promotion } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import type { AppsDoor, CompiledApp } from '../../apps/apps.door.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { readInput } from '../writing/record-change.rules.ts'
import type { AppTable, RecordPlace, Values } from '../model/record-shape.ts'
import type { RecordTouches } from '../reading/record-touches.ts'
import type { CreateCommand, UpdateCommand } from '../writing/change-record.ts'
import { createRestricted } from './create-restricted.ts'
import { promotedValues } from './promoted-values.rules.ts'
import { restrictionsOf } from './restrictions.read.ts'

export interface PromoteDeps {
  apps: AppsDoor
  /** The domain's own door, as far as promoting needs it. */
  records: {
    createRecord(scope: TenantScope, actor: Actor, command: CreateCommand): Promise<RecordView>
    updateRecord(scope: TenantScope, actor: Actor, command: UpdateCommand): Promise<RecordView>
    getRecord(scope: TenantScope, actor: Actor, place: RecordPlace): Promise<RecordView>
    touches: Pick<RecordTouches, 'readable'>
  }
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
 * Makes a record of another app out of some of this one, or adds them to one that is there, and links them. The new
 * one is restricted like the first of them. What the actor may not write there is left out. A record that cannot be changed is named, and leaves the others alone.
 * @throws resource.not_found for records, promotions and goals that the actor does not see, record.locked, right.missing
 */
export async function promoteRecords(
  deps: PromoteDeps,
  scope: TenantScope,
  actor: Actor,
  command: PromoteCommand,
): Promise<Promoted> {
  const { promotion, link, app, other } = await read(deps, scope, actor, command)
  const ids = [...new Set(command.records)]
  const places = ids.map((recordId) => ({ appId: app.id, recordId }))
  const visible = await deps.records.touches.readable(scope, actor, places)
  if (visible.size < ids.length) throw fail('resource.not_found')
  const record = await goal(deps, scope, actor, { command, promotion, app, other, ids })
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
): Promise<{ app: CompiledApp; other: AppTable; promotion: Promotion; link: Link }> {
  return scope.read(async (tx) => {
    const app = await apps.compiled(tx, appId, true)
    if (app === null) throw fail('resource.not_found')
    allowInApp(actor, 'record:update', app)
    const promotion = app.promotions.find((one) => one.key === key)
    const field = promotion === undefined ? undefined : app.byKey.get(promotion.link)?.definition
    if (promotion === undefined || field === undefined || !('app' in field)) throw fail('resource.not_found')
    const other = await apps.compiled(tx, field.app, true)
    if (other === null) throw fail('resource.not_found')
    return { app, other, promotion, link: field }
  })
}

function refuseShut({ can, lock }: RecordView): void {
  if (can.update) return
  throw fail(lock === null ? 'right.missing' : 'record.locked')
}

interface Goal {
  command: PromoteCommand
  promotion: Promotion
  app: AppTable
  other: AppTable
  ids: readonly string[]
}

/** The record that takes the others in, with what the promotion fills: the one that was named, or a new one. */
async function goal(deps: PromoteDeps, scope: TenantScope, actor: Actor, asked: Goal): Promise<RecordView> {
  const { command, promotion, app, other } = asked
  const { records } = deps
  const known =
    command.into === undefined
      ? null
      : await records.getRecord(scope, actor, { appId: other.id, recordId: command.into })
  if (known !== null) {
    allowInApp(actor, 'record:update', other)
    refuseShut(known)
  }
  const { acl, sources } = await readSources(deps, scope, actor, { ...asked, known })
  const wanted = promotedValues({ app, promotion, records: sources, into: known?.fields ?? null })
  const mayHave = (key: string, value: Values[string]) =>
    readInput(other, actor, { [key]: value }, []).issues === undefined
  const fields = Object.fromEntries(Object.entries(wanted).filter(([key, value]) => mayHave(key, value)))
  const made = { appId: other.id, fields, operationKey: keyOf(actor, command, 'goal') }
  if (known !== null)
    return Object.keys(fields).length === 0
      ? known
      : records.updateRecord(scope, actor, { ...made, recordId: known.id })
  return acl === null
    ? records.createRecord(scope, actor, made)
    : createRestricted(deps, scope, actor, { ...made, acl })
}

/**
 * What the records hold that fill the new one, and who alone may see it: those who see the first. What few may see
 * must not come before the eyes of more, so nothing is taken of records that are restricted otherwise.
 */
async function readSources(
  { records }: PromoteDeps,
  scope: TenantScope,
  actor: Actor,
  { promotion, app, other, ids, known }: Goal & { known: RecordView | null },
): Promise<{ acl: string[] | null; sources: Values[] }> {
  const few = promotion.combine === undefined ? ids.slice(0, 1) : ids
  const [own, taker] = await scope.read(async (tx) => [
    await restrictionsOf(tx, app, few),
    known === null ? null : await restrictionsOf(tx, other, [known.id]),
  ])
  const acl = (taker === null ? own.get(ids[0] ?? '') : taker.get(known?.id ?? '')) ?? null
  const sources: Values[] = []
  for (const [at, recordId] of few.entries()) {
    const only = own.get(recordId)
    if (only !== undefined && only.join() !== acl?.join()) continue
    const source = await records.getRecord(scope, actor, { appId: app.id, recordId })
    if (at === 0 && known === null) refuseShut(source)
    sources.push(source.fields)
  }
  return { acl, sources }
}

function keyOf(actor: Actor, { operationKey }: PromoteCommand, part: string): string | undefined {
  return operationKey === undefined ? undefined : `promote/${actor.id ?? actor.kind}/${operationKey}/${part}`
}
