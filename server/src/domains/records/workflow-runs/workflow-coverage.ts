import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import {
  type workflowCoverage as coverageRoute,
  WORKFLOW_RUN_DAYS,
} from '@caseloom/contract/apps/workflow-runs'
import { RecordId } from '@caseloom/contract/kernel/ids'
import { rulesOf } from '@caseloom/workflow/linked-uses'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { AppTable } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { withApp } from '../model/with-app.ts'
import { readerView } from '../workflow/reader-view.ts'
import { unpackRun } from '../workflow/run-code.rules.ts'
import { workflowOf } from '../workflow/workflow-of.ts'
import { coverageOf, type RunGroup } from './coverage.read.ts'
import { daysBefore } from './run-retention.rules.ts'

const EXAMPLES = 5

type Coverage = RouteReply<typeof coverageRoute>

/**
 * How often each rule held on saved records that the asker may see, by the stored runs. Rules that the asker may not see
 * are left out.
 * @throws right.missing for someone who doesn’t build the app
 */
export async function workflowCoverage(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId }: { appId: string },
): Promise<Coverage> {
  allow(actor, 'app:build')
  const { can } = await deps.apps.getApp(scope, actor, appId)
  if (!can.build) throw fail('right.missing', { detail: 'You don’t have permission to manage this app' })
  return scope.read(async (tx) => {
    const since = daysBefore(tx.now, WORKFLOW_RUN_DAYS)
    const { app, groups } = await withApp(deps, tx, appId, (table) => coverageOf(tx, table, { actor, since }))
    const span = { since: since.toISOString(), days: WORKFLOW_RUN_DAYS }
    const ready = await workflowOf(deps, tx, app)
    if (ready === null) return { ...span, runs: 0, rules: {}, never: [], records: {} }
    const { hidden } = await readerView(tx, app, ready, { actor, recordId: null })
    const orders = new Map<number, string[]>()
    for (const revision of new Set(groups.map((group) => group.revision)))
      orders.set(revision, await rulesAt(deps, tx, app, revision))
    const shown = rulesOf(ready.workflow).flatMap(({ id }) => (hidden.has(id) ? [] : [id]))
    return { ...span, ...counted(shown, groups, orders) }
  })
}

/** The rules of a revision in the order in which runs keep their outcomes. */
async function rulesAt(
  deps: RecordsDeps,
  tx: Parameters<typeof workflowOf>[1],
  app: AppTable,
  revision: number,
): Promise<string[]> {
  const then = revision === app.revision ? app : await deps.apps.compiled(tx, app.id, false, revision)
  const ready = then === null ? null : await workflowOf(deps, tx, then)
  return ready?.compiled.rules.map(({ placed }) => placed.rule.id) ?? []
}

function counted(
  shown: readonly string[],
  groups: readonly RunGroup[],
  orders: ReadonlyMap<number, readonly string[]>,
): Omit<Coverage, 'since' | 'days'> {
  const counts = new Map(shown.map((rule) => [rule, 0]))
  const records = new Map<string, Coverage['records'][string]>()
  let runs = 0
  for (const { revision, run, count, examples } of groups) {
    runs += count
    const order = orders.get(revision) ?? []
    for (const [at, outcome] of unpackRun(Buffer.from(run, 'hex')).outcomes.entries()) {
      const rule = order[at]
      const known = rule === undefined ? undefined : counts.get(rule)
      if (outcome !== 'true' || rule === undefined || known === undefined) continue
      counts.set(rule, known + count)
      const list = records.get(rule) ?? []
      const more = examples.map(({ id, trackingId }) => ({ recordId: RecordId.parse(id), trackingId }))
      const fresh = more.filter(({ recordId }) => !list.some((one) => one.recordId === recordId))
      records.set(rule, [...list, ...fresh].slice(0, EXAMPLES))
    }
  }
  return {
    runs,
    rules: Object.fromEntries(counts),
    never: shown.filter((rule) => counts.get(rule) === 0),
    records: Object.fromEntries(records),
  }
}
