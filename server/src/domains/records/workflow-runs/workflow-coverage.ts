import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import {
  type listTakingRecords as takingRoute,
  type workflowCoverage as coverageRoute,
  WORKFLOW_RUN_DAYS,
} from '@caseloom/contract/apps/workflow-runs'
import { rulesOf } from '@caseloom/workflow/linked-uses'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { namedRecord } from '../case/named-record.ts'
import { mayInApp } from '../model/app-permissions.rules.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { withApp } from '../model/with-app.ts'
import { recordsById } from '../reading/records-by-ids.read.ts'
import { readerView } from '../workflow/reader-view.ts'
import { unpackRun } from '../workflow/run-code.rules.ts'
import { workflowOf } from '../workflow/workflow-of.ts'
import { coverageOf, type RecordGroup, recordsTaking, type RunKind } from './coverage.read.ts'
import { countRecords } from './coverage.rules.ts'
import { daysBefore } from './run-retention.rules.ts'

type Coverage = RouteReply<typeof coverageRoute>

/**
 * How many records that the asker may see took each rule, by the stored runs. Rules that the asker may not see are left out.
 * @throws right.missing for someone who doesn’t build the app
 */
export async function workflowCoverage(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId }: { appId: string },
): Promise<Coverage> {
  await allowCoverage(deps, scope, actor, appId)
  return scope.read(async (tx) => {
    const { since, shown, fired, groups } = await coverageFor(deps, tx, { actor, appId })
    return {
      since: since.toISOString(),
      days: WORKFLOW_RUN_DAYS,
      ...countRecords(shown, { fired, groups }),
    }
  })
}

/**
 * The records that took a rule, by the newest save that did.
 * @throws right.missing for someone who doesn’t build the app, resource.not_found for a rule that they may not see
 */
export async function listTakingRecords(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: { appId: string; rule: string; limit: number; cursor?: string | undefined },
): Promise<RouteReply<typeof takingRoute>> {
  const { appId, rule, limit, cursor } = command
  const [at, id] = readCursor(cursor, [CURSOR_PARTS.instant, CURSOR_PARTS.id]) ?? []
  await allowCoverage(deps, scope, actor, appId)
  return scope.read(async (tx) => {
    const { app, since, shown, kinds, fired } = await coverageFor(deps, tx, { actor, appId })
    if (!shown.includes(rule)) throw fail('resource.not_found')
    const before = at === undefined || id === undefined ? null : { at, id }
    const taking = kinds.filter((_, place) => fired[place]?.has(rule) === true)
    const found = await recordsTaking(tx, app, { actor, since, kinds: taking, before, limit: limit + 1 })
    const page = found.slice(0, limit)
    const ids = page.map((one) => one.id)
    const records = await recordsById(tx, app, { ids, columns: new Set([app.titleField]) })
    const last = page.at(-1)
    return {
      items: page.flatMap((one) => {
        const record = records.get(one.id)
        return record === undefined ? [] : [{ record: namedRecord(actor, app, record), at: one.at }]
      }),
      next: found.length > limit && last !== undefined ? cursorOf([last.at, last.id]) : null,
    }
  })
}

async function allowCoverage(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  appId: string,
): Promise<void> {
  allow(actor, 'app:build')
  const { can } = await deps.apps.getApp(scope, actor, appId)
  if (!can.build) throw fail('right.missing', { detail: 'You don’t have permission to manage this app' })
}

interface Covered {
  app: AppTable
  since: Date
  /** IDs of the rules that the asker may see. */
  shown: readonly string[]
  kinds: readonly RunKind[]
  /** Rules that applied in the runs of each kind. */
  fired: readonly ReadonlySet<string>[]
  groups: readonly RecordGroup[]
}

/** Someone who can’t read records of the app gets no runs. */
async function coverageFor(
  deps: RecordsDeps,
  tx: TenantTx,
  { actor, appId }: { actor: Actor; appId: string },
): Promise<Covered> {
  const since = daysBefore(tx.now, WORKFLOW_RUN_DAYS)
  const { app, ...runs } = await withApp(deps, tx, appId, (table) => coverageOf(tx, table, { actor, since }))
  const { kinds, groups } = mayInApp(actor, 'record:read', app) ? runs : { kinds: [], groups: [] }
  const ready = await workflowOf(deps, tx, app)
  if (ready === null) return { app, since, shown: [], kinds: [], fired: [], groups: [] }
  const { hidden } = await readerView(tx, app, ready, { actor, recordId: null })
  const read = kinds.map(readKind)
  const orders = new Map<number, string[]>()
  for (const revision of new Set(read.map((kind) => kind.revision)))
    orders.set(revision, await rulesAt(deps, tx, app, revision))
  return {
    app,
    since,
    shown: rulesOf(ready.workflow).flatMap(({ id }) => (hidden.has(id) ? [] : [id])),
    kinds,
    fired: read.map(({ revision, run }) => firedIn(run, orders.get(revision) ?? [])),
    groups,
  }
}

/** A kind begins with its revision, in four bytes. */
function readKind(kind: RunKind): { revision: number; run: Buffer } {
  const bytes = Buffer.from(kind, 'hex')
  return { revision: bytes.readInt32BE(0), run: bytes.subarray(4) }
}

function firedIn(run: Buffer, order: readonly string[]): ReadonlySet<string> {
  const { outcomes } = unpackRun(run)
  return new Set(order.filter((_, at) => outcomes[at] === 'true'))
}

/** The rules of a revision in the order in which runs keep their outcomes. */
async function rulesAt(deps: RecordsDeps, tx: TenantTx, app: AppTable, revision: number): Promise<string[]> {
  const then = revision === app.revision ? app : await deps.apps.compiled(tx, app.id, false, revision)
  const ready = then === null ? null : await workflowOf(deps, tx, then)
  return ready?.compiled.rules.map(({ placed }) => placed.rule.id) ?? []
}
