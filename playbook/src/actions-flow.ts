import { z } from 'zod'
import { type ActionSpec, AnyJson, App, Lazy, objectSchema } from './action-spec.ts'
import { Duration } from './document.ts'

const Switch = z.strictObject({
  cases: z
    .array(z.strictObject({ name: z.string().min(1).max(100), when: z.union([z.string(), z.boolean()]) }))
    .min(1)
    .max(100),
})
export type SwitchInput = z.infer<typeof Switch>

const Wait = z
  .strictObject({ for: Duration.optional(), until: z.string().max(100).optional() })
  .refine(
    (input) => (input.for === undefined) !== (input.until === undefined),
    'needs either "for" or "until"',
  )

const onTimeout = z.enum(['fail', 'continue']).default('fail')

const WaitEvent = z.strictObject({
  app: App,
  on: z
    .array(z.enum(['created', 'updated', 'deleted', 'folded']))
    .min(1)
    .max(4),
  /** Only events of this record. */
  record: z.string().min(1).max(200).optional(),
  /** Only updates that change one of these fields. */
  fields: z.array(z.string().min(1).max(200)).max(100).optional(),
  /** Asked per event with the root `event`: record, previous, changed, by. */
  when: Lazy.optional(),
  onTimeout,
})

const WaitCondition = z.strictObject({
  app: App,
  record: z.string().min(1).max(200),
  /** Of the type of record filters. */
  filter: z.record(z.string(), AnyJson),
  onTimeout,
})

const Stop = z.strictObject({
  state: z.enum(['succeeded', 'failed', 'cancelled']).default('succeeded'),
  message: z.string().max(2_000).optional(),
  output: AnyJson.optional(),
})
export type StopInput = z.infer<typeof Stop>

const Call = z.strictObject({
  component: z
    .string()
    .max(63)
    .regex(/^[a-z][a-z0-9_-]*$/, 'must be the key of a component'),
  inputs: z.record(z.string(), AnyJson).default({}),
  /** `wait` gives the output of the component's run, `detach` continues immediately. */
  mode: z.enum(['wait', 'detach']).default('wait'),
})

export const MAX_ITEMS = 10_000
export const MAX_TURNS = 1_000

const ForEach = z.strictObject({
  items: z.array(AnyJson).max(MAX_ITEMS),
  /** Concurrent iterations. */
  concurrency: z.int().min(1).max(100).default(1),
  /** `stop`: the first failed turn fails the block; `collect`: every turn gives `{ok, output | error}`. */
  errors: z.enum(['stop', 'collect']).default('stop'),
  /** Turns take so many items at a time: `item` is then a list. */
  batch: z.int().min(1).max(MAX_ITEMS).optional(),
})
export type ForEachInput = z.infer<typeof ForEach>

const Repeat = z.strictObject({
  /** Asked after each turn; sees the steps of that turn and `index`. Absent = always `atMost` turns. */
  until: Lazy.optional(),
  atMost: z.int().min(1).max(MAX_TURNS),
  pause: Duration.optional(),
  /** What becomes of the block when `until` held in no turn. */
  otherwise: z.enum(['fail', 'continue']).default('fail'),
})
export type RepeatInput = z.infer<typeof Repeat>

const Parallel = z.strictObject({
  /** How many branches must succeed; the others are then cancelled. */
  need: z.union([z.enum(['all', 'any']), z.int().min(1).max(50)]).default('all'),
})
export type ParallelInput = z.infer<typeof Parallel>

const timed = { timedOut: { type: 'boolean' } }

/** Actions that decide when and how often steps run. */
export const flowActions: readonly ActionSpec[] = [
  {
    name: 'flow.switch',
    title: 'Switch',
    description: 'Selects the first case whose condition is true. Edges follow the selected case.',
    kind: 'pure',
    input: Switch,
    lazy: ['cases'],
    output: objectSchema({ case: { type: 'string' } }),
  },
  {
    name: 'flow.wait',
    title: 'Wait',
    description: 'Waits for a duration or until a point in time.',
    kind: 'wait',
    input: Wait,
    required: ['for', 'until'],
    output: objectSchema({ until: { type: 'string', format: 'date-time' } }),
  },
  {
    name: 'flow.waitEvent',
    title: 'Wait for an event',
    description: 'Waits until a record is created, updated, or deleted.',
    kind: 'listen',
    input: WaitEvent,
    lazy: ['when'],
    required: ['app', 'on', 'record'],
    output: {
      type: 'object',
      properties: {
        ...timed,
        event: { type: 'string' },
        record: { type: 'object' },
        previous: { type: 'object' },
        changed: { type: 'array', items: { type: 'string' } },
        by: { type: 'object' },
      },
    },
  },
  {
    name: 'flow.waitCondition',
    title: 'Wait for a condition',
    description: 'Waits until a record meets a condition. Continues immediately if it already does.',
    kind: 'listen',
    input: WaitCondition,
    required: ['app', 'record'],
    output: { type: 'object', properties: { ...timed, record: { type: 'object' } } },
  },
  {
    name: 'flow.stop',
    title: 'Stop the run',
    description: 'Ends the whole run at this step with a state you choose.',
    kind: 'stop',
    input: Stop,
  },
  {
    name: 'flow.call',
    title: 'Call a component',
    description: 'Runs another playbook. Waits for its output or continues without waiting.',
    kind: 'listen',
    input: Call,
    constant: ['component'],
    required: ['component'],
    output: {
      type: 'object',
      properties: { runId: { type: 'string' }, state: { type: 'string' }, output: {} },
    },
  },
  {
    name: 'flow.forEach',
    title: 'For each',
    description: 'Runs its steps for each item of a list and returns the list of results.',
    kind: 'block',
    input: ForEach,
    output: { type: 'array' },
  },
  {
    name: 'flow.repeat',
    title: 'Repeat',
    description: 'Repeats its steps until a condition is true or a limit is reached.',
    kind: 'block',
    input: Repeat,
    lazy: ['until'],
    output: objectSchema({ turns: { type: 'integer' }, done: { type: 'boolean' }, output: {} }),
  },
  {
    name: 'flow.try',
    title: 'Try',
    description: 'Runs its steps and handles their failure. Cleanup steps always run.',
    kind: 'block',
    input: z.strictObject({}),
  },
  {
    name: 'flow.parallel',
    title: 'Parallel',
    description: 'Runs branches in parallel and returns the result of each by its key.',
    kind: 'block',
    input: Parallel,
    output: { type: 'object' },
  },
]
