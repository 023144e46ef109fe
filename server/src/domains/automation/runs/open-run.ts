import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { createBatcher } from '../../../platform/batching/micro-batcher.ts'
import {
  type DurableProgram,
  type Invocation,
  type RunStart,
  TryLater,
} from '../../../platform/durable/types.ts'
import { fail, isFailure } from '../../../platform/errors.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { EndState } from './history.store.ts'
import { type ActorOf, actorOfRun } from '../run-model/run-actor.ts'
import { runInputOf, NO_PAYLOAD, storedBytes } from '../run-model/run-input.ts'
import { endedInQueue, isToStop } from './run-control.store.ts'
import { entriesOf, type RunRow, runsToWork } from '../run-model/run.store.ts'
import { type RunProgramDeps, runProgram } from './run-program.ts'
import { testOf } from './run-test.store.ts'
import { stepStubs } from './step-stubs.ts'
import type { Versions } from '../playbooks/versions.ts'

export interface OpenRunDeps extends RunProgramDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  expressions: Expressions
  versions: Versions
  actorOf: ActorOf
  /** How long a run waits before it asks again whether its suspended tenant is active. */
  suspendedRetryMs?: number
}

/** With the attempts that the host grants, a run waits about four hours for its tenant before it is given up. */
const SUSPENDED_RETRY_MS = 15_000

/** Loads runs for the durable host, several in one query when several begin together. */
export function createRunOpener(
  deps: OpenRunDeps,
): (start: RunStart, invocation: Invocation) => Promise<DurableProgram | null> {
  const rows = createBatcher<string, RunRow | null>({
    limit: 200,
    lanes: 2,
    work: async (ids) => {
      const found = await deps.system.read((tx) => runsToWork(tx, ids))
      const byId = new Map(found.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    },
  })
  const { suspendedRetryMs = SUSPENDED_RETRY_MS } = deps
  return async (start, { key }) => {
    try {
      const row = await rows.add(start.runId)
      const scope = await deps.tenant(start.tenantId)
      // The run was deleted since, or a database that was promoted never saw the run.
      if (row === null || row.tenant_id !== start.tenantId) return null
      // Left behind when the run was started again, or never started by the product.
      if (row.start_id !== null && row.start_id !== key) return null
      // Not given up: the engine's journal may hold results that history doesn't have yet.
      if (scope === null) throw new TryLater(new Error('The tenant is suspended'), suspendedRetryMs)
      // It was canceled in the queue while its start was in transit.
      if (row.state === 'cancelled' && (await scope.read((tx) => endedInQueue(tx, row.id))))
        return nothingLeft('cancelled')
      return await load(deps, start, scope, row)
    } catch (error) {
      throw isFailure(error, 'dependency.unavailable') ? new TryLater(error) : error
    }
  }
}

async function load(
  deps: OpenRunDeps,
  start: RunStart,
  scope: TenantScope,
  row: RunRow,
): Promise<DurableProgram> {
  const version = await deps.versions.get(scope, row.version_id)
  const { payload_ref: ref } = row
  const payload =
    row.payload ?? (ref === null ? NO_PAYLOAD : await scope.read((tx) => storedBytes(deps.values, tx, ref)))
  const recorded = start.recorded === 0 ? [] : await scope.read((tx) => entriesOf(tx, row.id, start.recorded))
  const test = row.test ? await scope.read((tx) => testOf(tx, row.id)) : null
  const hosted = deps.expressions.open(version.document, runInputOf(row, payload))
  return runProgram(deps, {
    scope,
    runId: row.id,
    hosted,
    recorded,
    hasAsked: row.has_asked,
    isCancelled: async () =>
      (await deps.tenant(start.tenantId)) === null || scope.read((tx) => isToStop(tx, row.id)),
    ...(test === null ? {} : { standIns: stepStubs(deps, scope, test) }),
    async actor() {
      const actor = await actorOfRun(deps.actorOf, scope, row, version)
      if (actor === null)
        throw fail('right.missing', { detail: 'The person who started this run no longer has access' })
      return actor
    },
  })
}

function nothingLeft(state: EndState): DurableProgram {
  return {
    advance: async () => ({ commands: [], end: { state, error: null, output: null, outputSize: 0 } }),
    isCancelled: async () => false,
    condemn: async (verdict): Promise<JsonValue> => verdict,
    release: () => undefined,
  }
}
