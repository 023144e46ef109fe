import { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { namesIn } from './template.ts'
import { ManifestVerdict } from './verdict.ts'

/**
 * A connector as data: what it is, how it proves who it is, and its actions as HTTP requests. Templates are JSON whose
 * texts hold `{property}` of the input or `{settings.name}` of the asset: a text that is nothing but one such name
 * becomes the value itself, and a member whose value is absent falls away.
 */

const Key = z.string().regex(/^[a-z][a-z0-9_]{1,62}$/, 'must contain only lowercase letters, digits, and _')
const ActionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,62}\.[a-zA-Z][A-Za-z0-9_]{0,99}$/, 'must be <connector>.<verb>')
const HeaderName = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/)
const Https = z.string().regex(/^https?:\/\/[^\s]+$/, 'must be a URL')

/** Where the secrets of an asset go. Several kinds: the person who makes the asset chooses. */
export const ManifestAuth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Setting `username`, secret `password`. */
  z.strictObject({ kind: z.literal('basic'), hint: z.string().max(500).optional() }),
  /** Secret `token`, sent as `Authorization: <prefix> <token>`. */
  z.strictObject({
    kind: z.literal('bearer'),
    prefix: z.string().max(40).default('Bearer'),
    hint: z.string().max(500).optional(),
  }),
  /** Secret `key`, sent under this name. */
  z.strictObject({
    kind: z.literal('apiKey'),
    in: z.enum(['header', 'query']),
    name: HeaderName,
    /** Is before the key with one space between, for example `GenieKey`. */
    prefix: z.string().max(40).default(''),
    hint: z.string().max(500).optional(),
  }),
  /** Setting `clientId`, secret `clientSecret`. `tokenUrl` may hold `{settings.name}`. */
  z.strictObject({
    kind: z.literal('oauth2ClientCredentials'),
    tokenUrl: z.string().max(2_000),
    scopes: z.array(z.string()).default([]),
    hint: z.string().max(500).optional(),
  }),
  z.strictObject({
    kind: z.literal('oauth2AuthorizationCode'),
    authorizeUrl: z.string().max(2_000),
    tokenUrl: z.string().max(2_000),
    scopes: z.array(z.string()).default([]),
    /** More parameters of the authorize request, for example `access_type: offline`. */
    parameters: z.record(z.string(), z.string()).default({}),
    hint: z.string().max(500).optional(),
  }),
  z.strictObject({ kind: z.literal('mail'), hint: z.string().max(500).optional() }),
])
export type ManifestAuth = z.infer<typeof ManifestAuth>

export const ManifestRequest = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  /** Below the base address: `/repos/{owner}/{repo}`; `{+path}` keeps its slashes. */
  path: z.string().regex(/^\/[^\s?#]*$/, 'must start with a slash and contain no query or fragment'),
  query: z.record(z.string(), JsonValue).default({}),
  /** How a list goes into the query. */
  lists: z.enum(['repeat', 'comma', 'brackets']).default('repeat'),
  headers: z.record(HeaderName, z.string()).default({}),
  body: z
    .strictObject({
      type: z.enum(['json', 'form', 'multipart', 'text']).default('json'),
      /** Absent: an object of all input properties that stand in neither path, query nor headers. */
      value: JsonValue.optional(),
      contentType: z.string().max(200).optional(),
    })
    .optional(),
})
export type ManifestRequest = z.infer<typeof ManifestRequest>

const Place = z
  .string()
  .max(300)
  .describe('names separated by dots, such as `data.items`; empty = the whole response')

const paged = {
  items: Place,
  /** Input property that says how many items are wanted at most. */
  limit: z.string().max(100).optional(),
}

/** How further pages are asked for; the output is then `{items, more}`. */
export const ManifestPaging = z.discriminatedUnion('kind', [
  /** The answer names the cursor of the next page; it goes into the query or the JSON body under `param`. */
  z.strictObject({
    kind: z.literal('cursor'),
    ...paged,
    from: Place,
    param: z.string(),
    in: z.enum(['query', 'body']).default('query'),
  }),
  /** The address of the next page: in the header Link (rel=next), or in the answer at `from`. */
  z.strictObject({ kind: z.literal('link'), ...paged, from: Place.optional() }),
  /** `param` counts items from 0 (offset) or pages from `first` (page); an incomplete page is the last. */
  z.strictObject({
    kind: z.enum(['offset', 'page']),
    ...paged,
    param: z.string(),
    first: z.int().default(1),
    size: z.strictObject({ param: z.string(), value: z.int().min(1).max(10_000) }),
  }),
])
export type ManifestPaging = z.infer<typeof ManifestPaging>

export const ManifestResponse = z.strictObject({
  /** JSON Schema of the output, after `pick`. */
  output: JsonObject.optional(),
  /** The part of the answer that is the output. Not with paging. */
  pick: Place.default(''),
  /** Makes `{verdict, score, summary, link, raw}` of it; `output` then says what `raw` is. Not with paging. */
  verdict: ManifestVerdict.optional(),
  paging: ManifestPaging.optional(),
  errors: z
    .strictObject({
      /** Where an answer that is an error says why; the first place that holds a text. */
      message: z.array(Place).default([]),
      /** Some answer 200 and say no in the body: `{at: 'ok', is: false}`. */
      when: z.strictObject({ at: Place, is: JsonValue }).optional(),
    })
    .default({ message: [] }),
})

export const ManifestAction = z.strictObject({
  name: ActionName,
  title: z.string().min(1).max(200),
  description: z.string().max(2_000).default(''),
  /** The page of the vendor's documentation that the action follows; absent: that of the connector. */
  docs: Https.optional(),
  /** JSON Schema (draft 2020-12) of an object; properties that must not be empty stand in `required`. */
  input: JsonObject,
  request: ManifestRequest,
  response: ManifestResponse.prefault({}),
  /** True when doing it twice is the same as once: then a lost answer is worth a retry. */
  idempotent: z.boolean().default(false),
  timeoutMs: z.int().min(1_000).max(600_000).default(30_000),
})
export type ManifestAction = z.infer<typeof ManifestAction>

const Fields = z.strictObject({
  key: Key,
  title: z.string().min(1).max(100),
  description: z.string().max(1_000),
  vendor: z.string().max(100),
  categories: z.array(z.string().max(40)).min(1).max(5),
  /** Name of a Tabler icon without its prefix, for example `brand-slack`. */
  icon: z.string().max(60),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Where the vendor documents the interface. */
  docs: Https.nullable().default(null),
  /** JSON Schema of an asset's open settings. */
  settings: JsonObject,
  /** Base address of all requests; may hold `{settings.name}`, for example `{settings.baseUrl}`. */
  base: z.string().min(1).max(2_000),
  auth: z.array(ManifestAuth).min(1),
  /** Headers of every request. */
  headers: z.record(HeaderName, z.string()).default({}),
  /** A harmless request that proves the credentials; absent: the base address is asked. */
  test: ManifestRequest.optional(),
  actions: z.array(ManifestAction).max(5_000),
})

/** A ready connector; refuses templates that name what the input does not have, and names used twice. */
export const Manifest = Fields.superRefine((manifest, context) => {
  const seen = new Set<string>()
  for (const [at, action] of manifest.actions.entries()) {
    const wrong = (message: string) =>
      context.addIssue({ code: 'custom', message: `${action.name}: ${message}`, path: ['actions', at] })
    if (!action.name.startsWith(`${manifest.key}.`)) wrong(`must start with ${manifest.key}.`)
    if (seen.has(action.name)) wrong('is listed twice')
    seen.add(action.name)
    const { method, body } = action.request
    if (body !== undefined && (method === 'GET' || method === 'HEAD')) wrong(`${method} can’t have a body`)
    if (action.response.paging !== undefined && action.response.pick !== '') wrong('has both paging and pick')
    if (action.response.paging !== undefined && action.response.verdict !== undefined)
      wrong('has both paging and a verdict')
    for (const name of unknownNames(action, manifest.settings)) wrong(`unknown parameter {${name}}`)
  }
})
export type Manifest = z.infer<typeof Manifest>

/** Parses a connector written by hand; throws with all faults. */
export function manifest(data: z.input<typeof Manifest>): Manifest {
  return Manifest.parse(data)
}

function unknownNames({ input, request }: ManifestAction, settings: JsonObject): string[] {
  const { path, query, headers, body } = request
  const used = [path, query, headers, body?.value ?? null].flatMap(namesIn)
  const own = propertiesOf(input)
  const set = propertiesOf(settings)
  return used.filter((name) => {
    const [first = '', second = ''] = name.split('.')
    return first === 'settings' ? !set.has(second) : !own.has(first)
  })
}

function propertiesOf(schema: JsonObject): Set<string> {
  const { properties } = schema
  const named = typeof properties === 'object' && properties !== null && !Array.isArray(properties)
  return new Set(named ? Object.keys(properties) : [])
}
