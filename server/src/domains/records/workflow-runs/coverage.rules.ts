/** How many records took each rule. */
interface CountedRecords {
  /** Records with a run. */
  records: number
  rules: Record<string, number>
  never: string[]
}

interface Runs {
  /** Rules that applied in the runs of a kind, by its place from 0. */
  fired: readonly ReadonlySet<string>[]
  /** Records by the kinds of their runs, whose places begin with 1. */
  groups: readonly { kinds: readonly number[]; count: number }[]
}

/** Counts each record once for a rule, however often its saves took it. */
export function countRecords(shown: readonly string[], { fired, groups }: Runs): CountedRecords {
  const counts = new Map(shown.map((rule) => [rule, 0]))
  for (const { kinds, count } of groups) {
    const taken = new Set(kinds.flatMap((place) => [...(fired[place - 1] ?? [])]))
    for (const rule of taken) {
      const known = counts.get(rule)
      if (known !== undefined) counts.set(rule, known + count)
    }
  }
  return {
    records: groups.reduce((sum, { count }) => sum + count, 0),
    rules: Object.fromEntries(counts),
    never: shown.filter((rule) => counts.get(rule) === 0),
  }
}
