import type { AssetInput } from '@caseloom/contract/automation/assets'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  createConnectorsFixture,
  aStubServer,
  httpRequest,
  type ConnectorsFixture,
  type StubServer,
} from '@caseloom/testkit/connectors-fixture'
import { anActor } from '@caseloom/testkit/installation'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { connectorEffects } from '../actions/connector-effects.ts'
import { type EffectCommand, performEffect } from '../effects/effects.ts'
import { insertPlaybook } from '../playbooks/playbook.store.ts'
import { beginConnection, finishConnection } from './connect-asset.ts'
import { deleteAsset, saveAsset } from './save-asset.ts'
import { assetUses } from './asset-uses.read.ts'
import { testAsset } from './test-asset.ts'

let server: StubServer
let other: StubServer
let house: ConnectorsFixture
beforeAll(async () => {
  server = await aStubServer()
  other = await aStubServer()
  house = await createConnectorsFixture({ ports: [server.port, other.port] })
})
afterAll(async () => {
  await house.close()
  await server.close()
  await other.close()
})
beforeEach(() => {
  server.answer.current = (hit) => ({ body: hit })
  server.hits.length = 0
  other.hits.length = 0
})

const ip = '127.0.0.1'
const by = (actor = anActor(house.scope)) => ({ actor, ip })
const codes = (error: unknown) =>
  (error as { details: { issues?: { path: string[] }[] } }).details.issues?.map(({ path }) => path.join('.')) // what fail() makes

function effect(input: JsonObject, asset: string, over: Partial<EffectCommand> = {}): EffectCommand {
  return {
    kind: 'effect',
    id: 'call~1',
    path: 'call',
    attempt: 1,
    action: 'http.request',
    asset,
    input,
    inputHash: '',
    timeoutMs: 10_000,
    idempotencyKey: 'run/call~1',
    ...over,
  }
}

function perform(command: EffectCommand, actor = anActor(house.scope)) {
  const log = pino({ level: 'silent' })
  const { outbound, privateRangesAllowed } = house.world.assets
  // Only `request` of the transport is used.
  const deps = { connectors: [httpRequest], outbound: outbound as never, privateRangesAllowed, log }
  const signal = new AbortController().signal
  const { idempotencyKey, timeoutMs } = command
  return performEffect({ actions: connectorEffects(deps), connectors: house.world, log }, command, {
    scope: house.scope,
    actor: async () => actor,
    idempotencyKey,
    timeoutMs,
    signal,
  })
}

const http = (key: string, over: Partial<AssetInput>): Partial<AssetInput> & { key: string } => ({
  key,
  connector: 'http',
  settings: { baseUrl: server.url },
  ...over,
})

describe('an asset', () => {
  test('shows which secrets are set and never their values; no table holds them in plain', async () => {
    const view = await house.anAsset(http('shown', { auth: 'bearer', secrets: { token: 'plain-secret-1' } }))
    expect(view).toMatchObject({ key: 'shown', secrets: ['token'], state: 'untested', revision: 1 })
    expect(JSON.stringify(view)).not.toContain('plain-secret-1')
    const rows = await house.scope.read((tx) =>
      tx.query<{ text: string }>('select a::text as text from caseloom.asset a where tenant_id = $1', [
        tx.tenantId,
      ]),
    )
    expect(rows.map(({ text }) => text).join()).not.toContain('plain-secret-1')
  })

  test('is refused with all its faults, and a key is given once', async () => {
    const wrong = house.anAsset({
      key: 'wrong',
      auth: 'basic',
      settings: { baseUrl: 'nowhere' },
      secrets: { pin: '1' },
    })
    await expect(wrong.catch(codes)).resolves.toEqual([
      'body.settings.baseUrl',
      'body.settings.baseUrl',
      'body.settings.username',
      'body.secrets.pin',
      'body.secrets.password',
    ])
    const typo = house.anAsset(http('typo', { settings: { baseUrl: server.url, scope: 'a b' } }))
    await expect(typo).rejects.toMatchObject({
      details: {
        issues: [{ path: ['body', 'settings', 'scope'], message: expect.stringContaining('"scopes"') }],
      },
    })
    await house.anAsset(http('once', {}))
    await expect(house.anAsset(http('once', {}))).rejects.toMatchObject({ code: 'asset.key_taken' })
    await expect(house.anAsset(http('none', { connector: 'no_such' }))).rejects.toMatchObject({
      code: 'asset.invalid',
    })
    await expect(house.anAsset(http('mail', { auth: 'mail' }))).rejects.toMatchObject({
      code: 'asset.invalid',
    })
  })

  test('keeps a secret that is not written, and wants it again for another address', async () => {
    const input = {
      ...http('kept', { auth: 'bearer' as const, secrets: { token: 'first-token' } }),
      connector: 'http',
    }
    const made = await house.anAsset(input)
    const full = { name: 'A', description: null, sharing: null, auth: 'bearer' as const, ...input }
    const save = (over: Partial<AssetInput>, revision: number) =>
      saveAsset(house.world.assets, house.scope, by(), {
        assetId: made.id,
        revision,
        input: { ...full, settings: { baseUrl: server.url }, secrets: {}, ...over },
      })
    const second = await save({ name: 'Renamed' }, 1)
    expect(second).toMatchObject({ name: 'Renamed', secrets: ['token'], rotatedAt: made.rotatedAt })
    await perform(effect({ url: '/x' }, 'kept'))
    expect(server.hits.at(-1)?.headers.authorization).toBe('Bearer first-token')
    await expect(save({ settings: { baseUrl: other.url } }, 2).catch(codes)).resolves.toEqual([
      'body.secrets.token',
    ])
    await expect(save({}, 1)).rejects.toMatchObject({ code: 'resource.version_conflict' })
    const rotated = await save({ secrets: { token: 'second-token' } }, 2)
    expect(rotated.rotatedAt).not.toBe(made.rotatedAt)
    await perform(effect({ url: '/x' }, 'kept'))
    expect(server.hits.at(-1)?.headers.authorization).toBe('Bearer second-token')
  })

  test('lists its uses, including nested steps and triggers, and cannot be deleted while a published playbook uses it', async () => {
    const made = await house.anAsset(http('used', {}))
    const inner = { key: 'inner', action: 'http.request', asset: 'used' }
    const draft = {
      playbook: 'user',
      title: 'User',
      triggers: [{ key: 'poll', kind: 'poll', with: { asset: 'used' } }],
      steps: [
        {
          key: 'each',
          action: 'flow.forEach',
          steps: [{ key: 'p', branches: [{ key: 'b', steps: [inner] }] }],
        },
        { key: 'undo', action: 'x.y', compensate: { action: 'http.request', asset: 'used' } },
        { key: 'free', action: 'http.request', asset: 'used-not' },
      ],
    }
    const playbookId = newId()
    await house.scope.tx((tx) =>
      insertPlaybook(tx, playbookId, {
        key: 'user',
        title: 'User',
        description: null,
        draft,
        by: { id: null, name: 'Unknown' },
      }),
    )
    expect(await house.scope.read((tx) => assetUses(tx, 'used'))).toMatchObject([
      { playbookId, steps: ['trigger poll', 'inner', 'undo'], inDraft: true, inPublished: false },
    ])
    await house.scope.tx(async (tx) => {
      await tx.query(
        `insert into caseloom.playbook_version (id, tenant_id, playbook_id, number, document, semantics, permissions,
                                                principals, published_at)
         values ($1, $2, $3, 1, $4, 1, '{}', '{}', now())`,
        [newId(), tx.tenantId, playbookId, JSON.stringify(draft)],
      )
      await tx.query('update caseloom.playbook set published_version = 1 where id = $1', [playbookId])
    })
    await expect(deleteAsset(house.scope, by(), made.id)).rejects.toMatchObject({ code: 'asset.in_use' })
    await house.scope.tx((tx) =>
      tx.query('update caseloom.playbook set published_version = null where id = $1', [playbookId]),
    )
    await deleteAsset(house.scope, by(), made.id)
    await expect(deleteAsset(house.scope, by(), made.id)).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })

  test('is tried now, and remembers what that showed', async () => {
    const made = await house.anAsset(http('tried', { auth: 'bearer', secrets: { token: 'tried-token' } }))
    const attempt = () => testAsset(house.world.assets, house.scope, by(), made.id)
    expect(await attempt()).toMatchObject({ ok: true, message: 'The server responded with status 200' })
    server.answer.current = (hit) => ({ status: 401, body: { message: `No: ${hit.headers.authorization}` } })
    expect(await attempt()).toMatchObject({
      ok: false,
      message: 'The server responded with status 401: No: Bearer [hidden]',
    })
  })
})

describe('a step with an asset', () => {
  test.each([
    [
      'basic',
      { baseUrl: '', username: 'me' },
      { password: 'pass-word' },
      { authorization: `Basic ${Buffer.from('me:pass-word').toString('base64')}` },
    ],
    ['bearer', {}, { token: 'bearer-token' }, { authorization: 'Bearer bearer-token' }],
    ['apiKey', { keyName: 'X-Key' }, { key: 'key-in-header' }, { 'x-key': 'key-in-header' }],
  ] as const)(
    'proves who it is by %s, and its output holds no secret',
    async (auth, settings, secrets, headers) => {
      const key = `by-${auth.toLowerCase()}`
      await house.anAsset({ key, auth, settings: { ...settings, baseUrl: server.url }, secrets })
      const outcome = await perform(
        effect({ url: `${server.url}/echo`, method: 'POST', body: { a: 1 } }, key),
      )
      expect(server.hits.at(-1)?.headers).toMatchObject(headers)
      expect(outcome).toMatchObject({ ok: true, output: { status: 200, body: { method: 'POST' } } })
      for (const secret of [...Object.values(secrets), ...Object.values(headers)])
        expect(JSON.stringify(outcome)).not.toContain(secret.replace(/^Basic /, ''))
    },
  )

  test('a key in the query is sent and hidden', async () => {
    const settings = { baseUrl: server.url, keyIn: 'query', keyName: 'api_key' }
    await house.anAsset({ key: 'in-query', auth: 'apiKey', settings, secrets: { key: 'key/in query' } })
    const outcome = await perform(effect({ url: '/echo?a=1' }, 'in-query'))
    expect(server.hits.at(-1)?.url).toBe('/echo?a=1&api_key=key%2Fin+query')
    expect(JSON.stringify(outcome)).not.toMatch(/key\/in|key%2Fin/)
  })

  test('credentials go to no other origin, neither asked for nor led to', async () => {
    await house.anAsset(http('homely', { auth: 'bearer', secrets: { token: 'homely-token' } }))
    const outcome = await perform(effect({ url: `${other.url}/steal` }, 'homely'))
    expect(outcome).toMatchObject({ ok: false, error: { code: 'asset.other_origin', retryable: false } })
    expect(other.hits).toEqual([])
    server.answer.current = () => ({ status: 302, headers: { location: `${other.url}/led` } })
    await perform(effect({ url: '/go' }, 'homely'))
    expect(other.hits).toHaveLength(1)
    expect(JSON.stringify(other.hits)).not.toContain('homely-token')
  })

  test('needs the right and the sharing; missing and foreign look alike', async () => {
    const friend = anActor(house.scope)
    // The id of a user by its schema.
    const sharing = [{ to: { userId: friend.id }, level: 'use' }] as AssetInput['sharing']
    await house.anAsset(http('shared', { sharing }))
    const command = effect({ url: '/x' }, 'shared')
    expect(await perform(command, friend)).toMatchObject({ ok: true })
    const refused = { ok: false, error: { code: 'asset.unavailable', retryable: false } }
    expect(await perform(command, anActor(house.scope))).toMatchObject(refused)
    expect(await perform(command, { ...friend, permissions: new Set(['playbook:run']) })).toMatchObject(
      refused,
    )
    expect(await perform(effect({ url: '/x' }, 'missing'))).toMatchObject(refused)
    const playbook = { ...anActor(house.scope), kind: 'playbook' as const, publisherId: friend.id ?? '' }
    expect(await perform(command, playbook)).toMatchObject({ ok: true })
  })
})

describe('OAuth 2.0', () => {
  const oauth = (key: string, auth: AssetInput['auth'], more: JsonObject = {}) => ({
    key,
    auth,
    settings: {
      baseUrl: server.url,
      clientId: 'client',
      tokenUrl: `${server.url}/token`,
      scopes: 'read write',
      ...more,
    },
    secrets: { clientSecret: 'client-secret' },
  })
  const tokens = () => server.hits.filter(({ url }) => url === '/token')
  let given = 0
  const answerTokens = (more: object = {}) => {
    given = 0
    server.answer.current = (hit) => {
      if (hit.url !== '/token') return { body: hit }
      given += 1
      return { body: { access_token: `access-${given}`, expires_in: 3600, ...more } }
    }
  }

  test('by client credentials one token serves many steps, even in parallel', async () => {
    answerTokens()
    await house.anAsset(oauth('machine', 'oauth2ClientCredentials'))
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => perform(effect({ url: '/x' }, 'machine'))),
    )
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(tokens()).toHaveLength(1)
    expect(tokens()[0]).toMatchObject({
      headers: { authorization: `Basic ${Buffer.from('client:client-secret').toString('base64')}` },
      body: 'grant_type=client_credentials&scope=read+write',
    })
    expect(server.hits.at(-1)?.headers.authorization).toBe('Bearer access-1')
    expect(JSON.stringify(outcomes)).not.toMatch(/access-1|client-secret/)
  })

  test('a token near its expiry is renewed, and a refused one too, once', async () => {
    answerTokens({ expires_in: 30 })
    await house.anAsset(oauth('short', 'oauth2ClientCredentials'))
    await perform(effect({ url: '/x' }, 'short'))
    await perform(effect({ url: '/x' }, 'short'))
    expect(tokens()).toHaveLength(2)
    answerTokens()
    await house.anAsset(oauth('revoked', 'oauth2ClientCredentials'))
    const issue = server.answer.current
    server.answer.current = async (hit) =>
      hit.url !== '/token' && hit.headers.authorization === 'Bearer access-1' ? { status: 401 } : issue(hit)
    server.hits.length = 0
    expect(await perform(effect({ url: '/x' }, 'revoked'))).toMatchObject({ ok: true })
    expect(tokens()).toHaveLength(2)
    server.answer.current = async (hit) => (hit.url !== '/token' ? { status: 401 } : issue(hit))
    server.hits.length = 0
    expect(await perform(effect({ url: '/x' }, 'revoked'))).toMatchObject({
      ok: false,
      error: { code: 'http.status' },
    })
    expect(server.hits.filter(({ url }) => url === '/x')).toHaveLength(2)
  })

  test('by authorization code: connected with PKCE, in the session that began, once', async () => {
    answerTokens({ refresh_token: 'refresh-1' })
    const settings = { authorizeUrl: 'https://provider.example/authorize?tenant=x' }
    const made = await house.anAsset(oauth('person', 'oauth2AuthorizationCode', settings))
    expect(made.state).toBe('unconnected')
    expect(await perform(effect({ url: '/x' }, 'person'))).toMatchObject({
      error: { code: 'asset.unconnected' },
    })
    const me = { ...by(), sessionToken: 'my-session' }
    const begin = async () => {
      const { url } = await beginConnection(house.world.assets, house.scope, me, made.id)
      return new URL(url).searchParams
    }
    const finish = (connecting: typeof me, state: string | null) =>
      finishConnection(house.world.assets, house.scope, connecting, { state: state ?? '', code: 'the-code' })
    const sent = await begin()
    expect(Object.fromEntries(sent)).toMatchObject({
      tenant: 'x',
      response_type: 'code',
      client_id: 'client',
      code_challenge_method: 'S256',
      scope: 'read write',
      redirect_uri: `https://caseloom.example/account/${house.scope.accountId}/tenant/${house.scope.tenantId}/orchestration/assets/connected`,
    })
    const failed = { code: 'asset.connect_failed' }
    await expect(finish({ ...me, sessionToken: 'another' }, sent.get('state'))).rejects.toMatchObject(failed)
    await expect(finish(me, sent.get('state'))).rejects.toMatchObject(failed)
    await expect(
      finish({ ...me, actor: anActor(house.scope) }, (await begin()).get('state')),
    ).rejects.toMatchObject(failed)
    server.hits.length = 0
    const again = await begin()
    expect(await finish(me, again.get('state'))).toMatchObject({ state: 'untested' })
    const form = new URLSearchParams(tokens()[0]?.body)
    const { createHash } = await import('node:crypto')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    expect(challenge).toBe(again.get('code_challenge'))
    expect(await perform(effect({ url: '/x' }, 'person'))).toMatchObject({ ok: true })
  })

  test('an expired refresh token disconnects the asset; the answer of the server is not repeated', async () => {
    answerTokens({ refresh_token: 'refresh-2', expires_in: 5 })
    const settings = { authorizeUrl: 'https://provider.example/authorize' }
    const made = await house.anAsset(oauth('over', 'oauth2AuthorizationCode', settings))
    const me = { ...by(), sessionToken: 'my-session' }
    const { url } = await beginConnection(house.world.assets, house.scope, me, made.id)
    const state = new URL(url).searchParams.get('state') ?? ''
    await finishConnection(house.world.assets, house.scope, me, { state, code: 'c' })
    server.answer.current = () => ({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'client-secret' },
    })
    server.hits.length = 0
    const outcome = await perform(effect({ url: '/x' }, 'over'))
    expect(outcome).toMatchObject({ ok: false, error: { code: 'asset.unconnected', retryable: false } })
    expect(JSON.stringify(outcome)).not.toContain('client-secret')
    expect(tokens()[0]?.body).toBe('grant_type=refresh_token&refresh_token=refresh-2')
  })
})

test('after all of this no table, no log and no announcement holds a secret', async () => {
  const planted =
    /plain-secret-1|first-token|second-token|tried-token|pass-word|bearer-token|key-in-header|key\/in query|homely-token|client-secret|access-\d|refresh-\d|my-session/
  expect(house.logged()).not.toMatch(planted)
  const found = await house.installation.database.system.owner(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const rows = []
    for (const { name } of tables) {
      const texts = await tx.query<{ text: string }>(`select t::text as text from ${name} t`)
      rows.push(...texts.filter(({ text }) => planted.test(text)).map(({ text }) => `${name}: ${text}`))
    }
    expect(tables.length).toBeGreaterThan(20)
    return rows
  })
  expect(found).toEqual([])
})
