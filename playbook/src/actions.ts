import type { JsonValue } from '@caseloom/contract/json'
import { z } from 'zod'
import { Duration } from './document.ts'

/** What the language must know of an action: its place in the catalogue, its input and how it runs. */
export type ActionSpec = {
  /** `<group>.<verb>`, unique in a catalogue. */
  name: string
  title: string
  /**
   * `pure` is computed in place, `wait` sleeps, `effect` goes to the host, `listen` goes to the host and waits for an
   * answer from outside, `block` holds steps, `stop` ends the run.
   */
  kind: 'pure' | 'wait' | 'effect' | 'listen' | 'block' | 'stop'
  /** Schema of the input once its expressions are evaluated; a connector may give `z.fromJSONSchema(…)`. */
  input: z.ZodType
  /** Properties that the action evaluates by itself, per item or per case. */
  lazy?: readonly string[]
  /** Properties that must be there and not empty once evaluated; a missing one fails the step. */
  required?: readonly string[]
  /** What stands in for a property whose expression gives nothing; otherwise the property is left out. */
  absent?: { readonly [property: string]: JsonValue }
  /** One sentence for the catalogue of actions. */
  description?: string
  /** JSON Schema of the output, for autocompletion; absent = unknown. */
  output?: { readonly [keyword: string]: JsonValue }
  /** Whether the step names an asset, and of which connector. */
  asset?: { connector: string; required: boolean }
  /** Time limit of one attempt when the step names none; default 60 s. */
  timeoutMs?: number
}

/** Actions by name; passed as a value so that connectors can add theirs. */
export type Catalogue = ReadonlyMap<string, ActionSpec>

export const DEFAULT_TIMEOUT_MS = 60_000

// Evaluated inputs are JSON already; walking big payloads again would cost time for nothing.
const Json = z.custom<JsonValue>((value) => value !== undefined, 'is missing')
const app = z.string().min(1).max(200)
const Fields = z.record(z.string().min(1), Json)

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

const HttpRequest = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']).default('GET'),
  url: z.string().min(1).max(8_000),
  headers: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  body: Json.optional(),
  timeout: Duration.optional(),
})

const Match = z
  .record(z.string().min(1), z.union([z.string(), z.number(), z.boolean()]))
  .refine((match) => Object.keys(match).length > 0, 'must name at least one unique field')

const Search = z.strictObject({
  app,
  filter: z.record(z.string(), Json).optional(),
  text: z.string().max(1_000).optional(),
  sort: z
    .array(z.strictObject({ field: z.string().min(1), direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(3)
    .optional(),
  limit: z.int().min(1).max(1_000).optional(),
})

const specs: readonly ActionSpec[] = [
  {
    name: 'data.transform',
    title: 'Transform data',
    kind: 'pure',
    input: z.strictObject({ value: Json }),
    absent: { value: null },
  },
  {
    name: 'data.filter',
    title: 'Filter a list',
    kind: 'pure',
    input: z.strictObject({ items: z.array(Json), where: z.union([z.string(), z.boolean()]) }),
    lazy: ['where'],
  },
  {
    name: 'data.template',
    title: 'Write text',
    kind: 'pure',
    input: z.strictObject({ text: z.string() }),
    absent: { text: '' },
  },
  { name: 'flow.switch', title: 'Switch', kind: 'pure', input: Switch, lazy: ['cases'] },
  { name: 'flow.wait', title: 'Wait', kind: 'wait', input: Wait, required: ['for', 'until'] },
  {
    name: 'http.request',
    title: 'HTTP request',
    kind: 'effect',
    input: HttpRequest,
    required: ['url', 'method'],
    timeoutMs: 30_000,
  },
  {
    name: 'record.upsert',
    title: 'Create or update a record',
    kind: 'effect',
    // `create` holds fields that are set only when there is no such record yet.
    input: z.strictObject({ app, match: Match, set: Fields, create: Fields.optional() }),
    required: ['app', 'match'],
  },
  {
    name: 'record.create',
    title: 'Create a record',
    kind: 'effect',
    input: z.strictObject({ app, set: Fields }),
    required: ['app'],
  },
  {
    name: 'record.update',
    title: 'Update a record',
    kind: 'effect',
    input: z.strictObject({ app, id: z.string().min(1).max(200), set: Fields }),
    required: ['app', 'id'],
  },
  {
    name: 'record.get',
    title: 'Get a record',
    kind: 'effect',
    input: z.strictObject({ app, id: z.string().min(1).max(200) }),
    required: ['app', 'id'],
  },
  { name: 'record.search', title: 'Search records', kind: 'effect', input: Search, required: ['app'] },
]

/** The actions that are part of the language at this stage. */
export const builtInActions: Catalogue = new Map(specs.map((spec) => [spec.name, spec]))

/** A catalogue with more actions; a name that is already taken is refused. */
export function extendCatalogue(base: Catalogue, more: readonly ActionSpec[]): Catalogue {
  const all = new Map(base)
  for (const spec of more) {
    if (all.has(spec.name)) throw new Error(`The action ${spec.name} is already in the catalogue`)
    all.set(spec.name, spec)
  }
  return all
}
