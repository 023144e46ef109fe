import type { ActionSpec } from './actions.ts'
import { type Issue, valueAt } from './issues.ts'
import type { Draft, PlacedStep } from './validate-draft.ts'
import { checkTemplate } from './validate-expressions.ts'
import { scopeInside } from './validate-scope.ts'
import { checkLazy } from './validate-with.ts'

type Part = 'steps' | 'catch' | 'finally' | 'branches' | 'output'
const PARTS: readonly Part[] = ['steps', 'catch', 'finally', 'branches', 'output']
const TAKES: { [action: string]: readonly Part[] } = {
  'flow.forEach': ['steps', 'output'],
  'flow.repeat': ['steps', 'output'],
  'flow.try': ['steps', 'catch', 'finally', 'output'],
  'flow.parallel': ['branches'],
}

/** Checks that a block has the parts of its kind and no others, and that other steps have none. */
export function checkBlock(place: PlacedStep, spec: ActionSpec, draft: Draft, issues: Issue[]): void {
  const { path, step } = place
  const takes = TAKES[spec.name] ?? []
  for (const part of PARTS) {
    if (step[part] === undefined || takes.includes(part)) continue
    const message =
      spec.kind === 'block'
        ? `${spec.name} has no "${part}"; it accepts ${takes.join(', ')}`
        : `"${part}" is only for blocks: ${spec.name} has no steps`
    issues.push({ path: [...path, part], code: 'not_applicable', message })
  }
  if (spec.kind !== 'block') return
  if (takes.includes('steps')) needSteps(place, issues)
  if (spec.name === 'flow.try') needHandler(place, issues)
  if (spec.name === 'flow.parallel') checkBranches(place, draft, issues)
  const body = place.inner.find(({ role }) => role === 'steps')
  if (!body) return
  if (step.output !== undefined)
    checkTemplate(step.output, [...path, 'output'], scopeInside(body, draft), issues)
  if (spec.name === 'flow.repeat')
    checkLazy(step.with.until, [...path, 'with', 'until'], scopeInside(body, draft), issues)
}

function needSteps({ path, step }: PlacedStep, issues: Issue[]): void {
  if (step.steps?.length) return
  const message = `"${step.key}" has no steps: add at least one`
  issues.push({ path: [...path, 'steps'], code: 'missing', message })
}

function needHandler({ path, step }: PlacedStep, issues: Issue[]): void {
  if (step.catch?.length || step.finally?.length) return
  const message = `"${step.key}" handles nothing: add steps under "catch" or "finally"`
  issues.push({ path: [...path, 'catch'], code: 'missing', message })
}

function checkBranches(place: PlacedStep, draft: Draft, issues: Issue[]): void {
  const { path, step } = place
  const { branches = [] } = step
  if (branches.length === 0) {
    const message = `"${step.key}" has no branches: add at least two`
    issues.push({ path: [...path, 'branches'], code: 'missing', message })
  }
  const seen = new Set<string>()
  for (const [index, branch] of branches.entries()) {
    const at = [...path, 'branches', index]
    if (seen.has(branch.key)) {
      const message = `Another branch is already named "${branch.key}"`
      issues.push({ path: [...at, 'key'], code: 'duplicate_key', message })
    }
    seen.add(branch.key)
    if (branch.steps.length === 0) {
      const message = `The branch "${branch.key}" has no steps`
      issues.push({ path: [...at, 'steps'], code: 'missing', message })
    }
    const list = place.inner.filter(({ role }) => role === 'branch')[index]
    if (list && branch.output !== undefined)
      checkTemplate(branch.output, [...at, 'output'], scopeInside(list, draft), issues)
  }
  const need: unknown = valueAt(step.with, ['need'])
  if (typeof need === 'number' && need > branches.length && branches.length > 0) {
    const message = `"need" requires ${need} branches, but there are only ${branches.length}`
    issues.push({ path: [...path, 'with', 'need'], code: 'bad_value', message })
  }
}
