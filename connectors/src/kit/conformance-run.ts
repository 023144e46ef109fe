import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { ActionContext, ActionResult } from './action.ts'
import { authParts } from './auth.ts'
import type { Credentials } from './credentials.ts'
import type { Manifest, ManifestAction, ManifestAuth } from './manifest.ts'
import { performManifestAction } from './manifest-action.ts'
import { baseOf } from './request-of.ts'
import type { HttpTransport } from './transport.ts'

/** One action with a sample input: the request that it must become, and an answer of the documented shape. */
export interface ActionFixture {
  input: JsonObject
  /** `POST /path?query`, below the base address. */
  sends: string
  /** The body: JSON, or the text of a form. */
  body?: JsonValue
  /** Headers beside credentials, with small letters. */
  headers?: Readonly<Record<string, string>>
  answers: JsonValue
  /** Members that the output must have with these values. */
  output?: JsonValue
}

export interface ConnectorFixtures {
  settings: JsonObject
  actions: Readonly<Record<string, ActionFixture>>
}

export interface StubAnswer {
  status?: number
  headers?: Readonly<Record<string, string>>
  /** JSON, or bytes as they are. */
  body: JsonValue | Uint8Array
  /** Nothing is ever answered. */
  silent?: boolean
}
export interface StubRequest {
  method: string
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The server in place of the vendor's, and the way to it. */
export interface ConformanceWorld {
  origin: string
  http: HttpTransport
  answer(by: (request: StubRequest) => StubAnswer): void
  /** What came since the answers were set. */
  requests(): readonly StubRequest[]
}

export const SECRET = 'Fj7-secret-0193/x+y'
export const USER = 'ana@example.org'

export interface Ground {
  manifest: Manifest
  fixtures: ConnectorFixtures
  world: ConformanceWorld
}

export function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message)
}

export interface Place extends Ground {
  action: ManifestAction
  fixture: ActionFixture
}

/** Does the action with sample input and sample credentials; its result must not hold the secret. */
export async function run(
  { manifest, fixtures, world, action, fixture }: Place,
  by: (request: StubRequest) => StubAnswer,
  {
    auth = manifest.auth[0],
    timeoutMs = 20_000,
  }: { auth?: ManifestAuth | undefined; timeoutMs?: number } = {},
): Promise<ActionResult> {
  expect(auth !== undefined, 'there is no authentication method')
  world.answer(by)
  const settings = { ...fixtures.settings, username: USER, clientId: 'client' }
  const made = authParts(auth, settings, { token: SECRET, key: SECRET, password: SECRET })
  const { pathname } = new URL(baseOf(manifest.base, fixtures.settings) ?? 'http://wrong')
  const credentials: Credentials = {
    settings,
    base: `${world.origin}${pathname}`,
    headers: { ...manifest.headers, ...made.headers },
    query: made.query,
    secrets: [SECRET, ...made.made],
  }
  const context: ActionContext = {
    http: world.http,
    idempotencyKey: 'run-1/step',
    signal: new AbortController().signal,
    timeoutMs,
    log: { debug: () => undefined, warn: () => undefined },
  }
  const result = await performManifestAction(action, fixture.input, { ...context, credentials })
  expect(!JSON.stringify(result).includes(SECRET), 'the secret is exposed')
  return result
}

export function equal(found: JsonValue, wanted: JsonValue, what: string): void {
  const [one, other] = [sorted(found), sorted(wanted)]
  expect(one === other, `${what} is ${one} instead of ${other}`)
}

function sorted(value: JsonValue): string {
  return JSON.stringify(value, (_key, member: JsonValue) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}

/** True when all that is wanted is there; more may be. */
export function holds(found: JsonValue | undefined, wanted: JsonValue): boolean {
  if (typeof wanted !== 'object' || wanted === null) return found === wanted
  if (typeof found !== 'object' || found === null) return false
  if (Array.isArray(wanted)) return Array.isArray(found) && wanted.every((item, at) => holds(found[at], item))
  return !Array.isArray(found) && Object.entries(wanted).every(([key, item]) => holds(found[key], item))
}
