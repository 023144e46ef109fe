import type { WorkflowStage } from '@caseloom/contract/apps/workflow'
import type { RuleOutcome, WorkflowRunView } from '@caseloom/contract/apps/workflow-runs'
import type { RunRow } from './run-rows.ts'
import { hasChanged, rulesOfStage } from './run-rows.ts'

/** How an action of a run came out. */
export function actionOutcome(
  { item, effect, run }: Extract<RunRow, { kind: 'action' }>,
  view: Pick<WorkflowRunView, 'expiredAt'>,
): 'shown' | 'changed' | 'same' | 'not_reached' | 'not_run' {
  if (item.off === true) return 'not_run'
  if (run?.outcome !== 'true') return 'not_reached'
  if (item.do === 'message') return 'shown'
  return effect !== null && hasChanged(view, effect) ? 'changed' : 'same'
}

/** How many rules fired, and how many are hidden, which are counted separately: the reader may not know their outcome. */
export function firedOf(rules: WorkflowRunView['rules']): { fired: number; hidden: number; count: number } {
  const counted = (wanted: RuleOutcome) => rules.filter(({ outcome }) => outcome === wanted).length
  const hidden = counted('hidden')
  return { fired: counted('true'), hidden, count: rules.length - hidden }
}

/** How many rules of a stage applied, without hidden ones; null where none was evaluated. */
export function firedInStage(
  stage: WorkflowStage,
  { rules }: Pick<WorkflowRunView, 'rules'>,
): { fired: number; count: number } | null {
  const own = new Set(rulesOfStage(stage).map(({ id }) => id))
  const runs = rules.filter(({ rule }) => own.has(rule))
  if (runs.every(({ outcome }) => outcome === 'not_run')) return null
  const { fired, hidden } = firedOf(runs)
  return { fired, count: own.size - hidden }
}
