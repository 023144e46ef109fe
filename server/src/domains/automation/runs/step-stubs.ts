import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import type { EffectOutcome } from '../effects/effects.ts'
import { reachesNothing } from '../expressions/reaches-nothing.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import { storedJson } from '../run-model/run-input.ts'
import { eventOf, type StoredEvent } from '../run-model/run-entry.ts'
import { entriesOf } from '../run-model/run.store.ts'
import type { RunTest, Stubs } from './run-test.store.ts'

/** Stubs for the effects of a test run; null where a step runs for real. */
export type StepStubs = (path: string, action: string) => Promise<EffectOutcome | null>

// Scripts and file steps run unless they are mocked: a test sees what the draft does, not what an older one gave.

export function stepStubs(deps: { values: ValueStore }, scope: TenantScope, test: RunTest): StepStubs {
  let recorded: ReadonlyMap<string, StoredEvent> | undefined
  const from = test.recordedFrom
  return async (path, action) => {
    const stub = stubFor(test.stubs, path)
    if (stub?.use === 'real') return null
    if (stub?.use === 'output') return { ok: true, output: stub.output }
    if (stub?.use === 'error') return { ok: false, error: { ...stub.error, retryable: false } }
    if (reachesNothing(action)) return null
    // Only what was read stays: the next attempt asks again after a fault. Reading it twice is harmless.
    recorded ??= from === null ? new Map() : await resultsOf(scope, from)
    const event = recorded.get(path)
    return event === undefined ? { ok: true, output: {} } : outcomeOf(deps, scope, event)
  }
}

/** A stub for one turn of a loop counts before one for the step in all its turns. */
function stubFor(stubs: Stubs, path: string): Stubs[string] | undefined {
  return stubs[path] ?? stubs[path.replace(/#\d+/g, '')] ?? stubs[path.split('/').at(-1) ?? path]
}

/** The last results of a run's steps, by path. */
async function resultsOf(scope: TenantScope, runId: string): Promise<ReadonlyMap<string, StoredEvent>> {
  const entries = await scope.read((tx) => entriesOf(tx, runId))
  return new Map(
    entries
      .flatMap((entry) => entry.events)
      .flatMap((event) =>
        event.kind === 'effect' || event.kind === 'answer'
          ? [[event.id.replace(/~\d+$/, ''), event] as const]
          : [],
      ),
  )
}

async function outcomeOf(
  deps: { values: ValueStore },
  scope: TenantScope,
  event: StoredEvent,
): Promise<EffectOutcome> {
  const load = (ref: string): Promise<JsonValue> => scope.read((tx) => storedJson(deps.values, tx, ref))
  const read = await eventOf(event, load)
  if (read.kind !== 'effect' && read.kind !== 'answer') return { ok: true, output: {} }
  const { result } = read
  const { touched } = event.kind === 'effect' || event.kind === 'answer' ? event.outcome : {}
  const along = touched === undefined ? {} : { touched: touched as TouchedRecord[] }
  return result.ok
    ? { ok: true, output: result.output, ...along }
    : { ok: false, error: result.error, ...along }
}
