import type { AppView } from '@caseloom/contract/apps'
import type { When, WorkflowRule, WorkflowStage } from '@caseloom/contract/workflow'
import type { FormOutcome, Operand } from '@caseloom/workflow/form-context'

/** What about a field asks for a reason, most telling first. */
export type WhyAspect = 'required' | 'optional' | 'readOnly' | 'editable' | 'set' | 'options' | 'shown'

export interface WhyTest {
  test: When
  operand: Operand
}

export interface WhyAnswer {
  aspect: WhyAspect | null
  /** The rule that decided, with those that it is nested in, outermost first; empty when none did. */
  rules: readonly WorkflowRule[]
  stage: WorkflowStage | null
  tests: readonly WhyTest[]
}

interface Found {
  rules: WorkflowRule[]
  stage: WorkflowStage
}

/** The rule of an action, with the rules around it. */
function ruleOfAction(app: AppView, action: string): Found | null {
  const search = (rules: readonly WorkflowRule[], above: WorkflowRule[]): WorkflowRule[] | null => {
    for (const rule of rules) {
      const path = [...above, rule]
      if (rule.actions.some(({ id }) => id === action)) return path
      const nested = search(
        rule.branches.flatMap((branch) => branch.rules),
        path,
      )
      if (nested !== null) return nested
    }
    return null
  }
  for (const stage of app.workflow?.stages ?? []) {
    const rules = search(
      stage.branches.flatMap((branch) => branch.rules),
      [],
    )
    if (rules !== null) return { rules, stage }
  }
  return null
}

/** The tests of a condition with the places that an evaluation names them by: `all.0.any.1`. */
export function placedTests(when: When, path = ''): { path: string; test: When }[] {
  const at = (join: string, list: readonly When[]) =>
    list.flatMap((part, index) =>
      placedTests(part, path === '' ? `${join}.${index}` : `${path}.${join}.${index}`),
    )
  if ('all' in when) return at('all', when.all)
  if ('any' in when) return at('any', when.any)
  if ('none' in when) return at('none', when.none)
  return [{ path, test: when }]
}

function decisionOf(
  app: AppView,
  outcome: FormOutcome,
  key: string,
): { aspect: WhyAspect; action: string } | null {
  const state = outcome.items.get(`field:${key}`)
  const last = (aspect: WhyAspect, by: readonly string[] | undefined) => {
    const action = by?.at(-1)
    return action === undefined ? null : { aspect, action }
  }
  const done = outcome.trace.flatMap(({ actions }) => actions).filter(({ item }) => item === `field:${key}`)
  const wrote = done.findLast(({ id }) => ['set', 'default'].includes(verbOf(app, id) ?? ''))
  const limited = done.findLast(({ id }) => verbOf(app, id) === 'options')
  return (
    last(state?.required?.value === true ? 'required' : 'optional', state?.required?.by) ??
    last(state?.readOnly?.value === true ? 'readOnly' : 'editable', state?.readOnly?.by) ??
    last('set', wrote === undefined ? [] : [wrote.id]) ??
    last('options', limited === undefined ? [] : [limited.id]) ??
    last('shown', state?.visible?.value === true ? state.visible.by : undefined)
  )
}

function verbOf(app: AppView, action: string): string | undefined {
  return ruleOfAction(app, action)
    ?.rules.at(-1)
    ?.actions.find(({ id }) => id === action)?.do
}

/** Why a field is as the form shows it. */
export function whyOf(app: AppView, outcome: FormOutcome, key: string): WhyAnswer {
  const decision = decisionOf(app, outcome, key)
  const found = decision === null ? null : ruleOfAction(app, decision.action)
  if (decision === null || found === null) return { aspect: null, rules: [], stage: null, tests: [] }
  const tests = found.rules.flatMap((rule) => {
    const operands = outcome.trace.find((entry) => entry.rule === rule.id)?.operands ?? []
    return (rule.when === undefined ? [] : placedTests(rule.when)).flatMap(({ path, test }) => {
      const operand = operands.find((one) => one.path === path)
      return operand === undefined ? [] : [{ test, operand }]
    })
  })
  return { aspect: decision.aspect, rules: found.rules, stage: found.stage, tests }
}
