import { IdRow } from '../../../platform/database/rows.ts'
import { type Actor, ANONYMOUS, may } from '@caseloom/contract/kernel/permissions'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { closedFields, seen, withheldFrom } from '../model/app-permissions.rules.ts'
import type { AppTable, RecordPlace } from '../model/record-shape.ts'
import { ALL_RECORDS, ANYTHING, isAnything, NO_RECORD, type Touch } from '@caseloom/contract/records/touches'
import { readableRecords } from './readable-records.ts'
import { visibleIds } from './visible-ids.read.ts'
import { isOpenTo } from '../model/withheld.rules.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** What record values that were passed on are worth today: who may read what they came from. */
export interface RecordTouches {
  /** Ids of those records that the actor may see. */
  readable(scope: TenantScope, actor: Actor, places: readonly RecordPlace[]): Promise<Set<string>>
  /** Returns, for each of these touches, whether the actor may currently read everything behind it. */
  judge(scope: TenantScope, actor: Actor, touches: readonly Touch[]): Promise<(touch: Touch) => boolean>
  /** The same of everyone who can read records, whatever groups and roles they have. */
  judgeForAll(tx: TenantTx, touches: readonly Touch[]): Promise<(touch: Touch) => boolean>
  /** The app itself as a touch: its fields alone, or all of its records. An unknown app counts as anything. */
  ofApp(scope: TenantScope, actor: Actor, app: { idOrKey: string; recordId?: string }): Promise<Touch>
}

export function recordTouches(deps: RecordsDeps): RecordTouches {
  return {
    readable: (scope, actor, places) => readableRecords(deps, scope, actor, places),
    judge: (scope, actor, touches) => scope.read((tx) => judge(deps, tx, actor, touches)),
    judgeForAll: (tx, touches) =>
      judge(deps, tx, { ...ANYONE, tenantId: tx.tenantId, accountId: tx.accountId }, touches),
    async ofApp(scope, actor, { idOrKey, recordId = NO_RECORD }) {
      const app = await scope.read((tx) => deps.apps.compiled(tx, idOrKey))
      if (app === null) return ANYTHING
      const id = recordId === NO_RECORD || recordId === ALL_RECORDS ? recordId : normalizeGuid(recordId)
      return { appId: app.id, recordId: id ?? NO_RECORD, trackingId: '', withheld: withheldFrom(app, actor) }
    },
  }
}

/** What an actor may read of one app. */
interface Look {
  closed: readonly string[]
  visible: ReadonlySet<string>
  /** No record of the app is withheld from them. */
  all: boolean
}

/** Someone with no permission but to read: on no list, and no reader of a restricted field. */
const ANYONE: Actor = { ...ANONYMOUS, permissions: new Set(['app:read', 'record:read']) }

async function judge(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  touches: readonly Touch[],
): Promise<(touch: Touch) => boolean> {
  if (!may(actor, 'record:read')) return () => false
  if (touches.length === 0) return () => true
  const byApp = new Map<string, Set<string>>()
  const add = (appId: string, recordId: string) =>
    byApp.set(appId, (byApp.get(appId) ?? new Set()).add(recordId))
  for (const touch of touches) if (!isAnything(touch)) add(touch.appId, touch.recordId)
  if (touches.some(isAnything)) for (const id of await appIds(tx)) add(id, ALL_RECORDS)
  const looks = new Map<string, Look | null>()
  for (const [appId, ids] of byApp) looks.set(appId, await lookAt(deps, tx, actor, { appId, ids: [...ids] }))
  const isWhole = [...looks.values()].every((look) => look !== null && look.all && look.closed.length === 0)
  return (touch) => {
    if (isAnything(touch)) return isWhole
    const look = looks.get(touch.appId)
    if (look === null || look === undefined || !isOpenTo(look.closed, touch)) return false
    if (touch.recordId === NO_RECORD) return true
    return touch.recordId === ALL_RECORDS ? look.all : look.visible.has(touch.recordId)
  }
}

/** Deleted apps are not listed: no one can see their data any more. */
async function appIds(tx: TenantTx): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.app where tenant_id = $1 and deleted_at is null order by id',
    [tx.tenantId],
    'touches-app-ids',
  )
  return rows.map(({ id }) => id)
}

/** Null for an app that is missing or not shared with the actor. */
async function lookAt(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  { appId, ids }: { appId: string; ids: readonly string[] },
): Promise<Look | null> {
  try {
    const { principals } = actor
    const single = ids.filter((id) => id !== NO_RECORD && id !== ALL_RECORDS)
    const found = await withApp(deps, tx, appId, (app) =>
      visibleIds(tx, seen(app, actor), single, principals),
    )
    const all = !ids.includes(ALL_RECORDS) || !(await hidesRecords(tx, found.app, principals))
    return { closed: closedFields(found.app, actor), visible: new Set(found.ids), all }
  } catch (error) {
    if (isFailure(error, 'resource.not_found')) return null
    throw error
  }
}

/** Restricted records have an index of their own, and there are few. */
async function hidesRecords(tx: TenantTx, app: AppTable, principals: readonly string[]): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from ${app.table} where deleted_at is null and acl is not null and not acl && $1::uuid[] limit 1`,
    [principals],
  )
  return rows.length > 0
}
