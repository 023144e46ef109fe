// What workflows decided, for those who ask why: the runs of a record, the form it opens with, which rules are ever taken.
import { AppId } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { WorkflowRunSummary } from '@caseloom/contract/apps/workflow-runs'
import { cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import type { RecordPlace } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { unpackRun } from '../workflow/run-code.rules.ts'
import { runsBefore, type StoredRun } from '../workflow/workflow-runs.store.ts'
import { runIdOf } from './run-id.rules.ts'
import { changesOf, seenRevisions } from './seen-run.ts'

/** The workflow runs of a record, newest first. */
export async function listWorkflowRuns(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { limit, cursor, ...place }: RecordPlace & { limit: number; cursor?: string | undefined },
): Promise<{ items: WorkflowRunSummary[]; next: string | null }> {
  allow(actor, 'record:read')
  const [before] = readCursor(cursor, [/^[1-9]\d{0,8}$/]) ?? []
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const runs = await runsBefore(tx, record.id, before === undefined ? null : Number(before), limit + 1)
    const changed = await changesOf(seenRevisions(deps, tx, { app, actor, recordId: record.id }), runs)
    const items = runs
      .slice(0, limit)
      .map((run, at) => ({ ...runSummary(app.id, record.id, run), changed: changed[at] ?? false }))
    const last = items.at(-1)
    const more = runs.length > limit && last !== undefined
    return { items, next: more ? cursorOf([String(last.sequence)]) : null }
  })
}

/** A run without what it decided. */
export function runSummary(
  appId: string,
  recordId: string,
  run: StoredRun,
): Omit<WorkflowRunSummary, 'changed'> {
  return {
    runId: runIdOf(recordId, run.sequence),
    sequence: run.sequence,
    at: run.at.toISOString(),
    actor: run.actor,
    cause: unpackRun(run.run).cause,
    workflowId: AppId.parse(appId),
    workflowVersion: run.revision,
    expiredAt: run.expiredAt?.toISOString() ?? null,
  }
}
