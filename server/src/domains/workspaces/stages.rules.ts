import { TACTIC_NAMES } from '@caseloom/contract/values/attack-tactics'
import { allTechniques } from '@caseloom/contract/values/attack-techniques'

interface Row {
  key: string | null
  value: number | null
}

interface Stage {
  key: string
  value: number
  /** Of the stage before, from 0 to 1. */
  share: number | null
  /** The values that a record which reached the stage has now. */
  reached: string[]
}

/** A record has reached the stage of its present value and every stage before it; one with another value, none. */
export function stagesOf(rows: readonly Row[], steps: readonly string[]): Stage[] {
  const counts = new Map(rows.map(({ key, value }) => [key, value ?? 0]))
  const reachedAt = (at: number) =>
    steps.slice(at).reduce((total, step) => total + (counts.get(step) ?? 0), 0)
  return steps.map((key, at) => {
    const value = reachedAt(at)
    const before = at === 0 ? 0 : reachedAt(at - 1)
    return { key, value, share: before === 0 ? null : value / before, reached: steps.slice(at) }
  })
}

interface TacticColumn {
  name: string
  techniques: { id: string; name: string; value: number }[]
  more: number
}

/** Techniques with records below each of their tactics, those with the most first; tactics without any are left out. */
export function matrixOf(rows: readonly Row[], limit: number): TacticColumn[] {
  const known = rows.flatMap(({ key, value }) => {
    const technique = key === null ? undefined : allTechniques().get(key)
    return technique === undefined || value === null ? [] : [{ ...technique, value }]
  })
  const sorted = known.toSorted((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1))
  return TACTIC_NAMES.flatMap((name) => {
    const own = sorted.filter(({ tactics }) => tactics.includes(name))
    if (own.length === 0) return []
    const techniques = own.slice(0, limit).map(({ id, name: called, value }) => ({ id, name: called, value }))
    return [{ name, techniques, more: own.length - techniques.length }]
  })
}
