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
  // By number, without a set for each group: the records of one rule can be in tens of thousands of groups.
  const numbers = fired.map((rules) => shown.flatMap((rule, number) => (rules.has(rule) ? [number] : [])))
  const counts = shown.map(() => 0)
  const countedFor = shown.map(() => -1)
  for (const [group, { kinds, count }] of groups.entries())
    for (const place of kinds)
      for (const number of numbers[place - 1] ?? []) {
        if (countedFor[number] === group) continue
        countedFor[number] = group
        counts[number] = (counts[number] ?? 0) + count
      }
  return {
    records: groups.reduce((sum, { count }) => sum + count, 0),
    rules: Object.fromEntries(shown.map((rule, number) => [rule, counts[number] ?? 0])),
    never: shown.filter((_, number) => counts[number] === 0),
  }
}
