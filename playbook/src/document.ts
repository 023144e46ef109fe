import { OBSERVABLE_KINDS } from '@caseloom/contract/values/case-fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { AssetKey, Duration, Json, JsonRecord, PlaybookKey, StepKey } from './document-parts.ts'
import { PlaybookTest, TEST_LIMITS } from './document-tests.ts'
import { Trigger } from './document-triggers.ts'

export { Duration, STEP_KEY } from './document-parts.ts'
export { Trigger, type TriggerKind } from './document-triggers.ts'

/** The format that this package reads and writes. */
export const FORMAT = 'caseloom.playbook/1'

export const LIMITS = {
  steps: 500,
  blocks: 8,
  triggers: 50,
  depth: 40,
  characters: 1_000_000,
  values: 100_000,
} as const

const CaseNames = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(100)])

/** An edge as authored: under which result of `step` the step that carries it continues. */
export const Edge = z.strictObject({
  step: z.string().max(64),
  on: z.enum(['success', 'failure', 'complete']).default('success'),
  when: z.string().max(100_000).optional(),
  case: CaseNames.optional(),
})
export type Edge = z.infer<typeof Edge>

export const After = z.union([
  z.string().max(64),
  z.array(z.union([z.string().max(64), Edge])).max(LIMITS.steps),
])

export const Retry = z.strictObject({
  attempts: z.int().min(1).max(100),
  backoff: z.enum(['fixed', 'exponential']).default('exponential'),
  from: Duration.default('1s'),
  to: Duration.default('1m'),
})
export type Retry = z.infer<typeof Retry>

/** What undoes a step, in reverse order, when the run fails or is cancelled after the step succeeded. */
export const Compensation = z.strictObject({
  action: z.string().min(1).max(200),
  with: JsonRecord.default({}),
  asset: AssetKey.optional(),
})
export type Compensation = z.infer<typeof Compensation>

const stepParts = {
  key: StepKey,
  title: z.string().min(1).max(200).optional(),
  description: z.string().max(10_000).optional(),
  action: z.string().min(1).max(200),
  with: JsonRecord.default({}),
  /** Key of the asset whose credentials the action uses; never an expression, so that uses can be listed. */
  asset: AssetKey.optional(),
  after: After.default([]),
  join: z.enum(['all', 'any', 'every']).default('all'),
  retry: Retry.optional(),
  timeout: Duration.optional(),
  compensate: Compensation.optional(),
  /** Of `flow.forEach`, `flow.repeat`, `flow.try`: what one turn gives; absent = the output of its only last step. */
  output: Json.optional(),
}

/** One step as authored. Blocks (`flow.forEach`, `flow.repeat`, `flow.try`, `flow.parallel`) hold steps of their own. */
export interface Step {
  key: string
  title?: string | undefined
  description?: string | undefined
  action: string
  with: { [key: string]: JsonValue }
  asset?: string | undefined
  after: string | (string | Edge)[]
  join: 'all' | 'any' | 'every'
  retry?: Retry | undefined
  timeout?: string | undefined
  compensate?: Compensation | undefined
  output?: JsonValue | undefined
  steps?: Step[] | undefined
  catch?: Step[] | undefined
  finally?: Step[] | undefined
  branches?: Branch[] | undefined
}

/** The properties that a step may have, for suggestions. */
export const STEP_PROPERTIES = [...Object.keys(stepParts), 'steps', 'catch', 'finally', 'branches']

/** One branch of a `flow.parallel`. */
export interface Branch {
  key: string
  title?: string | undefined
  steps: Step[]
  output?: JsonValue | undefined
}

/** A list of steps; keys are unique in the whole document, not only in their list. */
const Steps = z.lazy(() => z.array(Step).max(LIMITS.steps)) as z.ZodType<Step[]>

export const Step: z.ZodType<Step> = z.strictObject({
  ...stepParts,
  /** The body of a block; expressions in it also see `item` and `index` (forEach) or `index` (repeat). */
  steps: Steps.optional(),
  /** Of `flow.try`: runs when the body failed; sees the root `error`. */
  catch: Steps.optional(),
  /** Of `flow.try`: runs in any case, cancelling included. */
  finally: Steps.optional(),
  /** Of `flow.parallel`. */
  branches: z
    .array(
      z.strictObject({
        key: StepKey,
        title: z.string().min(1).max(200).optional(),
        steps: Steps,
        output: Json.optional(),
      }),
    )
    .min(1)
    .max(50)
    .optional(),
}) as unknown as z.ZodType<Step>

const lists = z.array(z.unknown()).max(LIMITS.steps).optional()

/** A step without what it holds: blocks are read list by list, so that a fault in one step does not hide others. */
export const StepShell = z.strictObject({
  ...stepParts,
  steps: lists,
  catch: lists,
  finally: lists,
  branches: z
    .array(
      z.strictObject({
        key: StepKey,
        title: z.string().min(1).max(200).optional(),
        steps: z.array(z.unknown()).max(LIMITS.steps),
        output: Json.optional(),
      }),
    )
    .min(1)
    .max(50)
    .optional(),
})
export type StepShell = z.infer<typeof StepShell>

/** Makes a playbook a component: others call it by its key, people run it from a card. */
export const Component = z.strictObject({
  /** Shown to Hero AI, which may offer it. */
  heroAi: z.boolean().default(false),
  /** A person is asked again, with what will happen, before it runs. */
  confirm: z.boolean().default(false),
  /** It looks up observables of these types, which it takes as its input `observables`. */
  looksUp: z.array(z.enum(OBSERVABLE_KINDS)).min(1).max(OBSERVABLE_KINDS.length).optional(),
})
export type Component = z.infer<typeof Component>

const Note = z.strictObject({
  text: z.string().max(10_000),
  x: z.number(),
  y: z.number(),
  width: z.number().min(40).max(4_000).default(240),
  height: z.number().min(40).max(4_000).default(120),
})

const CommentText = z.string().max(10_000)

/** What only people care about: places that they chose, folded blocks, notes, comments. It never changes a run. */
export const Canvas = z.strictObject({
  places: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })).optional(),
  folded: z.array(z.string().max(64)).max(LIMITS.steps).optional(),
  notes: z.array(Note).max(200).optional(),
  /** Comments of the YAML text by the place that they belong to, `steps/<key>/with/value`. */
  comments: z
    .record(
      z.string().max(1_000),
      z.strictObject({
        above: CommentText.optional(),
        before: CommentText.optional(),
        after: CommentText.optional(),
      }),
    )
    .optional(),
})
export type Canvas = z.infer<typeof Canvas>

const SharedNames = z.array(z.string().min(1).max(320)).max(100).optional()

/** Who may start a playbook by hand: ids or names. At least one, for sharing with no one is a mistake. */
export const SharedWith = z
  .strictObject({ users: SharedNames, groups: SharedNames, roles: SharedNames })
  .refine((names) => Object.values(names).some((list) => (list ?? []).length > 0), {
    message: 'is empty: add a user, group, or role',
  })
export type SharedWith = z.infer<typeof SharedWith>

const shell = {
  format: z.literal(FORMAT).default(FORMAT),
  playbook: PlaybookKey,
  title: z.string().min(1).max(200),
  description: z.string().max(10_000).optional(),
  version: z.int().min(1).optional(),
  /** JSON Schema of the inputs. */
  inputs: JsonRecord.optional(),
  /** Template of the run's output, computed when all steps are done. */
  output: Json.optional(),
  runAs: z.enum(['playbook', 'initiator']).default('playbook'),
  component: Component.optional(),
  /** Who may start it by hand, call it, and repeat its runs; absent: everyone who may run playbooks. */
  sharedWith: SharedWith.optional(),
  /** Runs once when the run fails, before it ends; expressions in it also see `error` {step, code, message}. */
  onError: z.strictObject({ steps: z.array(z.unknown()).max(LIMITS.steps) }).optional(),
  canvas: Canvas.optional(),
  /** Retention of completed runs, in days; absent: the installation's default. */
  keepRuns: z.union([z.int().min(1).max(3_650), z.literal('forever')]).optional(),
}

/** Everything of a document but its triggers, steps, and tests, which are checked one by one. */
export const PlaybookShell = z.strictObject({
  ...shell,
  triggers: z.array(z.unknown()).max(LIMITS.triggers).default([]),
  steps: z.array(z.unknown()).max(LIMITS.steps).default([]),
  tests: z.array(z.unknown()).max(TEST_LIMITS.tests).optional(),
})

/** The document `caseloom.playbook/1`: a directed acyclic graph of steps with its triggers. */
export const Playbook = z.strictObject({
  ...shell,
  onError: z.strictObject({ steps: Steps }).optional(),
  triggers: z.array(Trigger).max(LIMITS.triggers).default([]),
  steps: z.array(Step).max(LIMITS.steps).default([]),
  /** Saved tests: publishing runs them, and they travel with the document. */
  tests: z.array(PlaybookTest).max(TEST_LIMITS.tests).optional(),
})
/** A playbook whose document has been validated: defaults filled in. */
export type Playbook = z.infer<typeof Playbook>

/** The edges that lead into a step, in the order in which they are written. */
export function edgesInto(step: Pick<Step, 'after'>): Edge[] {
  const after = typeof step.after === 'string' ? [step.after] : step.after
  return after.map((edge) => (typeof edge === 'string' ? { step: edge, on: 'success' } : edge))
}

/** The case names that an edge asks for; undefined when it asks for none. */
export function casesOf(edge: Edge): string[] | undefined {
  if (edge.case === undefined) return undefined
  return typeof edge.case === 'string' ? [edge.case] : edge.case
}

/** The published JSON Schema (draft 2020-12) of the document as people write it. */
export function playbookJsonSchema(): Record<string, unknown> {
  return {
    $id: 'https://caseloom.dev/schemas/caseloom.playbook-1.json',
    title: 'Caseloom playbook',
    ...z.toJSONSchema(Playbook, { io: 'input', unrepresentable: 'any' }),
  }
}
