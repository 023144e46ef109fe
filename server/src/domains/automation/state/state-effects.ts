// Values that playbooks keep between runs.
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import type { EffectAction, EffectContext, EffectOutcome } from '../effects/effects.ts'
import { storedTouches } from '@caseloom/contract/records/touches'
import { originOf } from '../effects/origin-of.ts'
import { deleteValue, hasKey, keepOperation, knownOperation, readValue, setValue } from './state.store.ts'

const Key = z.string().min(1).max(200)
const Value = z.custom<JsonValue>((value) => value !== undefined)

/** Characters of JSON. */
const BIGGEST_VALUE = 256 * 1024

/** `state.get`, `state.set`, `state.delete`: values that a playbook keeps from run to run. */
export function stateEffects(): ReadonlyMap<string, EffectAction> {
  return new Map([
    ['state.get', effectOf(z.object({ key: Key }), ({ key }, context) => get(context, key))],
    [
      'state.set',
      effectOf(z.object({ key: Key, value: Value }), ({ key, value }, context) => set(context, key, value)),
    ],
    ['state.delete', effectOf(z.object({ key: Key }), ({ key }, context) => remove(context, key))],
  ])
}

async function get({ scope, actor }: EffectContext, key: string): Promise<EffectOutcome> {
  const { playbookId } = actor
  if (playbookId === undefined) return outsideRun()
  const stored = await scope.read((tx) => readValue(tx, playbookId, key))
  if (stored === null) return { ok: true, output: { value: null } }
  const touched = storedTouches(stored.touches)
  return {
    ok: true,
    output: { value: stored.value },
    touched: touched.map((one) => ({ ...one, aside: true })),
  }
}

function set(context: EffectContext, key: string, value: JsonValue): Promise<EffectOutcome> {
  const text = JSON.stringify(value)
  if (text.length > BIGGEST_VALUE)
    return Promise.resolve(failedStep('state.too_big', 'A state value must not exceed 256 kB'))
  return once(context, async (tx, playbookId) => {
    const touches = await originOf(tx, context)
    if (!(await setValue(tx, { playbookId, key, text, touches })))
      return failedStep('state.full', 'The state of a playbook can have at most 1,000 keys')
    return { ok: true, output: { value } }
  })
}

function remove(context: EffectContext, key: string): Promise<EffectOutcome> {
  return once(context, async (tx, playbookId) => {
    const deleted = await hasKey(tx, playbookId, key)
    if (deleted) await deleteValue(tx, playbookId, key)
    return { ok: true, output: { deleted } }
  })
}

/** A step that is repeated after a crash answers what it did the first time and changes nothing. */
function once(
  { scope, actor, idempotencyKey }: EffectContext,
  change: (tx: TenantTx, playbookId: string) => Promise<EffectOutcome>,
): Promise<EffectOutcome> {
  const { playbookId, runId } = actor
  if (playbookId === undefined || runId === undefined) return Promise.resolve(outsideRun())
  return scope.tx(async (tx) => {
    const before = await knownOperation(tx, playbookId, idempotencyKey)
    if (before !== null) return { ok: true, output: before.result }
    const outcome = await change(tx, playbookId)
    if (outcome.ok) await keepOperation(tx, { runId, key: idempotencyKey, result: outcome.output })
    return outcome
  })
}

function outsideRun(): EffectOutcome {
  return failedStep('state.no_playbook', 'Only steps of a run have a state')
}
