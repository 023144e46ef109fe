import type { JsonObject } from '@caseloom/contract/kernel/json'
import {
  createConnectorsFixture,
  aStubServer,
  type ConnectorsFixture,
  type StubServer,
} from '@caseloom/testkit/connectors-fixture'
import { aMcpServer, type McpStub } from '@caseloom/testkit/mcp-stub'
import { anActor } from '@caseloom/testkit/installation'
import { validatePlaybook } from '@caseloom/playbook/validate'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetById } from '../assets/asset.store.ts'
import { assetView } from '../assets/asset-view.ts'
import { saveAsset } from '../assets/save-asset.ts'
import { testAsset } from '../assets/test-asset.ts'
import { performEffect } from '../effects/effects.ts'
import {
  addConnector,
  changeConnector,
  deleteConnector,
  type NewConnector,
  refreshConnector,
} from './save-connector.ts'
import { createOpenApiReader } from './openapi/read-openapi.ts'

let server: StubServer
let mcp: McpStub
let house: ConnectorsFixture
beforeAll(async () => {
  server = await aStubServer()
  mcp = await aMcpServer()
  house = await createConnectorsFixture({ ports: [server.port, mcp.port] })
})
afterAll(async () => {
  await house.close()
  await mcp.close()
  await server.close()
})

const by = () => ({ actor: anActor(house.scope), ip: '127.0.0.1' })
const add = (wanted: NewConnector) => addConnector(house.world.keep, house.scope, by(), wanted)
const bytesOf = (document: unknown) =>
  Buffer.from(typeof document === 'string' ? document : JSON.stringify(document))
const file = (key: string, document: unknown): NewConnector => ({
  from: 'file',
  key,
  title: undefined,
  bytes: bytesOf(document),
})

function perform(action: string, input: JsonObject, asset?: string) {
  const log = pino({ level: 'silent' })
  const command = { kind: 'effect' as const, id: 'c~1', path: 'c', attempt: 1, action, input, inputHash: '' }
  const more = { timeoutMs: 10_000, idempotencyKey: 'run/c~1', ...(asset === undefined ? {} : { asset }) }
  return performEffect(
    { actions: new Map(), connectors: house.world, log },
    { ...command, ...more },
    {
      scope: house.scope,
      actor: async () => anActor(house.scope),
      idempotencyKey: 'run/c~1',
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    },
  )
}

const pets = (url: string) => ({
  openapi: '3.0.3',
  info: { title: 'Pets', version: '2.1', description: 'Keeps pets.' },
  servers: [
    {
      url: '{scheme}://{host}/api/',
      variables: { scheme: { default: 'http' }, host: { default: url.slice(7) } },
    },
  ],
  security: [{ token: [] }],
  paths: {
    '/pets/{pet-id}': {
      parameters: [{ name: 'pet-id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'get-pet',
        summary: 'Get a pet',
        parameters: [{ name: 'filter[age]', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        },
      },
      put: {
        parameters: [{ name: 'X-Trace', in: 'header', schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: {},
      },
    },
    '/upload': { post: { requestBody: { content: { 'multipart/form-data': {} } }, responses: {} } },
    '/pets/{pet-id}/photo': {
      post: {
        operationId: 'addPhoto',
        parameters: [{ name: 'pet-id', in: 'path', schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['photo'],
                properties: { caption: { type: 'string' }, photo: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
        responses: {},
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 's' },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['name', 'id'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', nullable: true },
          parent: { $ref: '#/components/schemas/Pet' },
          kind: { allOf: [{ $ref: '#/components/schemas/Kind' }], description: 'What it is' },
        },
      },
      Kind: { type: 'string', enum: ['cat', 'dog'] },
    },
  },
})

describe('a connector of an OpenAPI document', () => {
  test('offers its operations as actions with their inputs, and does them', async () => {
    const view = await add(file('pets', pets(server.url)))
    expect(view).toMatchObject({
      key: 'pets',
      title: 'Pets',
      version: '2.1',
      origin: 'openapi',
      settings: { properties: { baseUrl: { default: `${server.url}/api` } } },
      operations: [
        { name: 'pets.getPet', title: 'Get a pet', request: 'GET /pets/{pet-id}', enabled: true },
        { name: 'pets.putPetsPetId', title: 'Put pets pet id', request: 'PUT /pets/{pet-id}' },
        { name: 'pets.addPhoto', request: 'POST /pets/{pet-id}/photo' },
      ],
    })
    expect(view.authKinds[0]).toMatchObject({ kind: 'bearer' })
    expect(view.warnings.join()).toMatch(/POST \/upload: only supports multipart\/form-data.*"session"/)
    const actions = await house.world.catalog.list(house.scope, () => false)
    expect(actions.find(({ name }) => name === 'pets.putPetsPetId')).toMatchObject({
      connector: { key: 'pets', title: 'Pets' },
      asset: { connector: 'pets', required: false },
      input: {
        properties: {
          'pet-id': { type: 'string' },
          name: { type: ['string', 'null'] },
          parent: {},
          kind: { type: 'string', enum: ['cat', 'dog'] },
        },
        required: ['pet-id', 'name'],
      },
    })
    await house.anAsset({
      key: 'my-pets',
      connector: 'pets',
      auth: 'bearer',
      secrets: { token: 'pet-token' },
    })
    const put = { 'pet-id': 'a/b', name: 'Rex', X_Trace: 't1', 'X-Trace': 't2', parent: { name: 'Old' } }
    expect(await perform('pets.putPetsPetId', put, 'my-pets')).toMatchObject({ ok: true })
    expect(server.hits.at(-1)).toMatchObject({
      method: 'PUT',
      url: '/api/pets/a%2Fb',
      headers: { authorization: 'Bearer pet-token', 'x-trace': 't2' },
      body: '{"name":"Rex","parent":{"name":"Old"}}',
    })
    await perform('pets.getPet', { 'pet-id': '7', filter_age_: 3 }, 'my-pets')
    expect(server.hits.at(-1)?.url).toBe('/api/pets/7?filter%5Bage%5D=3')
    const photo = { name: 'rex.txt', type: 'text/plain', text: 'wuff' }
    expect(await perform('pets.addPhoto', { 'pet-id': '7', caption: 'Rex', photo }, 'my-pets')).toMatchObject(
      {
        ok: true,
      },
    )
    const sent = server.hits.at(-1)
    const form = await new Response(sent?.body, {
      headers: { 'content-type': sent?.headers['content-type'] ?? '' },
    }).formData()
    const uploaded = form.get('photo')
    if (!(uploaded instanceof File)) throw new Error('The photo is no file')
    expect([form.get('caption'), uploaded.name, uploaded.type, await uploaded.text()]).toEqual([
      'Rex',
      'rex.txt',
      'text/plain',
      'wuff',
    ])
  })

  test('leaves out what could not be read back, and hides no other connector', async () => {
    const { components, ...rest } = pets(server.url)
    const tokenUrl = `https://id.example/${'t'.repeat(2_000)}`
    const long = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } }
    const securitySchemes = { ...components.securitySchemes, long }
    const content = { [`application/json; profile=${'p'.repeat(200)}`]: { schema: { type: 'object' } } }
    const paths = { ...rest.paths, '/long': { post: { requestBody: { content }, responses: {} } } }
    const view = await add(file('long', { ...rest, paths, components: { ...components, securitySchemes } }))
    expect(view.warnings.join()).toMatch(/POST \/long: .*"long"/)
    const offered = await house.world.catalog.list(house.scope, () => false)
    expect(offered.map(({ name }) => name)).toContain('long.getPet')
    await deleteConnector(house.scope, by(), view.id ?? '')
  })

  test('needs an asset of its own', async () => {
    await house.anAsset({ key: 'foreign', connector: 'http', settings: { baseUrl: server.url } })
    expect(await perform('pets.getPet', { 'pet-id': '7' }, 'foreign')).toMatchObject({
      ok: false,
      error: { code: 'asset.wrong_connector' },
    })
    expect(await perform('pets.nothing', {})).toMatchObject({ error: { code: 'step.unknown_action' } })
  })

  test('is checked in playbooks like all others, also once it is gone', async () => {
    const document = {
      playbook: 'p',
      title: 'P',
      steps: [
        {
          key: 'get',
          action: 'pets.getPet',
          asset: 'my-pets',
          with: { 'pet-id': '{% 1 %}', filter_age_: 'old' },
        },
      ],
    }
    const specs = await house.world.catalog.specsFor(house.scope, document)
    expect(specs.map(({ name }) => name)).toEqual(['pets.getPet'])
    const catalog = await house.world.catalog.catalogOf(house.scope)
    const verdict = validatePlaybook(document, catalog)
    expect(verdict.ok ? [] : verdict.issues.map(({ path }) => path.join('.'))).toEqual([
      'steps.0.with.filter_age_',
    ])
    // As a thread or a database gives them back.
    expect(JSON.parse(JSON.stringify(specs))).toEqual(specs)
  })

  test('of Swagger 2.0 in YAML works the same', async () => {
    const yaml = `
swagger: "2.0"
info: { title: Old, version: "1" }
host: old.example
basePath: /v1
schemes: [https]
securityDefinitions: { key: { type: apiKey, in: header, name: X-Key } }
paths:
  /things:
    post:
      operationId: addThing
      consumes: [application/x-www-form-urlencoded]
      parameters: [{ name: title, in: formData, type: string, required: true }]
      responses: { "200": { description: ok } }
`
    const view = await add(file('old', yaml))
    expect(view).toMatchObject({
      settings: { properties: { baseUrl: { default: 'https://old.example/v1' } } },
      authKinds: expect.arrayContaining([
        expect.objectContaining({ kind: 'apiKey', keyIn: 'header', keyName: 'X-Key' }),
      ]),
      operations: [{ name: 'old.addThing' }],
    })
  })

  test('from an address; reading it again keeps what was switched off, and refuses to lose what is used', async () => {
    const document = pets(server.url)
    server.answer.current = () => ({ body: document })
    const made = await add({ from: 'url', key: 'remote', title: 'Remote', url: `${server.url}/openapi.json` })
    expect(made).toMatchObject({ title: 'Remote', source: `${server.url}/openapi.json`, actions: 3 })
    const id = made.id ?? ''
    const change = { connectorId: id, title: 'Far', description: '', enabled: ['remote.getPet'], revision: 1 }
    expect(await changeConnector(house.scope, by(), change)).toMatchObject({
      title: 'Far',
      actions: 1,
      revision: 2,
    })
    await expect(changeConnector(house.scope, by(), change)).rejects.toMatchObject({
      code: 'resource.version_conflict',
    })
    const again = await refreshConnector(house.world.keep, house.scope, by(), id)
    expect(again.operations.map(({ name, enabled }) => [name, enabled])).toEqual([
      ['remote.getPet', true],
      ['remote.putPetsPetId', false],
      ['remote.addPhoto', false],
    ])
    await expect(deleteConnector(house.scope, by(), id)).resolves.toBeUndefined()
    server.answer.current = () => ({ status: 404 })
    await expect(
      add({ from: 'url', key: 'none', title: undefined, url: `${server.url}/x` }),
    ).rejects.toMatchObject({ code: 'connector.unreadable' })
    server.answer.current = (hit) => ({ body: hit })
  })

  describe('that names another address for its credentials when it is read again', () => {
    const vendor = (path: string) => ({
      openapi: '3.0.0',
      info: { title: 'Vendor', version: '1' },
      servers: [{ url: server.url }],
      components: {
        securitySchemes: {
          o: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: `${server.url}${path}`, scopes: {} } },
          },
        },
      },
      security: [{ o: [] }],
      paths: { '/things': { get: { operationId: 'things', responses: { 200: { description: 'ok' } } } } },
    })
    const serve = (path: string) => {
      server.answer.current = (hit) =>
        hit.url === '/vendor.json'
          ? { body: vendor(path) }
          : { body: { access_token: 'vendor-token-1', token_type: 'Bearer', expires_in: 1 } }
    }
    const SECRET = 'plain-vendor-secret'
    const vendorAsset = (key: string) =>
      house.anAsset({
        key,
        connector: key,
        auth: 'oauth2ClientCredentials',
        settings: { clientId: 'cid' },
        secrets: { clientSecret: SECRET },
      })
    const imported = async (key: string) => {
      serve('/token')
      const { id } = await add({ from: 'url', key, title: undefined, url: `${server.url}/vendor.json` })
      return { asset: await vendorAsset(key), id: id ?? '' }
    }
    const reread = (id: string, notified: string[] = []) =>
      refreshConnector(
        { ...house.world.keep, notifyManagers: async (_scope, { text }) => void notified.push(text) },
        house.scope,
        by(),
        id,
      )
    const stateOf = async (assetId: string) =>
      house.scope.read(async (tx) => {
        const row = await assetById(tx, assetId)
        const known = await house.world.assets.registry.find(tx, row?.connector ?? '')
        return row === null ? null : assetView(row, known, anActor(house.scope)).state
      })

    test.each([true, false])(
      'sends no stored secret there, and notifies its managers (bound: %j)',
      async (bound) => {
        const key = bound ? 'stolen' : 'stolenold'
        const { asset, id } = await imported(key)
        expect(await perform(`${key}.things`, {}, key)).toBeDefined()
        // As assets from before the binding are.
        if (!bound)
          await house.scope.tx((tx) =>
            tx.query('update caseloom.asset set bound_to = null where id = $1', [asset.id]),
          )
        serve('/steal')
        const notified: string[] = []
        await reread(id, notified)
        server.hits.length = 0
        expect(await stateOf(asset.id)).toBe('needsSecret')
        expect(notified).toEqual([expect.stringContaining(asset.name)])
        const outcome = await testAsset(house.world.assets, house.scope, by(), asset.id)
        expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('entered again') })
        expect(server.hits).toEqual([])
      },
    )

    test('works again once the secret was entered for the new address, or the old one is back', async () => {
      const { asset, id } = await imported('moved')
      serve('/steal')
      await reread(id)
      const input = {
        key: 'moved',
        name: 'Moved',
        description: null,
        connector: 'moved',
        auth: 'oauth2ClientCredentials' as const,
        settings: { clientId: 'cid' },
        sharing: null,
      }
      const save = (secrets: Record<string, string>) =>
        saveAsset(house.world.assets, house.scope, by(), {
          assetId: asset.id,
          revision: asset.revision,
          input: { ...input, secrets },
        })
      await expect(save({})).rejects.toMatchObject({ code: 'asset.invalid' })
      serve('/token')
      await reread(id)
      expect(await stateOf(asset.id)).not.toBe('needsSecret')
      serve('/steal')
      const notified: string[] = []
      await reread(id, notified)
      expect(notified).toHaveLength(1)
      expect((await save({ clientSecret: 'another-secret' })).state).toBe('untested')
      server.hits.length = 0
      expect(await testAsset(house.world.assets, house.scope, by(), asset.id)).toMatchObject({ ok: true })
      expect(server.hits[0]?.url).toBe('/steal')
    })
  })

  test('stays while an asset of it exists, and takes no key that is in use', async () => {
    const pet = await add(file('stay', pets(server.url)))
    await house.anAsset({ key: 'stay-asset', connector: 'stay' })
    await expect(deleteConnector(house.scope, by(), pet.id ?? '')).rejects.toMatchObject({
      code: 'connector.in_use',
    })
    for (const key of ['stay', 'http', 'record', 'flow'])
      await expect(add(file(key, pets(server.url)))).rejects.toMatchObject({ code: 'name.taken' })
  })
})

describe('a document that is no good', () => {
  const reader = createOpenApiReader({ timeMs: 5_000, memoryMb: 256 })
  const read = async (document: unknown, one = reader) => {
    const outcome = await one.read({ bytes: bytesOf(document), key: 'bad', source: null })
    return 'issues' in outcome
      ? outcome.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
      : []
  }
  const doc = (paths: unknown) => ({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths })

  test.each([
    ['nothing', '', /doesn’t contain an OpenAPI document/],
    ['bytes', Buffer.from([0xff, 0xfe]), /isn’t UTF-8/],
    ['broken JSON', '{"openapi": ', /neither JSON nor YAML: .*JSON/],
    ['broken YAML', 'openapi: "3.1.0"\n  bad: [', /neither JSON nor YAML: .*line 2/],
    ['a list', '[1]', /doesn’t contain an OpenAPI document/],
    ['no version', {}, /openapi: The document has no version/],
    ['another version', { openapi: '4.0.0' }, /4\.0\.0 isn’t supported/],
    ['no paths', doc(undefined), /paths: The document has no/],
    ['no operations', doc({ '/x': {} }), /no operations/],
    ['webhooks alone', { openapi: '3.1.0', webhooks: { a: {} } }, /only webhooks/],
    ['a path that is none', doc({ '/x': 7, y: { get: {} } }), /paths\./],
    ['an operation that is none', doc({ '/x': { get: 7 } }), /paths\.\/x\.get: Must be an object/],
  ])('is refused with its place: %s', async (_name, document, expected) => {
    const text = Buffer.isBuffer(document) ? document : bytesOf(document)
    const outcome = await reader.read({ bytes: text, key: 'bad', source: null })
    const lines =
      'issues' in outcome ? outcome.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : []
    expect(lines.join('\n')).toMatch(expected)
  })

  test('in circles is read all the same, each circle cut where it closes', async () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const schemas = {
      Node: { type: 'object', properties: { next: ref('Node'), other: ref('Pair'), kind: ref('Loop') } },
      Pair: { anyOf: [ref('Node'), { type: 'array', items: ref('Pair') }] },
      Loop: ref('Loop'),
      Long: { type: 'string', enum: Array.from({ length: 20_000 }, (_none, at) => `v${at}`) },
    }
    const body = {
      content: {
        'application/json': { schema: { allOf: [ref('Node'), { properties: { long: ref('Long') } }] } },
      },
    }
    const parameter = { $ref: '#/components/parameters/Self' }
    const document = {
      ...doc({
        '/nodes': { post: { operationId: 'addNode', requestBody: body, responses: { 200: body } } },
        '/round': { $ref: '#/paths/~1round' },
        '/lost': { get: { parameters: [parameter], responses: {} } },
      }),
      components: { schemas, parameters: { Self: parameter } },
    }
    const outcome = await reader.read({ bytes: bytesOf(document), key: 'round', source: null })
    const text = JSON.stringify(outcome)
    expect(text).toMatch(/round\.addNode|Must be an object of operations/)
    expect(text).not.toContain('$ref')
    expect(text.length).toBeLessThan(50_000)
    const { '/round': _round, ...sound } = document.paths as Record<string, unknown>
    const read = await reader.read({
      bytes: bytesOf({ ...document, paths: sound }),
      key: 'round',
      source: null,
    })
    expect('read' in read ? read.read.actions.map(({ name }) => name) : read.issues).toEqual(
      expect.arrayContaining(['round.addNode']),
    )
  })

  test('resolves references only within itself: no other files or addresses are fetched, and long chains end', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5_000 }, (_none, at) => [
        `S${at}`,
        at === 4_999
          ? { type: 'string' }
          : { properties: { next: { $ref: `#/components/schemas/S${at + 1}` } } },
      ]),
    )
    const chain = Object.fromEntries(
      Array.from({ length: 5_000 }, (_none, at) => [
        `P${at}`,
        { $ref: `#/components/parameters/P${at + 1}` },
      ]),
    )
    const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
    const elsewhere = [
      'http://127.0.0.1:9/schema.json',
      'https://metadata.google.internal/x#/a',
      'file:///etc/passwd',
      '../other.yaml#/Pet',
      '/etc/passwd',
      '#/constructor/prototype',
      '#/__proto__/toString',
      '#/components/schemas/%E0%A4%A',
    ]
    const posts = elsewhere.map((ref, at) => [
      `/e${at}`,
      {
        post: {
          operationId: `e${at}`,
          requestBody: json({ $ref: ref }),
          parameters: [{ $ref: ref }],
          responses: {},
        },
      },
    ])
    const deep = {
      operationId: 'deep',
      requestBody: json({ $ref: '#/components/schemas/S0' }),
      parameters: [{ $ref: '#/components/parameters/P0' }],
      responses: { 200: json({ $ref: '#/components/schemas/S0' }) },
    }
    const paths = { ...Object.fromEntries(posts), '/deep': { post: deep }, '/far': { $ref: elsewhere[0] } }
    const whole = { ...doc(paths), components: { schemas, parameters: chain } }
    const outcome = await reader.read({ bytes: bytesOf(whole), key: 'far', source: null })
    const text = JSON.stringify(outcome)
    expect(text).not.toMatch(/\$ref|root:|native code/)
    expect(text.length).toBeLessThan(100_000)
    const { '/far': _far, ...sound } = paths
    const read = await reader.read({ bytes: bytesOf({ ...whole, paths: sound }), key: 'far', source: null })
    const names = 'read' in read ? read.read.actions.map(({ name }) => name) : []
    expect(names).toEqual([...elsewhere.map((_ref, at) => `far.e${at}`), 'far.deep'])
  })

  test('whose operations are called the same gets a name of its own for each, the same at every reading', async () => {
    const ids = [
      'get pet',
      'get-pet',
      'getPet',
      'getPet',
      '__proto__',
      'constructor',
      '日本',
      '',
      'x'.repeat(500),
    ]
    const paths = Object.fromEntries(
      ids.map((operationId, at) => [`/p${at}`, { get: { operationId, responses: {} } }]),
    )
    const both = await Promise.all(
      [1, 2].map(async () => reader.read({ bytes: bytesOf(doc(paths)), key: 'same', source: null })),
    )
    const [first = [], second] = both.map((one) =>
      'read' in one ? one.read.actions.map(({ name }) => name) : [],
    )
    expect(first).toHaveLength(ids.length)
    expect(new Set(first).size).toBe(ids.length)
    expect(second).toEqual(first)
    for (const name of first) expect(name).toMatch(/^same\.[A-Za-z]\w{0,99}$/)
  })

  test('in JSON or YAML nested without end is refused in bounded time', async () => {
    const began = process.cpuUsage()
    const deep = [
      `{"openapi":"3.1.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `{"openapi":"3.1.0","x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
      `openapi: "3.1.0"\nx: ${'['.repeat(100_000)}`,
      `openapi: "3.1.0"\nx:\n  ${'- '.repeat(100_000)}a`,
      `openapi: "3.1.0"\n<<: &a { <<: *a }`,
      `openapi: "3.1.0"\nx: !!js/function "function () { return process }"`,
    ]
    for (const text of deep) expect((await read(text)).join()).toMatch(/\w{5}/)
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1_000).toBeLessThan(30_000)
    expect(await read(doc({ '/ok': { get: { responses: {} } } }))).toEqual([])
  })

  test('as a YAML bomb is refused before it is followed', async () => {
    const lines = ['openapi: "3.1.0"', 'a0: &a0 [x,x,x,x,x,x,x,x,x,x]']
    for (let at = 1; at < 12; at += 1)
      lines.push(
        `a${at}: &a${at} [${Array(10)
          .fill(`*a${at - 1}`)
          .join(',')}]`,
      )
    expect((await read(lines.join('\n'))).join()).toMatch(/too many values|Excessive alias/)
    expect((await read('openapi: "3.1.0"\na: &a\n  b: *a\n')).join()).toMatch(
      /nested too deeply|neither JSON/,
    )
  })

  test('that takes too long or too much memory ends alone', async () => {
    const big = doc(
      Object.fromEntries(
        Array.from({ length: 20_000 }, (_none, at) => [`/p${at}`, { get: { responses: {} } }]),
      ),
    )
    expect(await read(big, createOpenApiReader({ timeMs: 1, memoryMb: 256 }))).toEqual([
      ': Reading the document takes too long',
    ])
    const heavy = `{"openapi":"3.1.0","x":[${'{"a":1,"b":[1,2,3]},'.repeat(600_000)}1]}`
    expect((await read(heavy, createOpenApiReader({ timeMs: 30_000, memoryMb: 24 }))).join()).toMatch(
      /too much memory|cannot be read/,
    )
    expect(await read(doc({ '/ok': { get: { responses: {} } } }))).toEqual([])
  })

  test('at a blocked address is not fetched, nor one that redirects there', async () => {
    const from = (url: string) => add({ from: 'url', key: 'nowhere', title: 'x', url })
    server.answer.current = () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/openapi.json' } })
    for (const url of [
      'http://127.0.0.1:9/a.json',
      'http://[::ffff:7f00:1]:9/',
      'file:///etc/passwd',
      server.url,
    ])
      await expect(from(url), url).rejects.toMatchObject({
        code: 'connector.unreadable',
        details: { issues: [{ message: expect.stringMatching(/isn’t allowed|Only http/) }] },
      })
  })

  test('50 MB are read within the bounds', async () => {
    const description = 'x'.repeat(40_000)
    const paths = Object.fromEntries(
      Array.from({ length: 1_200 }, (_none, at) => [
        `/p${at}`,
        { get: { description, responses: { 200: { description } } } },
      ]),
    )
    const bytes = bytesOf(doc(paths))
    expect(bytes.length).toBeGreaterThan(50_000_000)
    const outcome = await createOpenApiReader().read({ bytes, key: 'big', source: null })
    expect('read' in outcome && outcome.read.actions.length).toBe(1_200)
  })
})

test('1,200 operations with deep schemas are read, and offered when they are chosen', async () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 300 }, (_none, at) => [
      `S${at}`,
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 12 }, (_member, nth) => [
            `m${nth}`,
            nth < 3 ? { $ref: `#/components/schemas/S${(at * 7 + nth * 13 + 1) % 300}` } : { type: 'string' },
          ]),
        ),
      },
    ]),
  )
  const paths = Object.fromEntries(
    Array.from({ length: 600 }, (_none, at) => {
      const schema = { $ref: `#/components/schemas/S${at % 300}` }
      const content = { 'application/json': { schema } }
      const one = { requestBody: { content }, responses: { 200: { content } } }
      return [
        `/r${at}/{id}`,
        { get: { responses: { 200: { content } } }, post: { operationId: `make_${at}`, ...one } },
      ]
    }),
  )
  const document = { openapi: '3.0.0', info: { title: 'Big', version: '1' }, paths, components: { schemas } }
  const view = await add(file('big', document))
  expect(view.operations).toHaveLength(1_200)
  expect(view.actions).toBe(0)
  const change = {
    connectorId: view.id ?? '',
    title: 'Big',
    description: '',
    enabled: ['big.make_5'],
    revision: 1,
  }
  await changeConnector(house.scope, by(), change)
  const offered = await house.world.catalog.list(house.scope, () => false)
  expect(offered.filter(({ connector }) => connector?.key === 'big').map(({ name }) => name)).toEqual([
    'big.make_5',
  ])
}, 90_000)

describe('a connector of an MCP server', () => {
  test('offers its tools and calls them with the asset; nothing of the secret is exposed', async () => {
    const made = await add({ from: 'mcp', key: 'tools', title: 'Tools', url: mcp.url, asset: null })
    expect(made.operations.map(({ name, title }) => [name, title])).toEqual([
      ['tools.look_up', 'Look up'],
      ['tools.fail', 'fail'],
    ])
    const settings = { baseUrl: mcp.url }
    await house.anAsset({
      key: 'my-tools',
      connector: 'tools',
      auth: 'bearer',
      settings,
      secrets: { token: 'mcp-token-1' },
    })
    const outcome = await perform('tools.look_up', { value: 'x' }, 'my-tools')
    expect(outcome).toEqual({ ok: true, output: { found: 'x', as: 'Bearer [hidden]' } })
    expect(await perform('tools.fail', {}, 'my-tools')).toMatchObject({
      ok: false,
      error: { code: 'mcp.tool_failed', message: 'The tool failed: no luck' },
    })
    const input = (await house.world.catalog.list(house.scope, () => false)).find(
      ({ name }) => name === 'tools.look_up',
    )
    expect(input).toMatchObject({ input: { properties: { value: { type: 'string' } } }, required: ['value'] })
    mcp.tools.extra = true
    const again = await refreshConnector(house.world.keep, house.scope, by(), made.id ?? '')
    expect(again.operations.map(({ name }) => name)).toContain('tools.extra')
  })

  test('that does not answer is refused with the reason, and no private address is asked', async () => {
    const refused = (url: string) => add({ from: 'mcp', key: 'gone', title: 'Gone', url, asset: null })
    await expect(refused('http://127.0.0.1:9/mcp')).rejects.toMatchObject({ code: 'connector.unreadable' })
    server.answer.current = () => ({ status: 503 })
    await expect(refused(server.url)).rejects.toMatchObject({
      details: { issues: [{ message: expect.stringContaining('503') }] },
    })
  })
})
