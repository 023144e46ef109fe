import type { Draft, DraftList, PlacedStep } from './validate-draft.ts'
import { type ExpressionScope, STEP_ROOTS } from './validate-expressions.ts'

/** What expressions of a step may read: the steps before it in its own list, and those before the blocks around it. */
export function scopeAt(place: PlacedStep, draft: Draft, more: { roots?: string[]; own?: boolean } = {}) {
  const { list, step } = place
  const visible = new Set([...outside(list, draft), ...(list.upstream.get(step.key) ?? [])])
  if (more.own) visible.add(step.key)
  return scope(list, visible, draft, more.roots)
}

/** What the output of a list, or a condition over it, may read: every step of it. */
export function scopeInside(list: DraftList, draft: Draft): ExpressionScope {
  return scope(list, new Set([...outside(list, draft), ...list.keys]), draft, [])
}

function scope(
  list: DraftList,
  upstream: ReadonlySet<string>,
  draft: Draft,
  more: readonly string[] = [],
): ExpressionScope {
  const roots = new Set([...STEP_ROOTS, ...rootsOf(list), ...more])
  const known = new Set(draft.listOf.keys())
  return { roots, known, upstream, hidden: (key) => whyHidden(key, list, draft) }
}

// `onError` runs when all others have ended, whatever became of them.
function outside(list: DraftList, draft: Draft): ReadonlySet<string> {
  const { block } = list
  if (!block) return list.role === 'onError' ? draft.main.keys : new Set()
  return new Set([...outside(block.list, draft), ...(block.list.upstream.get(block.step.key) ?? [])])
}

function rootsOf(list: DraftList): string[] {
  const outer = list.block ? rootsOf(list.block.list) : []
  if (list.role === 'catch' || list.role === 'onError') return [...outer, 'error']
  if (list.role !== 'steps') return outer
  const action = list.block?.step.action
  if (action === 'flow.forEach') return [...outer, 'item', 'index']
  return action === 'flow.repeat' ? [...outer, 'index'] : outer
}

/** The blocks around a list, the innermost first. */
function blocksAround(list: DraftList | undefined): PlacedStep[] {
  const found: PlacedStep[] = []
  for (let block = list?.block; block; block = block.list.block) found.push(block)
  return found
}

function whyHidden(key: string, list: DraftList, draft: Draft): string | undefined {
  const home = draft.listOf.get(key)
  if (!home || home === list) return undefined
  const around = blocksAround(list)
  if (around.some(({ step }) => step.key === key))
    return `"${key}" is the block around this step: it has no output until its steps have ended`
  const [outermost] = blocksAround(home)
    .filter((block) => !around.includes(block))
    .slice(-1)
  if (outermost) {
    const name = outermost.step.key
    return `"${key}" is inside the block "${name}": outside it, only steps.${name}.output can be read`
  }
  const shared = blocksAround(home).find((block) => around.includes(block))
  if (shared && around.includes(shared) && !isAround(home, list))
    return `"${key}" is in another part of the block "${shared.step.key}", which isn’t visible to these steps`
  if (home.role === 'onError') return `"${key}" runs only when the run fails`
  return undefined
}

function isAround(home: DraftList, list: DraftList): boolean {
  for (let at: DraftList | undefined = list; at; at = at.block?.list) if (at === home) return true
  return false
}
