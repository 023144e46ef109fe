import type { LinkedTest } from '@caseloom/contract/apps/workflow'
import type { CompiledRule } from './compile.ts'
import type { Evaluation } from './evaluate.ts'
import { leavesOf } from './test-reads.ts'
import { type Leaf, leafHolds } from './tests.ts'

/** A condition on linked records that comes out the other way. */
export interface LinkedChange {
  test: LinkedTest
  holds: boolean
}

type LinkedLeaf = Leaf & { kind: 'linked' }

/**
 * Conditions on linked records that decide these rules, each the other way than now. None where they aren't known, and none
 * of a field from which a rule takes a value: that would be another one.
 */
export function linkedChanges(rules: readonly CompiledRule[], outcome: Evaluation): LinkedChange[] {
  const { context } = outcome
  const taken = new Set(
    rules.flatMap(({ actions }) =>
      actions.flatMap(({ action }) => ('to' in action && 'through' in action.to ? [action.to.through] : [])),
    ),
  )
  const found = rules.flatMap((rule) =>
    linkedLeaves(rule).flatMap((leaf): [string, LinkedChange][] => {
      const isKnown = context.linkedThen !== undefined || context.linked(leaf.key) !== null
      if (!isKnown || taken.has(leaf.key) || !context.actor.readable(leaf.key)) return []
      return [[leaf.name, { test: leaf.stated, holds: !leafHolds(leaf, outcome.stateAt(rule)) }]]
    }),
  )
  return [...new Map(found).values()]
}

/** Other conditions on the same links of which every combination is tried. */
const MAX_UNKNOWN = 4

/**
 * All that conditions on linked records may say once changes came true, by linking more records or unlinking some: those
 * on the same links either follow, or may come out the same way. Null where these are too many.
 */
export function saidAfter(
  outcome: Evaluation,
  changes: readonly LinkedChange[],
): ReadonlyMap<string, boolean>[] | null {
  const said = new Map<string, boolean>()
  const unsure = new Map<string, boolean>()
  for (const rule of outcome.compiled.rules)
    for (const leaf of linkedLeaves(rule))
      for (const { test, holds } of changes) {
        if (test.linked !== leaf.key || said.has(leaf.name)) continue
        const isSure = holds ? follows(test, leaf.stated) : follows(leaf.stated, test)
        if (isSure) said.set(leaf.name, holds)
        // More records never end what some of them gave, and fewer never begin it.
        else if (leafHolds(leaf, outcome.stateAt(rule)) !== holds) unsure.set(leaf.name, holds)
      }
  const names = [...unsure].filter(([name]) => !said.has(name))
  if (names.length > MAX_UNKNOWN) return null
  return Array.from(
    { length: 2 ** names.length },
    (_, bits) => new Map([...said, ...names.filter((_one, at) => Math.floor(bits / 2 ** at) % 2 === 1)]),
  )
}

/** Whether a condition on the same links holds wherever another one does: it asks for no more of them, and for no less fitting ones. */
function follows(from: LinkedTest, to: LinkedTest): boolean {
  if (from.linked !== to.linked || (to.min ?? 1) > (from.min ?? 1)) return false
  return isEvery(to) || JSON.stringify(from.where) === JSON.stringify(to.where)
}

function isEvery({ where }: LinkedTest): boolean {
  return where === undefined || ('all' in where && where.all.length === 0)
}

function linkedLeaves({ test }: CompiledRule): LinkedLeaf[] {
  const leaves = test === null ? [] : leavesOf(test)
  return leaves.flatMap(({ test: leaf }) => (leaf.kind === 'linked' ? [leaf] : []))
}
