import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { Condition, Filter } from '../values/filter.ts'
import { Instant } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { TableKey } from '../values/table-key.ts'
import { TimeZone } from '../values/time-zones.ts'

// The workflow of an app or applet: its form logic. It reads the record, its linked records, and the actor, and decides
// what the form looks like, which values are set, and whether the record can be saved. Never an automation.

/** What opened or changed the record. `edit` is each change while a form is open; the others happen on the server too. */
export const OCCASIONS = ['new', 'open', 'edit', 'save', 'import', 'api', 'playbook'] as const
export const Occasion = z.enum(OCCASIONS)
export type Occasion = z.infer<typeof Occasion>

export const MAX_STAGES = 50
/** Rules of a workflow, nested ones included. */
export const MAX_RULES = 2_000
export const MAX_RULE_DEPTH = 12

/** Identifies a stage, branch, rule, or action within its workflow; stable when its content changes. */
export const WorkflowItemId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Use up to 40 letters and digits')
export type WorkflowItemId = z.infer<typeof WorkflowItemId>

/**
 * A field compared with a value. `now` reads the record as it is about to be, `before` as it was stored (empty for a new
 * record); `becomes` holds when the comparison holds now and did not before.
 */
const FieldTest = Condition.extend({ at: z.enum(['now', 'before', 'becomes']).optional() })
export type FieldTest = z.infer<typeof FieldTest>

/**
 * A field whose value is in a reference table, or isn't: in its key column, or in another text column. An empty field is
 * in no table.
 */
const TableTest = z.strictObject({
  field: z.string().min(1).max(100),
  op: z.enum(['inTable', 'notInTable']),
  table: TableKey,
  column: TableKey.optional(),
  at: z.enum(['now', 'before', 'becomes']).optional(),
})
export type TableTest = z.infer<typeof TableTest>

/** Linked records of a reference field: at least `min` (default 1) that the actor can read satisfy `where`. */
const LinkedTest = z.strictObject({
  linked: Key,
  where: Filter.optional(),
  min: z.number().int().min(1).max(10_000).optional(),
})
export type LinkedTest = z.infer<typeof LinkedTest>

/** Who acts: one of these users, groups, or roles (IDs), or one of these kinds of actor. */
const ActorTest = z.union([
  z.strictObject({
    actor: z.enum(['user', 'group', 'role']),
    in: z.array(z.string().max(60)).min(1).max(100),
  }),
  z.strictObject({
    actor: z.literal('kind'),
    in: z
      .array(z.enum(['user', 'playbook', 'system']))
      .min(1)
      .max(3),
  }),
])
export type ActorTest = z.infer<typeof ActorTest>

export type When =
  | { all: When[] }
  | { any: When[] }
  | { none: When[] }
  | FieldTest
  | TableTest
  /** The field has another value than before. */
  | { changed: string }
  | LinkedTest
  | ActorTest
  /** The record was opened or changed in one of these ways. */
  | { opened: Occasion[] }
  /** JSONata over `record`, `before`, `actor`, `opened`; true or false. */
  | { expression: string }

export const When: z.ZodType<When> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(When).max(50) }),
    z.strictObject({ any: z.array(When).max(50) }),
    z.strictObject({ none: z.array(When).max(50) }),
    z.strictObject({ changed: Key }),
    LinkedTest,
    ActorTest,
    z.strictObject({ opened: z.array(Occasion).min(1).max(OCCASIONS.length) }),
    z.strictObject({ expression: z.string().min(1).max(4_000) }),
    TableTest,
    FieldTest,
  ]),
)

/** What an action shows, hides, or locks: a field, or an item of the layout by its ID (a tab by its title). */
export const FormItem = z.union([
  z.strictObject({ field: Key }),
  z.strictObject({ section: WorkflowItemId }),
  z.strictObject({ tab: Label }),
  z.strictObject({ button: WorkflowItemId }),
  z.strictObject({ block: WorkflowItemId }),
])
export type FormItem = z.infer<typeof FormItem>

const items = z.array(FormItem).min(1).max(500)
const fields = z.array(Key).min(1).max(500)

/** Where a value comes from: fixed, computed, or a field of the first record linked through a reference field. */
export const ValueSource = z.union([
  z.strictObject({ value: JsonValue }),
  z.strictObject({ expression: z.string().min(1).max(4_000) }),
  z.strictObject({ through: Key, field: Key }),
])
export type ValueSource = z.infer<typeof ValueSource>

/** Publishing allows 1,000 characters and 50 names; keys of an applet are longer in its apps. */
const MAX_MESSAGE = 3_000

const action = { id: WorkflowItemId, off: z.boolean().optional() }

export const WorkflowAction = z.discriminatedUnion('do', [
  z.strictObject({ ...action, do: z.enum(['show', 'hide', 'collapse', 'expand']), items }),
  z.strictObject({ ...action, do: z.enum(['require', 'optional']), fields }),
  z.strictObject({ ...action, do: z.enum(['read_only', 'editable']), items }),
  z.strictObject({
    ...action,
    do: z.literal('set'),
    field: Key,
    to: ValueSource,
    /** `once` sets it when the rule begins to apply, `always` whenever the rule applies. */
    repeat: z.enum(['once', 'always']).default('once'),
    onlyIfEmpty: z.boolean().default(false),
    /** Only where the present value is lower or higher than the new one, or empty; instead of `onlyIfEmpty`. */
    onlyIf: z.enum(['lower', 'higher']).optional(),
  }),
  /** The default of a new record, filled where nothing was given. */
  z.strictObject({ ...action, do: z.literal('default'), field: Key, to: ValueSource }),
  /** The options offered, in this order; the others are not offered, but values that have them stay. */
  z.strictObject({
    ...action,
    do: z.literal('options'),
    field: Key,
    options: z.array(z.string().max(100)).max(500),
  }),
  z.strictObject({
    ...action,
    do: z.literal('message'),
    /** An error blocks saving. */
    level: z.enum(['info', 'warning', 'error']),
    /** Names fields as `{{field_key}}`; their values are shown to readers who can read them. */
    text: z.string().trim().min(1).max(MAX_MESSAGE),
    /** Where it is shown; at the top of the form when absent. */
    at: FormItem.optional(),
  }),
  z.strictObject({ ...action, do: z.enum(['start_clock', 'pause_clock', 'stop_clock']), field: Key }),
  z.strictObject({ ...action, do: z.literal('offer'), button: WorkflowItemId }),
])
export type WorkflowAction = z.infer<typeof WorkflowAction>

/** A rule: while `when` holds, its actions apply and the rules of its branches are evaluated. */
export interface WorkflowRule {
  id: WorkflowItemId
  /** Shown on the card; made from the condition when absent. */
  name?: string | undefined
  /** Absent for an `else`: it holds when no earlier rule of its branch does. Only the last rule of a branch can be one. */
  when?: When | undefined
  /** Narrower than the stage; absent means as the stage. */
  on?: Occasion[] | undefined
  actions: WorkflowAction[]
  branches: WorkflowBranch[]
  /** Never evaluated, and neither is what is nested in it. */
  off?: boolean | undefined
  note?: string | undefined
}

/** Rules about one subject, evaluated independently of one another; a final `else` holds when none of them does. */
export interface WorkflowBranch {
  id: WorkflowItemId
  /** The field that the rules are about; the editor shows it as the card that the rules hang from. */
  subject?: string | undefined
  rules: WorkflowRule[]
}

const note = z.string().max(5_000).optional()
export const WorkflowRule: z.ZodType<WorkflowRule> = z.lazy(() =>
  z.strictObject({
    id: WorkflowItemId,
    name: Label.optional(),
    when: When.optional(),
    on: z.array(Occasion).min(1).max(OCCASIONS.length).optional(),
    actions: z.array(WorkflowAction).max(100),
    branches: z.array(WorkflowBranch).max(50),
    off: z.boolean().optional(),
    note,
  }),
)
export const WorkflowBranch: z.ZodType<WorkflowBranch> = z.lazy(() =>
  z.strictObject({ id: WorkflowItemId, subject: Key.optional(), rules: z.array(WorkflowRule).max(500) }),
)

export const WorkflowStage = z.strictObject({
  id: WorkflowItemId,
  title: Label,
  /** On which occasions the stage is evaluated. */
  on: z.array(Occasion).min(1).max(OCCASIONS.length),
  branches: z.array(WorkflowBranch).max(200),
  off: z.boolean().optional(),
  note,
})
export type WorkflowStage = z.infer<typeof WorkflowStage>

export const MAX_TESTS = 100
/** Characters of one test as JSON. */
export const MAX_TEST_SIZE = 10_000

const values = z.record(Key, JsonValue)

/** What a test expects of an item; an absent aspect is as the layout or the field says. */
const ExpectedItem = z.strictObject({
  visible: z.boolean().optional(),
  collapsed: z.boolean().optional(),
  required: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  offered: z.boolean().optional(),
})
export type ExpectedItem = z.infer<typeof ExpectedItem>

/** The name of an item: its kind and what identifies it, such as `field:status`, `section:details`, `tab:More`. */
const ItemName = z.string().regex(/^(?:field|section|tab|button|block):.{1,100}$/, 'This names no item')

export const Expectation = z.strictObject({
  items: z.record(ItemName, ExpectedItem),
  /** Offered options, by field. */
  options: z.record(Key, z.array(z.string().max(100)).max(500)),
  /** What rules set, by field. */
  values,
  messages: z
    .array(
      z.strictObject({
        level: z.enum(['info', 'warning', 'error']),
        text: z.string().max(1_000),
        at: ItemName.optional(),
      }),
    )
    .max(200),
})
export type Expectation = z.infer<typeof Expectation>

/** A sample with what the workflow makes of it. It holds no values of fields that only some roles can read. */
export const WorkflowTest = z
  .strictObject({
    id: WorkflowItemId,
    name: Label,
    opened: Occasion,
    /** Who opens the form; without a role, someone who can read every field. */
    role: z.string().max(60).optional(),
    user: z.string().max(60).optional(),
    /** Now, for the test. */
    at: Instant,
    zone: TimeZone.optional(),
    /** The record as it was stored; null for a new one. */
    stored: values.nullable(),
    /** What was entered. */
    given: values,
    expect: Expectation,
  })
  .refine((test) => JSON.stringify(test).length <= MAX_TEST_SIZE, {
    error: `A test can have at most ${MAX_TEST_SIZE.toLocaleString('en-US')} characters`,
  })
export type WorkflowTest = z.infer<typeof WorkflowTest>

/** Stages in the order in which they run. Where two actions decide the same thing, the later one wins. */
export const Workflow = z.strictObject({
  stages: z.array(WorkflowStage).max(MAX_STAGES),
  /** Samples that are run when the workflow changes; only those who build the app see them. */
  tests: z.array(WorkflowTest).max(MAX_TESTS, `A workflow can have at most ${MAX_TESTS} tests`).optional(),
})
export type Workflow = z.infer<typeof Workflow>
