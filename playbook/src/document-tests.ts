import { z } from 'zod'
import { Json, JsonRecord, StepKey } from './document-parts.ts'

/** Bounds of the tests of a playbook; `characters` are those of one test as JSON. */
export const TEST_LIMITS = { tests: 50, given: 500, attempts: 20, steps: 500, characters: 100_000 } as const

const Outcome = z.strictObject({ output: Json })
const Failure = z.strictObject({
  error: z.strictObject({
    code: z.string().min(1).max(100),
    message: z.string().max(1_000),
    retryable: z.boolean().optional(),
    detail: Json.optional(),
  }),
})
/** A question that is put and never answered. */
const Silence = z.strictObject({ unanswered: z.literal(true) })

const GivenOnce = z.union([Outcome, Failure, Silence])
export type GivenOnce = z.infer<typeof GivenOnce>

/** What a step outside gives: always the same, or one by one for its attempts, the last one for all further ones. */
export const Given = z.union([GivenOnce, z.array(GivenOnce).min(1).max(TEST_LIMITS.attempts)])
export type Given = z.infer<typeof Given>

const RUN_STATES = ['succeeded', 'failed', 'cancelled', 'waiting', 'filtered'] as const
const STEP_STATES = ['succeeded', 'failed', 'cancelled', 'waiting', 'skipped'] as const

/** `output` and `times` count only where they are named; a step that was never reached is skipped. */
export const ExpectedStep = z.strictObject({
  state: z.enum(STEP_STATES).optional(),
  output: Json.optional(),
  /** How often it ran: turns of loops and attempts. */
  times: z.int().min(0).max(1_000_000).optional(),
})
export type ExpectedStep = z.infer<typeof ExpectedStep>

/** What counts of a run; whatever isn't named may be as it is. */
export const Expectation = z.strictObject({
  state: z.enum(RUN_STATES).optional(),
  /** Code of the error with which it fails. */
  error: z.string().min(1).max(200).optional(),
  output: Json.optional(),
  /** By key, or by path for one turn of a loop: `each#0/lookup`. */
  steps: z.record(z.string().min(1).max(500), ExpectedStep).optional(),
})
export type Expectation = z.infer<typeof Expectation>

/** A saved test: what a run is given, and what must come of it. It reaches nothing outside. */
export const PlaybookTest = z.strictObject({
  key: StepKey,
  title: z.string().min(1).max(200),
  /** When the run starts, for `$now()`; absent: always the same moment. */
  at: z.iso.datetime({ offset: true }).optional(),
  trigger: z
    .strictObject({
      /** Absent: the run is started by hand, as a component is. */
      key: StepKey.optional(),
      payload: Json.optional(),
      headers: z.record(z.string().max(200), z.string().max(10_000)).optional(),
      query: JsonRecord.optional(),
    })
    .default({}),
  inputs: JsonRecord.optional(),
  /** Key or path of a step outside → what it gives. */
  given: z.record(z.string().min(1).max(500), Given).default({}),
  expect: Expectation.default({}),
})
export type PlaybookTest = z.infer<typeof PlaybookTest>

export const TEST_PROPERTIES = Object.keys(PlaybookTest.shape)
