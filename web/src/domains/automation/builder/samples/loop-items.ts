import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { useEffect, useState } from 'react'
import type { Answer } from '../expression/evaluate.ts'
import { evaluateInBrowser } from '../expression/evaluator.ts'
import type { Samples } from '../expression/known-names.ts'
import { findStep, isObject } from '../model/places.ts'
import { scopeOf } from './samples.ts'

/** A loop: its key, its items expression, and its batch size. */
type Loop = readonly [key: string, list: JsonValue, batch: JsonValue]

/** Loops around a step, outermost first. */
export function loopsAround(document: JsonObject, at: string | null): Loop[] {
  const blocks = at === null ? [] : (findStep(document, at)?.blocks ?? [])
  return blocks.flatMap((key): Loop[] => {
    const step = findStep(document, key)?.step
    if (step?.['action'] !== 'flow.forEach' || !isObject(step['with'])) return []
    const { items, batch } = step['with']
    return items === undefined ? [] : [[key, items, batch ?? 1]]
  })
}

type Evaluate = (value: JsonValue, scope: JsonObject) => Promise<Answer>

/**
 * What the first turn of each loop has as its item, computed with the examples; recorded items where that gives none.
 */
export async function firstItems(
  loops: readonly Loop[],
  samples: Samples,
  evaluate: Evaluate,
): Promise<Record<string, JsonValue>> {
  const items: Record<string, JsonValue> = { ...samples.items }
  const around: string[] = []
  for (const [key, list, batch] of loops) {
    const answer = await evaluate(list, scopeOf({ ...samples, items }, around))
    const item = answer.ok ? firstOf(answer.value, Number(batch)) : undefined
    if (item !== undefined) items[key] = item
    around.push(key)
  }
  return items
}

/** The first item of a list; a single value is a list of one, as for the step itself. */
export function firstOf(value: JsonValue | undefined, batch = 1): JsonValue | undefined {
  if (value === undefined || value === null) return undefined
  const list = Array.isArray(value) ? value : [value]
  return batch > 1 && list.length > 0 ? list.slice(0, batch) : list[0]
}

/** The examples with the first item of every loop around a step. */
export function useLoopSamples(document: JsonObject, step: string | null, samples: Samples): Samples {
  const text = JSON.stringify(loopsAround(document, step))
  const [known, setKnown] = useState<{ of: Samples; samples: Samples } | null>(null)
  useEffect(() => {
    let isCurrent = true
    // The text was made of them a line above.
    const loops = JSON.parse(text) as Loop[]
    if (loops.length === 0) return
    void firstItems(loops, samples, evaluateInBrowser).then((items) => {
      if (isCurrent) setKnown({ of: samples, samples: { ...samples, items } })
    })
    return () => {
      isCurrent = false
    }
  }, [text, samples])
  return known?.of === samples ? known.samples : samples
}

/** The first item of a list that is written as an expression. */
export function useFirstItem(list: JsonValue | undefined, scope: JsonObject): JsonValue | undefined {
  const [item, setItem] = useState<JsonValue | undefined>(undefined)
  useEffect(() => {
    let isCurrent = true
    void (list === undefined ? Promise.resolve(null) : evaluateInBrowser(list, scope)).then((answer) => {
      if (isCurrent) setItem(answer?.ok === true ? firstOf(answer.value) : undefined)
    })
    return () => {
      isCurrent = false
    }
  }, [list, scope])
  return item
}
