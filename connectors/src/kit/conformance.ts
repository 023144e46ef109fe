import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { checkFailures, checkOversized, checkPaging, checkWordsOfErrors } from './conformance-failures.ts'
import {
  type ConformanceWorld,
  type ConnectorFixtures,
  equal,
  expect,
  type Ground,
  holds,
  type Place,
  run,
  SECRET,
  type StubRequest,
  USER,
} from './conformance-run.ts'
import type { Manifest, ManifestAction, ManifestAuth } from './manifest.ts'
import { isSecretName } from './masking.ts'
import { baseOf } from './request-of.ts'
import { namesIn } from './template.ts'
import { verdictSchema } from './verdict.ts'

export interface ConformanceCase {
  name: string
  /** Rejects with what does not conform. */
  check(): Promise<void>
}

/** Everything that a connector must keep to, one case per action and one for the manifest. */
export function conformanceCases(
  manifest: Manifest,
  fixtures: ConnectorFixtures,
  world: ConformanceWorld,
): ConformanceCase[] {
  const ground: Ground = { manifest, fixtures, world }
  return [
    { name: 'the manifest', check: async () => checkManifest(ground) },
    { name: 'a response that is too large', check: () => checkOversized(ground) },
    ...manifest.actions.map((action) => ({ name: action.name, check: () => checkAction(ground, action) })),
  ]
}

function checkManifest({ manifest, fixtures }: Ground): void {
  const { settings, actions } = manifest
  const known = new Set(actions.map((action) => action.name))
  const extra = Object.keys(fixtures.actions).filter((name) => !known.has(name))
  expect(extra.length === 0, `there are fixtures without an action: ${extra.join(', ')}`)
  const parsed = z.fromJSONSchema(settings as never).safeParse(fixtures.settings)
  expect(parsed.success, `the sample settings are invalid: ${parsed.error?.message ?? ''}`)
  const secret = Object.keys(propertiesOf(settings)).filter(isSecretName)
  expect(secret.length === 0, `a setting contains a secret: ${secret.join(', ')}`)
  expect(baseOf(manifest.base, fixtures.settings) !== null, 'the base address isn’t a URL')
  for (const action of actions) checkWords(action)
}

function checkWords({ name, input, request }: ManifestAction): void {
  const properties = propertiesOf(input)
  const required = new Set(Array.isArray(input['required']) ? input['required'] : [])
  for (const inPath of namesIn(request.path))
    expect(
      inPath.startsWith('settings.') || required.has(inPath),
      `${name}: ${inPath} is in the path and must be required`,
    )
  for (const [key, schema] of Object.entries(properties)) {
    const hasTitle = typeof schema === 'object' && schema !== null && 'title' in schema
    expect(hasTitle, `${name}: the input ${key} has no title`)
  }
  const unused = Object.keys(properties).filter((key) => isUnused(key, request))
  expect(unused.length === 0, `${name}: nothing uses ${unused.join(', ')}`)
}

/** A body without a value takes all that is nowhere else; `limit` may be the cap of paging. */
function isUnused(key: string, { path, query, headers, body }: ManifestAction['request']): boolean {
  if (key === 'limit' || (body !== undefined && body.value === undefined)) return false
  const used = [path, query, headers, body?.value ?? null].flatMap(namesIn)
  return !used.some((name) => name === key || name.startsWith(`${key}.`))
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {}
}

async function checkAction(ground: Ground, action: ManifestAction): Promise<void> {
  const fixture = ground.fixtures.actions[action.name]
  expect(fixture !== undefined, 'there is no fixture')
  const input = z.fromJSONSchema(action.input as never).safeParse(fixture.input)
  expect(input.success, `the sample input is invalid: ${input.error?.message ?? ''}`)
  const place: Place = { ...ground, action, fixture }
  for (const auth of ground.manifest.auth) await checkRequest(place, auth)
  await checkFailures(place)
  await checkWordsOfErrors(place)
  if (action.response.paging !== undefined) await checkPaging(place, action.response.paging)
}

async function checkRequest(place: Place, auth: ManifestAuth): Promise<void> {
  const { action, fixture, world, manifest, fixtures } = place
  const result = await run(place, () => ({ body: fixture.answers }), { auth })
  expect(result.ok, `the sample response is rejected: ${JSON.stringify(result)}`)
  const [request] = world.requests()
  expect(request !== undefined, 'nothing was sent')
  const { pathname } = new URL(baseOf(manifest.base, fixtures.settings) ?? 'http://wrong')
  const prefix = pathname.replace(/\/+$/, '')
  const apiKey = auth.kind === 'apiKey' && auth.in === 'query' ? auth.name : null
  equal(addressOf(request, apiKey), expectedAddress(fixture.sends, prefix), 'the request')
  if (fixture.body === undefined) equal(request.body, '', 'the body')
  else equal(bodyOf(action, request), fixture.body, 'the body')
  for (const [name, value] of Object.entries(fixture.headers ?? {}))
    equal(request.headers[name] ?? null, value, `the header ${name}`)
  if (auth.kind !== 'none' && auth.kind !== 'mail')
    expect(JSON.stringify(request).includes(secretIn(auth)), 'the request carries no credentials')
  checkOutput(place, result.output)
}

function checkOutput({ action, fixture }: Place, output: JsonValue): void {
  const { verdict, paging, output: schema } = action.response
  expect(schema !== undefined, 'the output has no schema')
  const shape = verdict === undefined ? schema : verdictSchema(schema)
  const value = paging === undefined ? output : itemsOf(output)
  const parsed = z.fromJSONSchema(shape as never).safeParse(value)
  expect(parsed.success, `the output doesn’t match its schema: ${parsed.error?.message ?? ''}`)
  if (paging !== undefined)
    expect(Array.isArray(value) && value.length > 0, 'the sample response has no items')
  if (fixture.output !== undefined)
    expect(holds(output, fixture.output), `the output is ${JSON.stringify(output)}`)
}

function itemsOf(output: JsonValue): JsonValue {
  return typeof output === 'object' && output !== null && !Array.isArray(output)
    ? (output['items'] ?? null)
    : null
}

function secretIn(auth: ManifestAuth): string {
  if (auth.kind === 'basic') return Buffer.from(`${USER}:${SECRET}`).toString('base64')
  return auth.kind === 'apiKey' && auth.in === 'query' ? encodeURIComponent(SECRET) : SECRET
}

function addressOf({ method, url }: StubRequest, apiKey: string | null): string {
  const { pathname, searchParams } = new URL(url, 'http://stub')
  if (apiKey !== null) searchParams.delete(apiKey)
  searchParams.sort()
  return `${method} ${decodeURI(pathname)} ${searchParams.toString()}`
}

function expectedAddress(sends: string, prefix: string): string {
  const [method = '', path = ''] = sends.split(' ')
  return addressOf({ method, url: `${prefix}${path}`, headers: {}, body: '' }, null)
}

function bodyOf({ request }: ManifestAction, { body }: StubRequest): JsonValue {
  // JSON.parse answers JSON values only; its type says any.
  return request.body?.type === 'json' ? (JSON.parse(body) as JsonValue) : body
}
