import { LIMITS, STEP_PROPERTIES, StepShell, Trigger } from './document.ts'
import { upstreamOf } from './graph.ts'
import { type Issue, type IssuePath, issuesOf, suggestion, valueAt } from './issues.ts'

/** Which part of the document a list of steps is. */
export type ListRole = 'main' | 'steps' | 'catch' | 'finally' | 'branch' | 'onError'

/** A list of steps as far as it could be read, with its place among the blocks. */
export type DraftList = {
  path: IssuePath
  role: ListRole
  /** The block that holds it. */
  block: PlacedStep | undefined
  steps: PlacedStep[]
  /** Keys of its steps, of faulty ones too. */
  keys: Set<string>
  upstream: ReadonlyMap<string, ReadonlySet<string>>
  /** Whether edges can be trusted: no step was unreadable. */
  whole: boolean
}
export type PlacedStep = {
  path: IssuePath
  step: StepShell
  raw: unknown
  list: DraftList
  inner: DraftList[]
}
export type PlacedTrigger = { path: IssuePath; trigger: Trigger }

export type Draft = {
  lists: DraftList[]
  triggers: PlacedTrigger[]
  /** Keys of all steps, and the list in which each is. */
  listOf: Map<string, DraftList>
  main: DraftList
}

/** How many steps a document has, with those inside blocks; counts no further than it must. */
export function countSteps(doc: unknown, most: number = LIMITS.steps): number {
  let count = 0
  const lists = [listAt(doc, 'steps'), listAt(valueAt(doc, ['onError']), 'steps')]
  for (let list = lists.pop(); list && count <= most; list = lists.pop()) {
    count += list.length
    if (count > most) break
    for (const step of list) {
      for (const part of ['steps', 'catch', 'finally'] as const) lists.push(listAt(step, part))
      for (const branch of listAt(step, 'branches')) lists.push(listAt(branch, 'steps'))
    }
  }
  return count
}

/** A draft may have too many steps for a while; with many times as many no one works, and no canvas is drawn. */
const DRAFT_STEPS = 2 * LIMITS.steps

/** What is wrong with a draft that has far too many steps; undefined when it has not. */
export function crowdOfSteps(doc: unknown): string | undefined {
  return countSteps(doc, DRAFT_STEPS) > DRAFT_STEPS ? TOO_MANY_STEPS : undefined
}

export const TOO_MANY_STEPS = `A playbook has at most ${LIMITS.steps} steps, including those inside blocks`

/** Reads steps and triggers one by one, so that a fault in one does not hide those of the others. */
export function readDraft(doc: unknown, issues: Issue[]): Draft {
  const reader = new Reader(issues)
  const main = reader.list(listAt(doc, 'steps'), ['steps'], { role: 'main', block: undefined }, 0)
  const handler = valueAt(doc, ['onError'])
  if (handler !== undefined) {
    const place = { role: 'onError', block: undefined } as const
    reader.list(listAt(handler, 'steps'), ['onError', 'steps'], place, 0)
  }
  const triggers: PlacedTrigger[] = []
  for (const [index, raw] of listAt(doc, 'triggers').entries()) {
    const path = ['triggers', index]
    const parsed = Trigger.safeParse(raw)
    if (parsed.success) triggers.push({ path, trigger: parsed.data })
    else issues.push(...withSuggestions(issuesOf(parsed.error, raw, path), TRIGGER_PROPERTIES))
  }
  return { lists: reader.lists, triggers, listOf: reader.listOf, main }
}

const TRIGGER_PROPERTIES = ['key', 'kind', 'title', 'with', 'when', 'dedup', 'limit']

class Reader {
  readonly lists: DraftList[] = []
  readonly listOf = new Map<string, DraftList>()
  readonly #issues: Issue[]

  constructor(issues: Issue[]) {
    this.#issues = issues
  }

  list(
    raws: readonly unknown[],
    path: IssuePath,
    place: Pick<DraftList, 'role' | 'block'>,
    depth: number,
  ): DraftList {
    const upstream = new Map<string, ReadonlySet<string>>()
    const list: DraftList = { path, ...place, steps: [], keys: new Set(), upstream, whole: true }
    this.lists.push(list)
    for (const [index, raw] of raws.entries()) this.#step(raw, [...path, index], list, depth)
    list.upstream = upstreamOf(list.steps.map(({ step }) => step))
    return list
  }

  #step(raw: unknown, path: IssuePath, list: DraftList, depth: number): void {
    const key: unknown = valueAt(raw, ['key'])
    const known = typeof key === 'string' ? key : undefined
    if (known !== undefined) {
      list.keys.add(known)
      if (!this.listOf.has(known)) this.listOf.set(known, list)
    }
    const parsed = StepShell.safeParse(raw)
    if (!parsed.success) {
      list.whole = false
      const found = withSuggestions(issuesOf(parsed.error, raw, path), STEP_PROPERTIES)
      this.#issues.push(...inStep(found, known))
    }
    const step = parsed.success ? parsed.data : undefined
    const placed = step && { path, step, raw, list, inner: [] as DraftList[] }
    if (placed) list.steps.push(placed)
    this.#inside(raw, path, placed, depth)
  }

  // The content of an invalid block is read too, so that its faults are reported and its steps are known.
  #inside(raw: unknown, path: IssuePath, block: PlacedStep | undefined, depth: number): void {
    const enter = (held: readonly unknown[], at: IssuePath, role: ListRole) => {
      const list = this.list(held, [...path, ...at], { role, block }, depth + 1)
      block?.inner.push(list)
    }
    const parts = (['steps', 'catch', 'finally'] as const).filter((part) =>
      Array.isArray(valueAt(raw, [part])),
    )
    const branches = listAt(raw, 'branches')
    if (parts.length + branches.length === 0) return
    if (depth >= LIMITS.blocks) {
      const message = `Blocks are nested deeper than ${LIMITS.blocks}: call a component instead`
      this.#issues.push(...inStep([{ path, code: 'limit', message }], block?.step.key))
      return
    }
    for (const part of parts) enter(listAt(raw, part), [part], part)
    for (const [index, branch] of branches.entries())
      enter(listAt(branch, 'steps'), ['branches', index, 'steps'], 'branch')
  }
}

function listAt(value: unknown, key: string): unknown[] {
  const list = valueAt(value, [key])
  return Array.isArray(list) ? list : []
}

/** Issues with the step that they are about. */
export function inStep(issues: Issue[], step: string | undefined): Issue[] {
  return step === undefined ? issues : issues.map((issue) => ({ step, ...issue }))
}

/** Issues about unknown keys with the name that was meant. */
export function withSuggestions(issues: Issue[], names: string[]): Issue[] {
  return issues.map((issue) =>
    issue.code === 'unknown_key'
      ? { ...issue, message: issue.message + suggestion(String(issue.path.at(-1)), names) }
      : issue,
  )
}
