import type { JsonValue } from '@caseloom/contract/json'
import { z } from 'zod'
import { DURATION, parseDuration } from './duration.ts'

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

export const STEP_KEY = /^[a-z][A-Za-z0-9_]*$/
const PLAYBOOK_KEY = /^[a-z][a-z0-9_-]*$/

// Whether all of a document is JSON is checked before, in one walk.
const Json = z.custom<JsonValue>((value) => value !== undefined, 'is missing')
const JsonRecord = z.record(z.string(), Json)

export const StepKey = z
  .string()
  .max(64)
  .regex(
    STEP_KEY,
    'must start with a small letter and hold only letters, digits and _ (a hyphen would read as minus)',
  )

const PlaybookKey = z
  .string()
  .max(63)
  .regex(PLAYBOOK_KEY, 'must start with a small letter and hold only small letters, digits, hyphens and _')

export const Duration = z
  .string()
  .regex(DURATION, 'must be a duration such as 500ms, 30s, 5m, 2h or 1d')
  .refine(
    (text) => !DURATION.test(text) || parseDuration(text) !== undefined,
    'must not be longer than 366 days',
  )

/** Key of an asset of the tenant. */
export const AssetKey = z
  .string()
  .max(63)
  .regex(
    /^[a-z][a-z0-9_-]*$/,
    'must start with a small letter and hold only small letters, digits, hyphens and _',
  )

const CaseNames = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(100)])

/** An edge as authored: under which result of `step` the step that carries it goes on. */
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

export const WebhookOptions = z.strictObject({
  auth: z.enum(['none', 'basic', 'secret', 'hmac-sha256']),
  /** Header that carries the signature or the secret; absent = the usual one of the scheme. */
  header: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'must be a header name')
    .optional(),
  /** `accepted` answers 202 at once, `result` waits for the output of the run. */
  answer: z.enum(['accepted', 'result']).default('accepted'),
})

const Condition = z.string().max(100_000)
const triggerParts = {
  key: StepKey,
  title: z.string().min(1).max(200).optional(),
  when: Condition.optional(),
  dedup: Condition.optional(),
  /** At most so many runs of this trigger at once; further ones wait, up to `queue` of them, then are refused. */
  limit: z
    .strictObject({ running: z.int().min(1).max(1_000), queue: z.int().min(0).max(100_000).default(1_000) })
    .optional(),
}
const AppKey = z.string().min(1).max(200)
const trigger = <K extends string, W extends z.ZodType>(kind: K, options: W) =>
  z.strictObject({ ...triggerParts, kind: z.literal(kind), with: options })

const WebhookTrigger = trigger('webhook', WebhookOptions)

/** Gives `trigger.scheduledAt`. */
const ScheduleTrigger = trigger(
  'schedule',
  z.strictObject({
    /** Five fields, or six with seconds first. */
    cron: z.string().min(1).max(200),
    timeZone: z.string().min(1).max(60).default('UTC'),
    /** While the run before is not over: start beside it, leave this tick out, or wait for it. */
    overlap: z.enum(['allow', 'skip', 'queue']).default('skip'),
    /** Ticks missed while the product was down: leave out, or run once for all of them. */
    missed: z.enum(['skip', 'once']).default('once'),
  }),
)

/** Gives `trigger.record`, `trigger.previous` (updated), `trigger.changed` (field keys), `trigger.by`, `trigger.event`. */
const RecordTrigger = trigger(
  'record',
  z.strictObject({
    app: AppKey,
    on: z
      .array(z.enum(['created', 'updated', 'deleted']))
      .min(1)
      .max(3),
    /** Only updates that change one of these fields. */
    fields: z.array(z.string().min(1).max(200)).max(100).optional(),
    /** Changes made by playbooks start it too; off by default, so that nothing runs in circles. */
    byPlaybooks: z.boolean().default(false),
  }),
)

/** A button on the records of an app; gives `trigger.record`, `trigger.by` and `inputs` asked for in a form. */
const ButtonTrigger = trigger(
  'button',
  z.strictObject({
    app: AppKey,
    label: z.string().min(1).max(60),
    confirm: z.string().min(1).max(500).optional(),
    /** Ask for the playbook's inputs before the start. */
    askInputs: z.boolean().default(false),
  }),
)

/** A page with the playbook's inputs as a form; gives `inputs` and `trigger.by` (null for outsiders). */
const FormTrigger = trigger(
  'form',
  z.strictObject({
    heading: z.string().min(1).max(200),
    text: z.string().max(10_000).optional(),
    /** `tenant`: signed-in people of the tenant; `link`: whoever has the address. */
    audience: z.enum(['tenant', 'link']).default('tenant'),
    thanks: z.string().max(1_000).optional(),
  }),
)

/** Mail in; gives `trigger.mail`: from, to, cc, subject, text, html, headers, attachments [{fileId, name, type, size, sha256}]. */
const MailTrigger = trigger(
  'mail',
  z.discriminatedUnion('via', [
    /** The product's own SMTP listener; the address is made at publishing. */
    z.strictObject({ via: z.literal('smtp') }),
    /** A mailbox that is polled; `asset` holds host, user and password. */
    z.strictObject({
      via: z.literal('imap'),
      asset: AssetKey,
      folder: z.string().min(1).max(200).default('INBOX'),
      every: Duration.default('1m'),
      /** What becomes of a mail that was taken. */
      then: z.enum(['mark-read', 'move', 'delete']).default('mark-read'),
      moveTo: z.string().min(1).max(200).optional(),
    }),
  ]),
)

/** Asks another system now and then; gives `trigger.item` (one run per item) with `trigger.cursor`. */
const PollTrigger = trigger(
  'poll',
  z.strictObject({
    every: Duration.default('5m'),
    action: z.string().min(1).max(200),
    asset: AssetKey.optional(),
    /** Input of the action; expressions see `cursor` (null at first) and `since` (time of the last good poll). */
    with: JsonRecord.default({}),
    /** Expression over `output` of the action that gives the list of items. */
    items: Condition,
    /** Expression over `item` that names it once and for all; the same name never starts a second run. */
    id: Condition,
    /** Expression over `output` and `items` that gives the next cursor. */
    cursor: Condition.optional(),
  }),
)

/** Another playbook's run came to a bad end; gives `trigger.run` (id, number, playbook, error). */
const FailureTrigger = trigger(
  'failure',
  z.strictObject({
    /** Keys of playbooks; absent = all but this one. */
    playbooks: z.array(PlaybookKey).max(500).optional(),
  }),
)

/** The ways in which a run of a playbook begins; components and Hero AI come in by `component`. */
export const Trigger = z.discriminatedUnion('kind', [
  WebhookTrigger,
  ScheduleTrigger,
  RecordTrigger,
  ButtonTrigger,
  FormTrigger,
  MailTrigger,
  PollTrigger,
  FailureTrigger,
])
export type Trigger = z.infer<typeof Trigger>
export type WebhookTrigger = z.infer<typeof WebhookTrigger>
export type TriggerKind = Trigger['kind']

/** Makes a playbook a component: others call it by its key, people run it from a card. */
export const Component = z.strictObject({
  /** Shown to Hero AI, which may offer it. */
  heroAi: z.boolean().default(false),
  /** A person is asked again, with what will happen, before it runs. */
  confirm: z.boolean().default(false),
})
export type Component = z.infer<typeof Component>

const Note = z.strictObject({
  text: z.string().max(10_000),
  x: z.number(),
  y: z.number(),
  width: z.number().min(40).max(4_000).default(240),
  height: z.number().min(40).max(4_000).default(120),
})

/** What only the canvas cares about: places that people chose, folded blocks, notes. It never changes a run. */
export const Canvas = z.strictObject({
  places: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })).optional(),
  folded: z.array(z.string().max(64)).max(LIMITS.steps).optional(),
  notes: z.array(Note).max(200).optional(),
})
export type Canvas = z.infer<typeof Canvas>

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
  /** Runs once when the run fails, before it ends; expressions in it also see `error` {step, code, message}. */
  onError: z.strictObject({ steps: z.array(z.unknown()).max(LIMITS.steps) }).optional(),
  canvas: Canvas.optional(),
}

/** Everything of a document but its triggers and steps, which are checked one by one. */
export const PlaybookShell = z.strictObject({
  ...shell,
  triggers: z.array(z.unknown()).max(LIMITS.triggers).default([]),
  steps: z.array(z.unknown()).max(LIMITS.steps).default([]),
})

/** The document `caseloom.playbook/1`: a directed acyclic graph of steps with its triggers. */
export const Playbook = z.strictObject({
  ...shell,
  onError: z.strictObject({ steps: Steps }).optional(),
  triggers: z.array(Trigger).max(LIMITS.triggers).default([]),
  steps: z.array(Step).max(LIMITS.steps).default([]),
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
