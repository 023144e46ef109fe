import { ObservableKind } from '@caseloom/contract/values/case-fields'
import type { FoundObservable } from '@caseloom/contract/values/extract-observables'
import { canonicalObservable, recognizeObservable } from '@caseloom/contract/values/observable-value'
import { z } from 'zod'
import type { ObservableStepsDoor } from '../../records/observable-steps.door.ts'
import { effectOf } from '../effects/effect-of.ts'
import type { EffectAction } from '../effects/effects.ts'

const Observable = z.union([z.string(), z.object({ kind: z.string().optional(), value: z.string() })])
const Input = z.object({ observables: z.array(Observable).max(1_000) })

/**
 * `observable.check`: separates what warning lists name. An effect, so that the answer of a run stays the same when
 * someone changes a list before the run resumes.
 */
export function checkEffect(warnings: Pick<ObservableStepsDoor, 'check'>): EffectAction {
  return effectOf(Input, async ({ observables }, { scope, actor }) => {
    const values = new Map(observables.map(read).map((one) => [`${one.kind} ${one.value}`, one]))
    const { observables: shown, hidden } = await warnings.check(scope, actor, [...values.values()])
    const named = hidden.map(({ kind, value, lists }) => {
      return { kind, value, lists: lists.map(({ name }) => name) }
    })
    return {
      ok: true,
      output: { observables: shown.map(({ kind, value }) => ({ kind, value })), hidden: named },
    }
  })
}

/** The value in the form of its kind; as it is when it has none, since nothing may get lost. */
function read(one: z.infer<typeof Observable>): FoundObservable {
  const { kind, value } = typeof one === 'string' ? { kind: undefined, value: one } : one
  const known = ObservableKind.safeParse(kind)
  if (known.success) return { kind: known.data, value: canonicalObservable(known.data, value) ?? value }
  return recognizeObservable(value) ?? { kind: 'other', value }
}
