import type {
  Workflow,
  WorkflowBranch,
  WorkflowRule,
  WorkflowStage,
  WorkflowTest,
} from '@caseloom/contract/apps/workflow'
import { mergePart, same } from '../../../ui/draft/merge-parts.ts'

type Item = WorkflowStage | WorkflowBranch | WorkflowRule

export interface MergedWorkflow {
  workflow: Workflow
  /** IDs of the stages and rules that both changed differently; null where places of rules can't be combined. */
  conflicts: string[] | null
}

interface Three<T> {
  base: T
  mine: T
  theirs: T
}

/** Merges two edits of a workflow rule by rule: who alone changed, added, moved, or removed one decides. */
export function mergeWorkflows(sides: Three<Workflow>): MergedWorkflow {
  const conflicts: string[] = []
  const lists = { base: sides.base.stages, mine: sides.mine.stages, theirs: sides.theirs.stages }
  const stages = mergeItems(lists, conflicts)
  const workflow = { ...sides.mine, stages, ...mergeTests(sides, conflicts) }
  const ids = idsIn(workflow.stages)
  // One moved what the other changed: it would be in two places.
  const isTwice = new Set(ids).size < ids.length
  return isTwice ? { workflow: sides.mine, conflicts: null } : { workflow, conflicts }
}

/** Tests by their ID, as rules: who alone saved, changed, or deleted one decides. */
function mergeTests({ base, mine, theirs }: Three<Workflow>, conflicts: string[]): Pick<Workflow, 'tests'> {
  const of = ({ tests = [] }: Workflow) => new Map(tests.map((test) => [test.id, test]))
  const [before, own, others] = [of(base), of(mine), of(theirs)]
  const tests = [...new Set([...own.keys(), ...others.keys()])].flatMap((id) => {
    const sides = { base: before.get(id), mine: own.get(id), theirs: others.get(id) }
    const { value, isConflict } = mergePart(id, sides)
    if (isConflict) conflicts.push(id)
    // One of the sides.
    return value === undefined ? [] : [value as WorkflowTest]
  })
  return tests.length === 0 && mine.tests === undefined ? {} : { tests }
}

function insideOf(item: Item): readonly Item[] {
  return 'rules' in item ? item.rules : item.branches
}

function idsIn(items: readonly Item[]): string[] {
  return items.flatMap((item) => [item.id, ...idsIn(insideOf(item))])
}

function mergeItems<T extends Item>(lists: Three<readonly T[]>, conflicts: string[]): T[] {
  const of = (list: readonly T[]) => new Map(list.map((item) => [item.id, item]))
  const [base, mine, theirs] = [of(lists.base), of(lists.mine), of(lists.theirs)]
  return orderOf(lists).flatMap((id): T[] => {
    const sides = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) }
    if (sides.mine !== undefined && sides.theirs !== undefined)
      return [mergeItem({ base: sides.base, mine: sides.mine, theirs: sides.theirs }, conflicts)]
    const { value, isConflict } = mergePart(id, sides)
    if (isConflict) conflicts.push(id)
    // One of the sides.
    return value === undefined ? [] : [value as T]
  })
}

/** My order, unless only they changed theirs; what one side added comes after what it followed there. */
function orderOf<T extends Item>({ base, mine, theirs }: Three<readonly T[]>): string[] {
  const ids = (list: readonly T[]) => list.map(({ id }) => id)
  const common = ids(base).filter((id) => ids(mine).includes(id) && ids(theirs).includes(id))
  const mineMoved = !same(
    common,
    ids(mine).filter((id) => common.includes(id)),
  )
  const [first, second] = mineMoved ? [ids(mine), ids(theirs)] : [ids(theirs), ids(mine)]
  const order = [...first]
  for (const [at, id] of second.entries()) {
    if (order.includes(id)) continue
    const before = second.slice(0, at).findLast((one) => order.includes(one))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}

const NESTED = new Set(['branches', 'rules'])

function mergeItem<T extends Item>(
  { base, mine, theirs }: { base: T | undefined; mine: T; theirs: T },
  conflicts: string[],
): T {
  const bag = (item: T | undefined): Record<string, unknown> => ({ ...item })
  const [before, own, other] = [bag(base), bag(mine), bag(theirs)]
  const names = Object.keys({ ...own, ...other }).filter((name) => !NESTED.has(name))
  let isClash = false
  const parts = names.flatMap((name) => {
    const sides = { base: before[name], mine: own[name], theirs: other[name] }
    const { value, isConflict } = mergePart(name, sides)
    isClash ||= isConflict
    return value === undefined ? [] : [[name, value] as const]
  })
  if (isClash) conflicts.push(mine.id)
  const nested = mergeItems(
    {
      base: base === undefined ? [] : insideOf(base),
      mine: insideOf(mine),
      theirs: insideOf(theirs),
    },
    conflicts,
  )
  const inside = 'rules' in mine ? { rules: nested } : { branches: nested }
  // Every part comes from one of the items, and what is inside from theirs.
  return { ...Object.fromEntries(parts), ...inside } as T
}

/** The workflow with their version of some stages and rules; those that they removed are gone. */
export function takeTheirItems(mine: Workflow, theirs: Workflow, ids: ReadonlySet<string>): Workflow {
  const others = new Map(flat(theirs.stages).map((item) => [item.id, item]))
  const known = new Set(idsIn(mine.stages))
  const lost = [...ids].some((id) => !known.has(id) && others.has(id))
  const tests = takeTheirTests(mine, theirs, ids)
  // What I removed has its place in theirs alone.
  if (lost) return { ...theirs, ...tests }
  const take = <T extends Item>(items: readonly T[]): T[] =>
    items.flatMap((item): T[] => {
      const other = others.get(item.id)
      if (ids.has(item.id) && other === undefined) return []
      const own = ids.has(item.id) ? other : item
      const inside = 'rules' in item ? { rules: take(item.rules) } : { branches: take(item.branches) }
      // An ID names the same kind of item on both sides.
      return [{ ...own, ...inside } as T]
    })
  return { ...mine, stages: take(mine.stages), ...tests }
}

function takeTheirTests(mine: Workflow, theirs: Workflow, ids: ReadonlySet<string>): Pick<Workflow, 'tests'> {
  const [own = [], others = []] = [mine.tests, theirs.tests]
  const taken = own.flatMap((test) => (ids.has(test.id) ? others.filter(({ id }) => id === test.id) : [test]))
  const back = others.filter(({ id }) => ids.has(id) && !own.some((test) => test.id === id))
  const tests = [...taken, ...back]
  return mine.tests === undefined && theirs.tests === undefined ? {} : { tests }
}

function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...flat(insideOf(item))])
}

/** A stage, rule, or test by its ID, without what is inside. */
export function workflowItem(workflow: Workflow | undefined, id: string): object | undefined {
  const items = [...flat(workflow?.stages ?? []), ...(workflow?.tests ?? [])]
  const found = items.find((item) => item.id === id)
  if (found === undefined) return undefined
  return Object.fromEntries(Object.entries(found).filter(([name]) => !NESTED.has(name)))
}
