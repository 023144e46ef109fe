import { fieldType } from '@caseloom/contract/field-types/field-kind'
import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import { MAX_TABLE_QUESTIONS, type TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { applyAction, type Drawing, newDrawing } from './apply.ts'
import type { CompiledAction, CompiledRule, CompiledWorkflow } from './compile.ts'
import { type ExpressionResult, runExpression } from './expression.ts'
import { scopeOf } from './expression-scope.ts'
import type { FormContext, FormOutcome, RuleOutcome, Values } from './form-context.ts'
import { changedFields, continues } from './changed-fields.ts'
import { momentOf } from './moment-of.ts'
import { readableRules } from './readable-rules.ts'
import { questionName } from './table-uses.ts'
import { type ExpressionTest, holds, isEmpty, same, type TestState, valueIn } from './tests.ts'
import { replaces } from './set-values.ts'
import { traceOf, type Write } from './trace.ts'

/** Maximum number of conditions and linked records that one evaluation reads; the rest doesn't apply. */
export const MAX_STEPS = 200_000
/** Expressions may feed each other as often. */
const MAX_PASSES = 30

interface Pending {
  source: string
  scope: object
}

/** An outcome with what the next evaluation continues from. */
export class Evaluation implements FormOutcome {
  readonly compiled: CompiledWorkflow
  readonly context: FormContext
  /** Whether the own condition of each rule held; null where it was not evaluated. */
  readonly own: (boolean | null)[] = []
  readonly outcomes: RuleOutcome[] = []
  readonly writes: Write[] = []
  /** Results of expressions by source and what they read. */
  readonly results: Map<string, ExpressionResult>
  readonly waiting = new Map<string, Pending>()
  /** What it asked of tables without an answer. */
  readonly asked = new Map<string, TableQuestion>()
  /** Actions whose values from linked records aren't known, where an evaluation is repeated without those. */
  readonly untaken = new Set<string>()
  /** The evaluation that this one continued; only the latest keeps it. */
  base: Evaluation | null = null
  steps = 0
  drawing: Drawing = newDrawing()
  values: Values = {}
  #trace: FormOutcome['trace'] | undefined

  constructor(compiled: CompiledWorkflow, context: FormContext, results: Map<string, ExpressionResult>) {
    this.compiled = compiled
    this.context = context
    this.results = results
  }

  get items(): FormOutcome['items'] {
    return this.drawing.items
  }
  get options(): FormOutcome['options'] {
    return this.drawing.options
  }
  get clocks(): FormOutcome['clocks'] {
    return this.drawing.clocks
  }
  get messages(): FormOutcome['messages'] {
    return this.drawing.messages
  }
  get blocks(): boolean {
    return this.drawing.messages.some(({ level }) => level === 'error')
  }
  get pending(): number {
    return this.waiting.size
  }
  get trace(): FormOutcome['trace'] {
    this.#trace ??= traceOf(this)
    return this.#trace
  }

  /** The value of a field as a rule sees it: with what rules before it wrote. */
  valueAt(field: string, rule: number): JsonValue {
    for (let at = this.writes.length - 1; at >= 0; at -= 1) {
      const write = this.writes[at]
      if (write !== undefined && write.field === field && write.rule < rule) return write.value
    }
    return valueIn(this.context.record, field)
  }

  stateAt(rule: CompiledRule): TestState {
    return {
      context: this.context,
      zone: rule.zone,
      value: (field) => this.valueAt(field, rule.index),
      expression: (test, state) => this.knownResult(test, state),
      lookup: (question) => this.context.lookup?.(question) ?? null,
      spend: () => undefined,
    }
  }

  /** Whether a value is in a table. What isn't known yet is asked for, up to a limit. */
  lookUp(question: TableQuestion): boolean | null {
    const found = this.context.lookup?.(question)
    if (found === undefined && this.asked.size < MAX_TABLE_QUESTIONS)
      this.asked.set(questionName(question), question)
    return found ?? null
  }

  /** The result of an expression, or nothing yet; then it is waited for. */
  resultOf(test: ExpressionTest, state: TestState): { value: JsonValue; fault?: string } {
    return this.#look(test, state, true)
  }

  /** The same without waiting: of an expression that nothing depended on, there may be no result. */
  knownResult(test: ExpressionTest, state: TestState): { value: JsonValue; fault?: string } {
    return this.#look(test, state, false)
  }

  #look(
    { source, reading }: ExpressionTest,
    { context, value }: TestState,
    wait: boolean,
  ): { value: JsonValue; fault?: string } {
    if (reading.faults.length > 0) return { value: null, fault: reading.faults[0]?.message ?? '' }
    const scope = scopeOf(reading, context, value)
    const key = `${source}\0${JSON.stringify(scope)}`
    const result = this.results.get(key)
    if (result === undefined && wait) this.waiting.set(key, { source, scope })
    return result === undefined
      ? { value: null }
      : { value: result.value ?? null, ...(result.fault === undefined ? {} : { fault: result.fault }) }
  }
}

/**
 * Evaluates a workflow on a record. With the outcome of the evaluation before this one, only conditions that depend on
 * what changed since are evaluated again, and `once` means since then. The caller merges `values` into the record.
 */
export function evaluate(
  compiled: CompiledWorkflow,
  context: FormContext,
  previous?: FormOutcome,
  { whole = false }: { whole?: boolean } = {},
): FormOutcome {
  const before = previous instanceof Evaluation && previous.compiled === compiled ? previous : null
  return new Run(new Evaluation(compiled, context, before?.results ?? new Map()), before, whole).run()
}

/** Evaluates, and waits for the results of expressions and for answers of tables. */
export async function settle(
  compiled: CompiledWorkflow,
  context: FormContext,
  previous?: FormOutcome,
): Promise<FormOutcome> {
  let outcome = evaluate(compiled, context, previous)
  for (let pass = 0; pass < MAX_PASSES && outcome instanceof Evaluation && waits(outcome); pass += 1) {
    // One after the other: each has its own budget, and the results of all are needed.
    for (const [key, { source, scope }] of outcome.waiting)
      outcome.results.set(key, await runExpression(source, scope))
    if (outcome.asked.size > 0) await context.ask?.([...outcome.asked.values()])
    const { results } = outcome
    const before = previous instanceof Evaluation && previous.compiled === compiled ? previous : null
    outcome = new Run(new Evaluation(compiled, context, results), before, false).run()
  }
  return outcome
}

function waits({ pending, asked, context }: Evaluation): boolean {
  return pending > 0 || (asked.size > 0 && context.ask !== undefined)
}

/** The same evaluation with another workflow of the same rules, or another record; for explanations. */
export function rerun(outcome: Evaluation, compiled: CompiledWorkflow, context: FormContext): FormOutcome {
  return new Run(new Evaluation(compiled, context, outcome.results), outcome.base, true).run()
}

class Run {
  readonly #now: Evaluation
  readonly #before: Evaluation | null
  /** Fields whose values differ from those of the evaluation before; null when all is evaluated. */
  readonly #dirty: Set<string> | null
  readonly #wrote: ReadonlyMap<string, JsonValue>
  readonly #values = new Map<string, JsonValue>()
  readonly #held: boolean[] = []
  /** Rules that came out as it is known, and not as their conditions say now. */
  readonly #overruled: boolean[] = []
  readonly #state: TestState & { zone: string | undefined }
  #changed = false

  constructor(now: Evaluation, before: Evaluation | null, whole: boolean) {
    this.#now = now
    this.#before = before
    this.#dirty =
      before === null || whole || !continues(before.context, now.context)
        ? null
        : changedFields(now.compiled.reads, before.context, now.context)
    this.#wrote = new Map((before?.writes ?? []).map(({ action, value }) => [action, value]))
    // One for all rules: only their zone differs.
    this.#state = {
      context: now.context,
      zone: undefined,
      memo: [],
      value: (field) => this.#value(field),
      expression: (test, state) => now.resultOf(test, state),
      lookup: (question) => now.lookUp(question),
      spend: () => {
        now.steps += 1
      },
    }
  }

  run(): Evaluation {
    const now = this.#now
    now.base = this.#before
    if (this.#before !== null) this.#before.base = null
    for (const rule of now.compiled.rules) this.#decide(rule)
    now.values = Object.fromEntries(this.#values)
    const saysSame = this.#dirty?.isDisjointFrom(now.compiled.names) === true
    if (saysSame && this.#before !== null && !this.#changed) now.drawing = this.#before.drawing
    else this.#draw()
    return now
  }

  #decide(rule: CompiledRule): void {
    const now = this.#now
    const outcome = this.#outcome(rule)
    now.outcomes[rule.index] = outcome
    this.#held[rule.index] = outcome === 'true'
    if (this.#before?.outcomes[rule.index] !== outcome) this.#changed = true
    for (const one of rule.writes) this.#write(rule, one, outcome === 'true')
  }

  #outcome(rule: CompiledRule): RuleOutcome {
    const now = this.#now
    if (rule.off || !rule.on.has(now.context.occasion) || now.steps > MAX_STEPS) return 'not_run'
    if (rule.parent !== null && this.#held[rule.parent.index] !== true) return 'not_reached'
    if (rule.test === null) return rule.earlier.some(({ index }) => this.#held[index]) ? 'false' : 'true'
    const known = this.#isSame(rule) ? (this.#before?.own[rule.index] ?? null) : null
    const own = known ?? holds(rule.test, this.#stateOf(rule))
    now.own[rule.index] = own
    return this.#knownOutcome(rule, own ? 'true' : 'false')
  }

  #knownOutcome({ index }: CompiledRule, own: 'true' | 'false'): RuleOutcome {
    const known = this.#now.context.known?.outcomes[index]
    if (known !== 'true' && known !== 'false') return own
    this.#overruled[index] = known !== own
    return known
  }

  /** Whether what a rule saw, now or before, is no longer there. */
  #isOverruled({ index, parent, earlier }: CompiledRule): boolean {
    // Earlier rules of an else have conditions of their own and the same parent.
    if ([index, ...earlier.map((one) => one.index)].some((at) => this.#overruled[at] === true)) return true
    return parent !== null && this.#isOverruled(parent)
  }

  #isSame(rule: CompiledRule): boolean {
    const dirty = this.#dirty
    return (
      dirty !== null && !rule.unsteady && !rule.reads.some((key) => dirty.has(key)) && this.#isSettled(rule)
    )
  }

  /** A condition that waited for an expression is evaluated again. */
  #isSettled({ test }: CompiledRule): boolean {
    return (this.#before?.waiting.size ?? 0) === 0 || test === null
  }

  #stateOf({ zone }: CompiledRule): TestState {
    this.#state.zone = zone
    return this.#state
  }

  #value(field: string): JsonValue {
    const written = this.#values.size === 0 ? undefined : this.#values.get(field)
    return written === undefined ? valueIn(this.#now.context.record, field) : written
  }

  #write(rule: CompiledRule, one: CompiledAction, applies: boolean): void {
    const { action } = one
    if (action.do !== 'set' && action.do !== 'default') return
    const found = applies && this.#isDue(rule, action) ? this.#computed(rule, one) : undefined
    const value = found !== undefined && this.#replaces(rule, action, found) ? found : undefined
    const wrote = this.#wrote.get(action.id)
    if (value !== undefined) {
      this.#values.set(action.field, value)
      this.#state.memo = []
      this.#now.writes.push({ rule: rule.index, action: action.id, field: action.field, value })
    }
    if (!same(value ?? null, wrote ?? null) || (value === undefined) !== (wrote === undefined))
      this.#dirty?.add(action.field)
  }

  #isDue(rule: CompiledRule, action: CompiledAction['action'] & { do: 'set' | 'default' }): boolean {
    const { field } = action
    const { context } = this.#now
    if (context.known !== undefined && this.#isOverruled(rule))
      return Object.hasOwn(context.known.written, field)
    if (action.do === 'default')
      return (
        context.before === null && isEmpty(this.#value(field)) && !this.#isGiven(field) && this.#begins(rule)
      )
    if (action.onlyIfEmpty && !isEmpty(this.#value(field))) return false
    return action.repeat === 'always' || (this.#begins(rule) && !this.#isGiven(field))
  }

  /** What is known to have been written isn't compared again. */
  #replaces(rule: CompiledRule, action: WorkflowAction, value: JsonValue): boolean {
    const { context, compiled } = this.#now
    if (action.do !== 'set' || (context.known !== undefined && this.#isOverruled(rule))) return true
    const field = compiled.fields.own.get(action.field)
    return replaces(action, { field, present: this.#value(action.field), value, context })
  }

  /** A value from the change itself is preserved: `once` proposes, `always` insists. */
  #isGiven(field: string): boolean {
    const { record, before, given } = this.#now.context
    const value = valueIn(record, field)
    const values = this.#before?.values ?? {}
    const earlier = Object.hasOwn(values, field) ? values[field] : undefined
    if (earlier !== undefined && same(earlier, value)) return false
    if (given !== undefined) return given.has(field) && !same(value, valueIn(before, field))
    return value !== null && !same(value, valueIn(before, field))
  }

  /** The rule applies now and did not: at the evaluation before this one, else on the record as it was stored. */
  #begins(rule: CompiledRule): boolean {
    if (this.#before !== null) return this.#before.outcomes[rule.index] !== 'true'
    const { before, linkedThen } = this.#now.context
    if (linkedThen?.began.has(rule.placed.rule.id) === true) return true
    return before === null || !this.#heldBefore(rule, before)
  }

  #heldBefore(rule: CompiledRule, before: Values): boolean {
    if (rule.off) return false
    if (rule.parent !== null && !this.#heldBefore(rule.parent, before)) return false
    if (rule.test === null) return !rule.earlier.some((other) => this.#heldBefore(other, before))
    const state = this.#stateOf(rule)
    const { context } = state
    const stored = { ...context, linked: context.linkedBefore ?? context.linked, linkedSaid: undefined }
    return holds(rule.test, {
      ...state,
      context: stored,
      value: (field) => valueIn(before, field),
      memo: undefined,
    })
  }

  #computed(rule: CompiledRule, { action, expression }: CompiledAction): JsonValue | undefined {
    if (action.do !== 'set' && action.do !== 'default') return undefined
    const { context, compiled } = this.#now
    const { field, to } = action
    const normalized = (value: JsonValue) => context.normalize?.(field, value) ?? value
    if ('value' in to) {
      const definition = compiled.fields.own.get(field)
      const isMoment = definition !== undefined && to.value === fieldType(definition).momentary
      return isMoment ? momentOf(to.value, context, rule.zone) : normalized(to.value)
    }
    if ('through' in to) {
      if (context.known !== undefined && Object.hasOwn(context.known.written, field))
        return context.known.written[field]
      const { linkedThen } = context
      if (linkedThen?.taken.has(action.id) === false) this.#now.untaken.add(action.id)
      if (linkedThen !== undefined) return linkedThen.taken.get(action.id)
      const [first] = context.linked(to.through) ?? []
      return first === undefined ? undefined : normalized(first[to.field] ?? null)
    }
    if (expression === null) return undefined
    const waited = this.#now.waiting.size
    const { value, fault } = this.#now.resultOf(expression, this.#stateOf(rule))
    return fault !== undefined || this.#now.waiting.size > waited ? undefined : normalized(value)
  }

  #draw(): void {
    const now = this.#now
    const { actor } = now.context
    const drawing = newDrawing()
    drawing.items = new Map(now.compiled.form)
    const readable = readableRules(now.compiled, actor)
    const { zone } = now.context
    const value = (field: string) => this.#value(field)
    const reader = { fields: now.compiled.fields.own, value, readable: actor.readable, zone }
    for (const rule of now.compiled.rules) {
      if (this.#held[rule.index] !== true) continue
      for (const one of rule.actions)
        applyAction(drawing, rule, one, readable[rule.index] === true ? reader : null)
    }
    now.drawing = drawing
  }
}
