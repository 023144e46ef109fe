import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type {
  FormItem,
  Occasion,
  ValueSource,
  Workflow,
  WorkflowAction,
} from '@caseloom/contract/apps/workflow'
import { isClockVerb } from './clock-filters.ts'
import type { Aspect, ItemState } from './form-context.ts'
import { withFieldRules } from './from-fields.ts'
import { namesIn } from '@caseloom/contract/apps/message-names'
import { nameable } from './message-text.ts'
import { isUnsteady, readsOf } from './test-reads.ts'
import { compileTest, type ExpressionTest, expressionTest, type FormFields, type Test } from './tests.ts'
import { type PlacedRule, placedRules } from './walk.ts'

export interface CompiledAction {
  action: WorkflowAction
  /** Items that it decides about, by name. */
  items: readonly string[]
  /** The expression that computes its value. */
  expression: ExpressionTest | null
  /** Fields that its value is computed from. */
  reads: readonly string[]
  /** Fields that its text names. */
  names: readonly string[]
  /** What it decides about its items, and how. */
  aspect: readonly [Aspect, boolean] | null
  /** It acts for every actor: who reads the field reads what decides it, which publishing checks. */
  forAll: boolean
}

export interface CompiledRule {
  index: number
  placed: PlacedRule
  parent: CompiledRule | null
  /** Rules before it in its branch; asked by an `else`. */
  earlier: readonly CompiledRule[]
  on: ReadonlySet<Occasion>
  off: boolean
  /** Null for an `else`. */
  test: Test | null
  /** Fields that its own condition reads. */
  reads: readonly string[]
  /** Fields that decide whether it applies: its own, and those of the rules that it depends on. */
  decides: ReadonlySet<string>
  unsteady: boolean
  actions: readonly CompiledAction[]
  /** Those of its actions that set values. */
  writes: readonly CompiledAction[]
  /** Whose days its conditions count; the form's when absent. */
  zone: string | undefined
}

export interface CompiledWorkflow {
  rules: readonly CompiledRule[]
  fields: FormFields
  /** Every field that a condition or expression reads, or a text names. */
  reads: readonly string[]
  /** Those that texts name. */
  names: ReadonlySet<string>
  /** What an aspect of an item is while no rule decides it, where the rules imply it. */
  starts: ReadonlyMap<string, ReadonlyMap<Aspect, boolean>>
  /** The items as they are while no rule decides them. */
  form: ReadonlyMap<string, ItemState>
}

const FOR_ALL: ReadonlySet<WorkflowAction['do']> = new Set([
  'require',
  'optional',
  'set',
  'default',
  'start_clock',
  'pause_clock',
  'stop_clock',
])

/** Which aspect of its items a verb decides, and how. */
export const ASPECTS = {
  show: ['visible', true],
  hide: ['visible', false],
  collapse: ['collapsed', true],
  expand: ['collapsed', false],
  require: ['required', true],
  optional: ['required', false],
  read_only: ['readOnly', true],
  editable: ['readOnly', false],
  offer: ['offered', true],
} as const satisfies Partial<Record<WorkflowAction['do'], readonly [Aspect, boolean]>>

export function aspectOf(verb: WorkflowAction['do']): readonly [Aspect, boolean] | null {
  return Object.hasOwn(ASPECTS, verb)
    ? (ASPECTS[verb as keyof typeof ASPECTS] as readonly [Aspect, boolean])
    : null
}

/** The name of an item: `field:status`, `section:details`. */
export function itemName(item: FormItem): string {
  const [kind = '', name = ''] = Object.entries(item)[0] ?? []
  return `${kind}:${String(name)}`
}

/** The item of a name. */
export function itemOfName(item: string): FormItem {
  const at = item.indexOf(':')
  const [kind, name] = [item.slice(0, at), item.slice(at + 1)]
  if (kind === 'section') return { section: name }
  if (kind === 'tab') return { tab: name }
  if (kind === 'button') return { button: name }
  return kind === 'block' ? { block: name } : { field: name }
}

/** The items that an action is about. */
export function itemsOf(action: WorkflowAction): string[] {
  if ('items' in action) return action.items.map(itemName)
  if ('fields' in action) return action.fields.map((field) => `field:${field}`)
  if ('button' in action) return [`button:${action.button}`]
  if ('field' in action) return [`field:${action.field}`]
  return action.at === undefined ? [] : [itemName(action.at)]
}

export interface CompileOptions {
  fields: readonly FieldInput[]
  /** Fields of the apps that reference fields point to, by reference field. */
  linked?: ReadonlyMap<string, readonly FieldInput[]> | undefined
}

/** Makes a workflow ready to be evaluated over an app's fields; faulty conditions never hold. */
export function compileWorkflow(
  workflow: Workflow | undefined,
  { fields, linked }: CompileOptions,
): CompiledWorkflow {
  const formFields = formFieldsOf(fields, linked)
  const rules = compileRules(placedRules(withFieldRules(workflow ?? { stages: [] }, fields)), formFields)
  const reads = new Set(
    rules.flatMap((rule) => [...rule.reads, ...rule.actions.flatMap((action) => action.reads)]),
  )
  const names = new Set(rules.flatMap(({ actions }) => actions.flatMap((action) => action.names)))
  const starts = startsOf(rules)
  return { rules, fields: formFields, reads: [...reads.union(names)], names, starts, form: formOf(starts) }
}

function formOf(starts: CompiledWorkflow['starts']): Map<string, ItemState> {
  return new Map(
    [...starts].map(([item, aspects]) => [
      item,
      Object.fromEntries([...aspects].map(([aspect, value]) => [aspect, { value, by: [] }])),
    ]),
  )
}

export function formFieldsOf(fields: readonly FieldInput[], linked: CompileOptions['linked']): FormFields {
  const byKey = (list: readonly FieldInput[]) => new Map(list.map((field) => [field.key, field]))
  return {
    own: byKey(fields),
    linked: linked && new Map([...linked].map(([key, list]) => [key, byKey(list)])),
  }
}

function compileRules(placed: readonly PlacedRule[], fields: FormFields): CompiledRule[] {
  const known = new Map<PlacedRule, CompiledRule>()
  const find = (one: PlacedRule) => {
    const rule = known.get(one)
    if (rule === undefined) throw new Error('A rule comes after those that it depends on')
    return rule
  }
  for (const [index, one] of placed.entries()) {
    const { rule, stage } = one
    const parent = one.parent === null ? null : find(one.parent)
    const earlier = rule.when === undefined ? one.earlier.map(find) : []
    const test = rule.when === undefined ? null : compileTest(rule.when, fields)
    const reads = test === null ? [] : readsOf(test)
    const on = new Set(
      [...(parent?.on ?? stage.on)].filter((occasion) => rule.on?.includes(occasion) ?? true),
    )
    const decides = new Set([
      ...reads,
      ...(parent?.decides ?? []),
      ...earlier.flatMap((other) => [...other.decides]),
    ])
    const actions = rule.actions
      .filter(({ off }) => off !== true)
      .map((action) => compileAction(action, fields))
    known.set(one, {
      index,
      placed: one,
      parent,
      earlier,
      on,
      off: one.off,
      test,
      reads,
      decides,
      unsteady: test !== null && isUnsteady(test),
      actions,
      writes: actions.filter(({ action }) => action.do === 'set' || action.do === 'default'),
      zone: clockZone(rule.actions, fields),
    })
  }
  return [...known.values()]
}

/** A clock with working hours counts days by their zone. */
function clockZone(actions: readonly WorkflowAction[], { own }: FormFields): string | undefined {
  const [first] = actions
  if (first === undefined || !actions.every(({ do: verb }) => isClockVerb(verb)) || !('field' in first))
    return undefined
  const field = own.get(first.field)
  return field !== undefined && 'start' in field ? field.hours?.zone : undefined
}

function compileAction(action: WorkflowAction, fields: FormFields): CompiledAction {
  const to: ValueSource | null = 'to' in action ? action.to : null
  const expression = to !== null && 'expression' in to ? expressionTest(to.expression, fields) : null
  const reads =
    expression !== null
      ? [...new Set([...expression.reading.record, ...expression.reading.before])]
      : to !== null && 'through' in to
        ? [to.through]
        : []
  const names = action.do === 'message' ? namedFields(action.text, fields) : []
  const aspect = aspectOf(action.do)
  return { action, items: itemsOf(action), expression, reads, names, aspect, forAll: FOR_ALL.has(action.do) }
}

/** The fields of a text, and the facts that placed ones show. */
function namedFields(text: string, { own }: FormFields): string[] {
  const found = namesIn(text).flatMap((key) => {
    const target = nameable(key, own.get(key))
    return target === null ? [] : [key, target.key]
  })
  return [...new Set(found)]
}

/** The first action on an item implies its start: what is shown by a rule is hidden without it. */
function startsOf(rules: readonly CompiledRule[]): Map<string, Map<Aspect, boolean>> {
  const starts = new Map<string, Map<Aspect, boolean>>()
  for (const rule of rules) {
    if (rule.off) continue
    for (const { action, items } of rule.actions) {
      const aspect = aspectOf(action.do)
      if (aspect === null) continue
      for (const item of items) {
        const own = starts.get(item) ?? new Map<Aspect, boolean>()
        if (!own.has(aspect[0])) own.set(aspect[0], !aspect[1])
        starts.set(item, own)
      }
    }
  }
  // What is required or read-only without a rule, the field itself says.
  for (const own of starts.values())
    for (const aspect of ['required', 'readOnly'] as const) own.delete(aspect)
  return new Map([...starts].filter(([, own]) => own.size > 0))
}
