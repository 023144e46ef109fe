import type { JsonValue } from '@caseloom/contract/kernel/json'
import type {
  When,
  WorkflowAction,
  WorkflowBranch,
  WorkflowRule,
  WorkflowStage,
} from '@caseloom/contract/apps/workflow'
import type { RuleOutcome, WorkflowRunRule, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { Say } from '../../../field-types/field-type.ts'
import { placedTests } from '../../../field-types/workflow/placed-tests.ts'
import { messageWords, type Vocabulary, whenTitle } from '../../../field-types/workflow/rule-words.ts'

export interface RunWords {
  words: Vocabulary
  t: Say
}

/** A row of the tree of a run, with what the run says about it. */
export type RunRow = { id: string; level: number } & (
  | { kind: 'stage'; item: WorkflowStage }
  | { kind: 'rule'; item: WorkflowRule; run: WorkflowRunRule | null }
  | { kind: 'action'; item: WorkflowAction; effect: Effect | null; run: WorkflowRunRule | null }
)

export interface Effect {
  item: string
  before: JsonValue
  after: JsonValue
}

/** The rules of a stage, nested ones included. */
export function rulesOfStage({ branches }: WorkflowStage): WorkflowRule[] {
  const inside = (branch: WorkflowBranch): WorkflowRule[] =>
    branch.rules.flatMap((rule) => [rule, ...rule.branches.flatMap(inside)])
  return branches.flatMap(inside)
}

/** Whether an action changed something. An expired run has only those that did, without values. */
export function hasChanged({ expiredAt }: Pick<WorkflowRunView, 'expiredAt'>, effect: Effect): boolean {
  return expiredAt !== null || effect.before !== effect.after
}

/** A rule by its name or condition; one that the reader may not see has neither. */
export function ruleTitle(rule: WorkflowRule, outcome: RuleOutcome, { words, t }: RunWords): string {
  return outcome === 'hidden' ? t('hiddenRule') : (rule.name ?? whenTitle(words, rule.when))
}

/** An action with what its message said then; one that wasn't shown has the names of its fields. */
export function actionThen(
  action: WorkflowAction,
  { form }: WorkflowRunView,
  words: Vocabulary,
): WorkflowAction {
  const said = form.messages.find((message) => message.action === action.id)
  if (action.do !== 'message' || said?.parts === undefined) return action
  return { ...action, text: messageWords(words, { text: said.text, parts: said.parts }) }
}

export function runRows({ workflow, rules }: WorkflowRunView, takenOnly: boolean): RunRow[] {
  const runs = new Map(rules.map((one) => [String(one.rule), one]))
  const branchRows = (branch: WorkflowBranch, level: number): RunRow[] =>
    branch.rules.flatMap((rule): RunRow[] => {
      const run = runs.get(rule.id) ?? null
      // A hidden rule is always listed: leaving it out would say that it wasn't taken.
      if (takenOnly && run?.outcome !== 'true' && run?.outcome !== 'hidden') return []
      return [
        { id: rule.id, kind: 'rule', item: rule, level, run },
        ...rule.actions.map((action): RunRow => {
          const effect = run?.actions.find(({ id }) => id === action.id) ?? null
          return { id: action.id, kind: 'action', item: action, level: level + 1, effect, run }
        }),
        ...rule.branches.flatMap((nested) => branchRows(nested, level + 1)),
      ]
    })
  return workflow.stages.flatMap((stage): RunRow[] => {
    const inside = stage.branches.flatMap((branch) => branchRows(branch, 2))
    if (takenOnly && inside.length === 0) return []
    return [{ id: stage.id, kind: 'stage', item: stage, level: 1 }, ...inside]
  })
}

/** What the condition of a rule read, each with its test. */
export function operandsRead(
  rule: WorkflowRule | null,
  run: WorkflowRunRule | null,
): { test: When; operand: WorkflowRunRule['operands'][number] }[] {
  if (rule?.when === undefined || run === null) return []
  const tests = new Map(placedTests(rule.when).map(({ path, test }) => [path, test]))
  return run.operands.flatMap((operand) => {
    const test = tests.get(operand.path)
    return test === undefined ? [] : [{ test, operand }]
  })
}
