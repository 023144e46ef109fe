import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { isObject } from './places.ts'

/** An edge as edited: unknown properties are preserved. */
export type DraftEdge = JsonObject & { step: string }

export function edgesOf(step: JsonObject): DraftEdge[] {
  const after = step['after']
  const list: JsonValue[] = typeof after === 'string' ? [after] : Array.isArray(after) ? after : []
  return list.flatMap((edge): DraftEdge[] => {
    if (typeof edge === 'string') return [{ step: edge }]
    if (!isObject(edge) || typeof edge['step'] !== 'string') return []
    return [{ ...edge, step: edge['step'] }]
  })
}

export function isPlain(edge: DraftEdge): boolean {
  return Object.entries(edge).every(
    ([name, value]) => name === 'step' || (name === 'on' && value === 'success'),
  )
}

/** Writes edges in the shortest form, without duplicates. */
export function withEdges(step: JsonObject, edges: readonly DraftEdge[]): JsonObject {
  const seen = new Set<string>()
  const unique = edges.filter((edge) => {
    const text = JSON.stringify(isPlain(edge) ? { step: edge.step } : edge)
    return !seen.has(text) && seen.add(text)
  })
  if (unique.length === 0) {
    const { after: _gone, ...rest } = step
    return rest
  }
  const [only] = unique
  const written = unique.map((edge): JsonValue => (isPlain(edge) ? edge.step : edge))
  const after = unique.length === 1 && only !== undefined && isPlain(only) ? only.step : written
  return { ...step, after }
}

export function mapEdges(step: JsonObject, change: (edge: DraftEdge) => readonly DraftEdge[]): JsonObject {
  const before = edgesOf(step)
  const after = before.flatMap((edge) => change(edge))
  const isSame = before.length === after.length && before.every((edge, index) => edge === after[index])
  return isSame ? step : withEdges(step, after)
}

export function casesIn(edge: DraftEdge): string[] {
  const cases = edge['case']
  if (typeof cases === 'string') return [cases]
  return Array.isArray(cases) ? cases.filter((one) => typeof one === 'string') : []
}
