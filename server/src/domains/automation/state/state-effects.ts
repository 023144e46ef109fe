// Values that playbooks keep between runs.
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { effectOf, failedStep } from '../effects/effect-of.ts'
import type { EffectAction, EffectContext, EffectOutcome } from '../effects/effects.ts'
import { ALL_RECORDS, ANYTHING, mergedTouches, type Touch } from '@caseloom/contract/records/touches'
import { scopesOf, touchesOfScopes } from '../gate/run-touch.store.ts'
import { deleteValue, hasKey, keepOperation, knownOperation, readValue, setValue } from './state.store.ts'

const Key = z.string().min(1).max(200)
const Value = z.custom<JsonValue>((value) => value !== undefined)

/** Characters of JSON. */
const BIGGEST_VALUE = 256 * 1024
/** Of one app; beyond it a value counts as made of all its records. */
const MAX_RECORDS = 50

const Touches = z.array(
  z.object({
    appId: z.string(),
    recordId: z.string(),
    trackingId: z.string(),
    withheld: z.array(z.string()),
  }),
)

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
  const kept = await scope.read((tx) => readValue(tx, playbookId, key))
  if (kept === null) return { ok: true, output: { value: null } }
  // Values from before their origin was stored count as anything.
  const touched = Touches.safeParse(kept.touches).data ?? [ANYTHING]
  return { ok: true, output: { value: kept.value }, touched: touched.map((one) => ({ ...one, aside: true })) }
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

/** What a value may come from: all that the run was handed, and what came with its trigger or its callers. */
async function originOf(tx: TenantTx, { actor, touched }: EffectContext): Promise<Touch[]> {
  const { runId } = actor
  const scope = runId === undefined ? null : ((await scopesOf(tx, [runId])).get(runId) ?? null)
  if (scope === null) return [ANYTHING]
  const before = (await touchesOfScopes(tx, [scope])).get(scope) ?? []
  const all = mergedTouches([...before, ...(touched?.() ?? [])].map(plainTouch))
  // A value that goes from run to run must not gather ever more records: then all of the app's count.
  return [...Map.groupBy(all, (one) => one.appId).values()].flatMap((ofApp) =>
    ofApp.length <= MAX_RECORDS
      ? ofApp
      : mergedTouches(ofApp.map((one) => ({ ...one, recordId: ALL_RECORDS }))),
  )
}

function plainTouch({ appId, recordId, withheld = [] }: Touch): Touch {
  return { appId, recordId, trackingId: '', withheld }
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
