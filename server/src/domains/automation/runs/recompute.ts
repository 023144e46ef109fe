import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import type { Expressions } from '../expressions/expressions.ts'
import { OverLimit } from '../expressions/thread-pool.ts'
import { runInputOf, NO_PAYLOAD, storedBytes, storedJson } from '../run-model/run-input.ts'
import { eventOf } from '../run-model/run-entry.ts'
import { entriesOf, runRow } from '../run-model/run.store.ts'
import type { Versions } from '../playbooks/versions.ts'

export interface RecomputeDeps {
  values: ValueStore
  versions: Versions
  expressions: Expressions
}

export interface WantedValue {
  runId: string
  /** Path of a step; empty for the run itself. */
  path: string
  side: 'input' | 'output'
}

/**
 * A value that history does not keep, computed again from what it does keep: the same interpreter, the same events.
 * Null when the run or the value does not exist.
 */
export async function recomputeValue(
  deps: RecomputeDeps,
  scope: TenantScope,
  wanted: WantedValue,
): Promise<{ value: JsonValue } | null> {
  const loaded = await scope.read(async (tx) => {
    const row = await runRow(tx, wanted.runId)
    if (row === null) return null
    const { payload, payload_ref: ref } = row
    const body = payload ?? (ref === null ? NO_PAYLOAD : await storedBytes(deps.values, tx, ref))
    const entries = await entriesOf(tx, row.id)
    const stored = entries.flatMap((entry) => entry.events)
    const past = await Promise.all(
      stored.map((event) => eventOf(event, (big) => storedJson(deps.values, tx, big))),
    )
    return { row, body, past }
  })
  if (loaded === null) return null
  const { row, body, past } = loaded
  const { document } = await deps.versions.get(scope, row.version_id)
  const { path, side } = wanted
  const answer = await deps.expressions
    .recompute({ document, basis: runInputOf(row, body), past, path, side })
    .catch((error: unknown) => {
      if (!(error instanceof OverLimit)) throw error
      throw fail('dependency.unavailable', {
        detail: 'Recomputing this value takes too long',
        cause: error,
      })
    })
  return answer.found ? { value: JSON.parse(answer.text) } : null
}
