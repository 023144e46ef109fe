import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import type { ObservableStepsDoor } from '../../records/observable-steps.door.ts'
import { ANYTHING } from '@caseloom/contract/records/touches'
import type { EffectAction } from '../effects/effects.ts'
import { effectOf } from '../effects/effect-of.ts'

const Observable = z.union([z.string(), z.object({ kind: z.string().optional(), value: z.string() })])
const Input = z.object({ observables: z.array(Observable).max(100) })
/** Of the records that hold a value so many are named. */
const NAMED = 10

/** `observable.enrich`: what the tenant's own records know of values; each value is looked up once. */
export function enrichEffect(known: Pick<ObservableStepsDoor, 'find'>): EffectAction {
  return effectOf(Input, async ({ observables }, { scope, actor, signal }) => {
    const wanted = new Map(
      observables.map((one): [string, { kind: string | null; value: string }] => {
        const { kind = null, value } = typeof one === 'string' ? { value: one } : one
        return [JSON.stringify([kind, value]), { kind: kind ?? null, value }]
      }),
    )
    const output: JsonObject[] = []
    for (const { kind, value } of wanted.values()) {
      signal.throwIfAborted()
      const seen = await known.find(scope, actor, { text: value, limit: NAMED })
      const { records, firstSeen, lastSeen } = seen
      const found = seen.items.map((item) => {
        const { id, appId, appName, trackingId, title } = item.record
        return {
          id,
          appId,
          appName,
          trackingId,
          title,
          field: item.field.label,
          kind: item.kind,
          at: item.at,
        }
      })
      output.push({
        kind,
        value,
        known: records > 0,
        records,
        firstSeen,
        lastSeen,
        found,
      })
    }
    // What it counts may be anywhere.
    return { ok: true, output, touched: [ANYTHING] }
  })
}
