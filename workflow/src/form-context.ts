// What an evaluation reads, and what it decides. Plain values, so that both can be sent and stored.
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { MessageText } from '@caseloom/contract/apps/message-names'
import type { TableQuestion } from '@caseloom/contract/apps/table-answers'
import type { Occasion } from '@caseloom/contract/apps/workflow'

export type Values = Readonly<Record<string, JsonValue>>

export interface FormActor {
  kind: 'user' | 'playbook' | 'system'
  id: string | null
  groups: readonly string[]
  roles: readonly string[]
  /** Whether the actor can read a field, by key. */
  readable: (field: string) => boolean
}

export interface FormContext {
  occasion: Occasion
  /** Stored values by key, facts such as `created_at` among them. */
  record: Values
  /** The record as it was stored; null for a new one. */
  before: Values | null
  actor: FormActor
  /** An instant, such as 2026-11-21T03:02:15Z. */
  now: string
  /** Values of the linked records that the actor can read; null while they are not loaded. */
  linked: (field: string) => readonly Values[] | null
  /** The same as they were stored, where the change links others; as now when absent. */
  linkedBefore?: ((field: string) => readonly Values[] | null) | undefined
  /** Whether a value is in a reference table; null where no one can say, undefined while it wasn't asked. */
  lookup?: ((question: TableQuestion) => boolean | null | undefined) | undefined
  /** Asks what `lookup` doesn't know yet; absent where evaluations don't wait for it. */
  ask?: ((questions: readonly TableQuestion[]) => Promise<void>) | undefined
  /** By whose calendar days are counted; UTC when absent. */
  zone?: string | undefined
  /** Fields that the change gives itself, empty ones included; guessed from the values when absent. */
  given?: ReadonlySet<string> | undefined
  /** Of an evaluation that is repeated from what was stored of it. */
  known?: KnownOutcomes | undefined
  /** Of an evaluation that is repeated without the linked records that it read. */
  linkedThen?: LinkedThen | undefined
  /** Conditions on linked records that count as holding, or not, whatever those say; by name. For explanations. */
  linkedSaid?: ReadonlyMap<string, boolean> | undefined
  /** The form in which a field keeps a value that a rule sets; the value itself when absent. */
  normalize?: ((field: string, value: JsonValue) => JsonValue) | undefined
}

/** Outcomes that hold although their conditions read what is no longer there, such as linked records as they were. */
export interface KnownOutcomes {
  /** By rule, in document order. */
  outcomes: readonly RuleOutcome[]
  /** Fields that rules wrote, with what they left in them. */
  written: Values
}

/** What is known of linked records as they were: not their values, but what came of them. */
export interface LinkedThen {
  /** Whether a condition on linked records held, by its name; those that aren’t known don’t hold. */
  held: ReadonlyMap<string, boolean>
  /** Rules that began to apply, by ID. */
  began: ReadonlySet<string>
  /** What actions took from linked records, by ID. */
  taken: ReadonlyMap<string, JsonValue>
}

/** What the workflow says about an item, and the IDs of the actions that decided it; none for the start of a rule-bound item. */
export interface Decision {
  value: boolean
  by: readonly string[]
}

/** Aspects of an item; an absent one is as the layout or the field says. */
export interface ItemState {
  visible?: Decision
  collapsed?: Decision
  required?: Decision
  readOnly?: Decision
  offered?: Decision
}
export type Aspect = keyof ItemState

export interface FormMessage extends MessageText {
  level: 'info' | 'warning' | 'error'
  /** Where it is shown, such as `field:status`; at the top of the form when absent. */
  at?: string
  rule: string
  action: string
}

/** The conditions of a clock, as they hold now. */
export interface ClockConditions {
  start: boolean
  pause: boolean
  stop: boolean
}

/** One condition with what it read. */
export interface Operand {
  /** Place in the rule's condition: `all.0.any.1`; empty for the condition itself. */
  path: string
  /** Fields whose values it read. */
  reads: readonly string[]
  /** What it read; null when empty. */
  actual: JsonValue
  holds: boolean
  /** Why an expression gave nothing. */
  fault?: string
}

export type RuleOutcome = 'true' | 'false' | 'not_reached' | 'not_run'

export interface TraceEntry {
  rule: string
  outcome: RuleOutcome
  operands: readonly Operand[]
  actions: readonly { id: string; item: string; before: JsonValue; after: JsonValue }[]
}

export interface FormOutcome {
  /** By `field:key`, `section:id`, `tab:title`, `button:id`, and `block:id`. */
  items: ReadonlyMap<string, ItemState>
  /** Options that are offered, by field. */
  options: ReadonlyMap<string, readonly string[]>
  /** What rules wrote, by field. */
  values: Values
  clocks: ReadonlyMap<string, ClockConditions>
  messages: readonly FormMessage[]
  /** An error message keeps the record from being saved. */
  blocks: boolean
  /** Of each rule, in document order; cheap, where the trace is not. */
  readonly outcomes: readonly RuleOutcome[]
  /** What each rule read and did, in document order; worked out when it is read. */
  readonly trace: readonly TraceEntry[]
  /** Conditions that were evaluated. */
  steps: number
  /** Expressions without a result yet; `settle` waits for them. */
  pending: number
}
