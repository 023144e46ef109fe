import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { INLINE_BYTES, type ValueStore } from '../../../platform/files/values.ts'
import { traceCarrier } from '../../../platform/telemetry/tracing.ts'
import { newId } from '../../../platform/uuid.ts'
import type { Cause } from '../causes/loop.rules.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import type { Relay } from './relay.ts'
import { insertRun } from './start-run.store.ts'

export interface StartRunDeps {
  relay: Relay
  values: ValueStore
}

/** A run that no delivery brings about: of a component, a test, another run. */
export interface NewRun {
  playbookId: string
  /** Absent: the published version. */
  versionId?: string
  triggerKey: string
  triggerKind: string
  /** The value of `trigger`, or with `http` of `trigger.body`. */
  payload: JsonValue
  http?: { headers: { [name: string]: string }; query: JsonObject }
  inputs: JsonObject
  initiator: string | null
  /** The run that called it, and the wait that its end answers. */
  parent?: { runId: string; waitId: string | null; depth: number }
  /** What led to it, where another run did. */
  cause?: Cause
  /** Only shown to who asks for test runs. */
  test?: boolean
}

/**
 * Writes a queued run with its start in the caller's transaction; a worker begins it after the commit. Answers its id.
 * Throws resource.not_found when the playbook has no published version.
 */
export async function startRunIn(deps: StartRunDeps, tx: TenantTx, run: NewRun): Promise<string> {
  const { payload, inputs, parent, http, ...rest } = run
  const bytes = Buffer.from(JSON.stringify(payload))
  const small = bytes.length <= INLINE_BYTES
  const trace = traceCarrier()
  const id = newId()
  const relayId = newId()
  const started = await insertRun(tx, {
    ...rest,
    id,
    relayId,
    versionId: run.versionId ?? null,
    test: run.test ?? false,
    semantics: SEMANTICS,
    parent: parent ?? null,
    request: {
      ...(http ?? { headers: {}, query: {}, kind: run.triggerKind }),
      receivedAt: tx.now.getTime(),
      inputs,
    },
    payload: small ? bytes : null,
    payloadRef: small ? null : (await deps.values.put(tx, bytes, 'application/json')).sha256,
    trace: trace ?? null,
  })
  if (started === null) throw fail('resource.not_found')
  // One that is not admitted yet is started by the relay when its turn comes.
  const start = { tenantId: tx.tenantId, runId: id, recorded: 0, ...(trace === undefined ? {} : { trace }) }
  if (started.admitted) tx.afterCommit(() => void deps.relay.start(relayId, start))
  return id
}

/** Starts a run in its own transaction. Throws resource.not_found, request.too_many. */
export async function startRun(
  deps: StartRunDeps & { limits: HookLimits },
  scope: TenantScope,
  run: NewRun,
): Promise<{ runId: string }> {
  await deps.limits.allowAcceptance(scope)
  return { runId: await scope.tx((tx) => startRunIn(deps, tx, run)) }
}
