import type { JsonValue } from '@caseloom/contract/json'
import { z } from 'zod'
import { DURATION, parseDuration } from './duration.ts'

/** The format that this package reads and writes. */
export const FORMAT = 'caseloom.playbook/1'

export const LIMITS = { steps: 500, triggers: 50, depth: 40, characters: 1_000_000, values: 100_000 } as const

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

const CaseNames = z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(100)])

/** An edge as authored: under which result of `step` the step that carries it goes on. */
export const Edge = z.strictObject({
  step: z.string().max(64),
  on: z.enum(['success', 'failure', 'complete']).default('success'),
  when: z.string().max(100_000).optional(),
  case: CaseNames.optional(),
})
export type Edge = z.infer<typeof Edge>

const After = z.union([z.string().max(64), z.array(z.union([z.string().max(64), Edge])).max(LIMITS.steps)])

export const Retry = z.strictObject({
  attempts: z.int().min(1).max(100),
  backoff: z.enum(['fixed', 'exponential']).default('exponential'),
  from: Duration.default('1s'),
  to: Duration.default('1m'),
})
export type Retry = z.infer<typeof Retry>

/** One step as authored. */
export const Step = z.strictObject({
  key: StepKey,
  title: z.string().min(1).max(200).optional(),
  description: z.string().max(10_000).optional(),
  action: z.string().min(1).max(200),
  with: JsonRecord.default({}),
  after: After.default([]),
  join: z.enum(['all', 'any', 'every']).default('all'),
  retry: Retry.optional(),
  timeout: Duration.optional(),
})
export type Step = z.infer<typeof Step>

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

const WebhookTrigger = z.strictObject({
  key: StepKey,
  kind: z.literal('webhook'),
  title: z.string().min(1).max(200).optional(),
  with: WebhookOptions,
  when: z.string().max(100_000).optional(),
  dedup: z.string().max(100_000).optional(),
})

/** A trigger; the union grows with the kinds that the product offers. */
export const Trigger = z.discriminatedUnion('kind', [WebhookTrigger])
export type Trigger = z.infer<typeof Trigger>

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
  triggers: z.array(Trigger).max(LIMITS.triggers).default([]),
  steps: z.array(Step).max(LIMITS.steps).default([]),
})
/** A playbook whose document has been validated: defaults filled in. */
export type Playbook = z.infer<typeof Playbook>

/** The edges that lead into a step, in the order in which they are written. */
export function edgesInto(step: Step): Edge[] {
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
