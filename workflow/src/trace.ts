import type { JsonValue } from '@caseloom/contract/kernel/json'
import { aspectOf, type CompiledAction, type CompiledRule, type CompiledWorkflow } from './compile.ts'
import type { FormContext, Operand, RuleOutcome, TraceEntry } from './form-context.ts'
import { leafReads, leavesOf } from './test-reads.ts'
import { actualOf, type ExpressionTest, leafHolds, type TestState } from './tests.ts'

/** What a rule wrote, in the order in which it was written. */
export interface Write {
  rule: number
  action: string
  field: string
  value: JsonValue
}

/** An evaluation as the trace reads it. */
interface Traced {
  readonly compiled: CompiledWorkflow
  readonly context: FormContext
  readonly outcomes: readonly RuleOutcome[]
  readonly writes: readonly Write[]
  stateAt(rule: CompiledRule): TestState
  knownResult(test: ExpressionTest, state: TestState): { value: JsonValue; fault?: string }
}

/** What each rule read and did, in document order. */
export function traceOf(evaluation: Traced): TraceEntry[] {
  const shown = new Map<string, JsonValue>()
  return evaluation.compiled.rules.map((rule) => {
    const outcome = evaluation.outcomes[rule.index] ?? 'not_run'
    const wasEvaluated = outcome === 'true' || outcome === 'false'
    return {
      rule: rule.placed.rule.id,
      outcome,
      operands: wasEvaluated ? operandsOf(evaluation, rule) : [],
      actions:
        outcome === 'true' ? rule.actions.flatMap((one) => effectsOf(evaluation, rule, one, shown)) : [],
    }
  })
}

/** Each condition of a rule with what it read. */
function operandsOf(evaluation: Traced, rule: CompiledRule): Operand[] {
  if (rule.test === null) return []
  const state = evaluation.stateAt(rule)
  return leavesOf(rule.test).map(({ test, path }) => {
    const fault = test.kind === 'expression' ? evaluation.knownResult(test, state).fault : undefined
    return {
      path,
      reads: leafReads(test),
      actual: actualOf(test, state),
      holds: leafHolds(test, state),
      ...(fault === undefined ? {} : { fault }),
    }
  })
}

function effectsOf(
  evaluation: Traced,
  rule: CompiledRule,
  { action, items }: CompiledAction,
  shown: Map<string, JsonValue>,
): TraceEntry['actions'] {
  const { id } = action
  const write = evaluation.writes.find((one) => one.action === id)
  if (action.do === 'set' || action.do === 'default') {
    if (write === undefined) return []
    const before = lastWrite(evaluation, write) ?? evaluation.context.record[write.field] ?? null
    return [{ id, item: `field:${write.field}`, before, after: write.value }]
  }
  return formEffects(evaluation.compiled, { action, items }, shown)
}

/** What an action did to the form; `shown` has what those before it left. */
function formEffects(
  { starts }: CompiledWorkflow,
  { action, items }: Pick<CompiledAction, 'action' | 'items'>,
  shown: Map<string, JsonValue>,
): TraceEntry['actions'] {
  const { id } = action
  const aspect = aspectOf(action.do)
  if (aspect === null) return items.map((item) => ({ id, item, before: null, after: action.do }))
  return items.map((item) => {
    const name = `${item} ${aspect[0]}`
    const before = shown.get(name) ?? starts.get(item)?.get(aspect[0]) ?? null
    shown.set(name, aspect[1])
    return { id, item, before, after: aspect[1] }
  })
}

/** What an action was about. */
export interface ChangedItem {
  id: string
  item: string
}

/**
 * What each rule changed, in their order, where only their outcomes and the fields that rules set are known. It names the
 * items without the values before and after.
 */
export function changedItems(
  compiled: CompiledWorkflow,
  { outcomes, written }: { outcomes: readonly RuleOutcome[]; written: ReadonlySet<string> },
): ChangedItem[][] {
  const shown = new Map<string, JsonValue>()
  return compiled.rules.map(({ actions }, at) => {
    if (outcomes[at] !== 'true') return []
    return actions.flatMap(({ action, items }): ChangedItem[] => {
      if (action.do === 'set' || action.do === 'default')
        return written.has(action.field) ? [{ id: action.id, item: `field:${action.field}` }] : []
      const effects = formEffects(compiled, { action, items }, shown)
      return effects.flatMap(({ id, item, before, after }) => (before === after ? [] : [{ id, item }]))
    })
  })
}

function lastWrite(evaluation: Traced, write: { action: string; field: string }): JsonValue | undefined {
  const at = evaluation.writes.findIndex(({ action }) => action === write.action)
  return evaluation.writes.slice(0, at).findLast(({ field }) => field === write.field)?.value
}
