/** Positions of the lines that are in one of two texts alone, by a longest common subsequence. */
export function lineDiff(
  before: readonly string[],
  after: readonly string[],
): { removed: Set<number>; added: Set<number> } {
  // common[i][j]: how many lines the two have in common from i and j on.
  const common = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const from = (i: number, j: number) => common[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i]
      if (row !== undefined)
        row[j] = before[i] === after[j] ? from(i + 1, j + 1) + 1 : Math.max(from(i + 1, j), from(i, j + 1))
    }
  const removed = new Set<number>()
  const added = new Set<number>()
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i += 1
      j += 1
    } else if (j >= after.length || (i < before.length && from(i + 1, j) >= from(i, j + 1))) {
      removed.add(i)
      i += 1
    } else {
      added.add(j)
      j += 1
    }
  }
  return { removed, added }
}
