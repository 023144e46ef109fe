import { type BuiltInRole, PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { ask } from '@caseloom/testkit/ask'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { INJECTION_SAMPLES } from '@caseloom/testkit/prompt-injection-samples'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../../platform/uuid.ts'
import { builtInRoleIds } from '../../identity/identity.door.ts'

const READS = ['record:read', 'app:read', 'playbook:read', 'run:read', 'assistant:use']
let world: ContractWorld
let address: string
let token: string
let hidden: string
beforeAll(async () => {
  world = await aContractWorld()
  await world.web.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  // A server that listens on TCP has an address of this form.
  address = `http://127.0.0.1:${(world.web.http.fastify.server.address() as AddressInfo).port}`
  for (const title of INJECTION_SAMPLES) await aThing(title)
  const board = await aThing('hidden matter of the board')
  hidden = board.trackingId
  const { accountId, tenantId, appId, userId } = world.alice.ids
  const url = `/api/tenant/${tenantId}/apps/${appId}/records/${board.id}/restriction`
  await made('PUT', url, { to: [{ userId }] })
  expect(accountId).not.toBe('')
  token = await aToken('analyst', READS)
})
afterAll(() => world.close())

const Made = z.looseObject({
  id: z.string().default(''),
  token: z.string().default(''),
  trackingId: z.string().default(''),
})

async function made(method: string, url: string, body: unknown) {
  const reply = await ask(world.web, { method, url, body, cookie: world.alice.cookie })
  if (reply.status > 299) throw new Error(`${url}: ${JSON.stringify(reply.json)}`)
  return Made.parse(reply.json)
}

function aThing(title: string) {
  const { tenantId, appId } = world.alice.ids
  return made('POST', `/api/tenant/${tenantId}/apps/${appId}/records`, { fields: { title } })
}

/** The text of a token of a service account with a role in Alice's tenant. */
async function aToken(role: BuiltInRole, scopes: readonly string[]): Promise<string> {
  const { accountId, tenantId } = world.alice.ids
  const roles = [{ roleId: builtInRoleIds[role], tenantId }]
  const service = await made('POST', `/iam/account/${accountId}/service-accounts`, { name: newId(), roles })
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const given = { name: 'Assistant', scopes, expiresAt }
  return (await made('POST', `/iam/account/${accountId}/users/${service.id}/tokens`, given)).token
}

const ofTenant = (tenantId = world.alice.ids.tenantId) => `/api/tenant/${tenantId}/mcp`

/** Works with the product as an outside assistant does. */
async function asAssistant<T>(
  work: (client: Client) => Promise<T>,
  options: { path?: string; as?: string } = {},
): Promise<T> {
  const { path = ofTenant(), as = token } = options
  const transport = new StreamableHTTPClientTransport(new URL(`${address}${path}`), {
    requestInit: { headers: { authorization: `Bearer ${as}` } },
  })
  const client = new Client({ name: 'test', version: '1' })
  // The SDK's own class does not fit its interface under exactOptionalPropertyTypes.
  await client.connect(transport as unknown as Transport)
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}

const Answered = z.looseObject({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  isError: z.boolean().optional(),
})

/** The addresses that an answer names. */
const Replied = z.object({
  sources: z.array(z.object({ url: z.string() }).transform(({ url }) => url)),
})

async function use(name: string, input: Record<string, unknown>, options: { as?: string } = {}) {
  const answer = Answered.parse(
    await asAssistant((client) => client.callTool({ name, arguments: input }), options),
  )
  return { isError: answer.isError === true, text: answer.content.map(({ text }) => text).join('\n') }
}

function post(path: string, headers: Record<string, string>): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  return fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

describe('an outside assistant', () => {
  it('finds the tools with their schemas, and none that offers or runs anything', async () => {
    const { tools } = await asAssistant((client) => client.listTools())
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['search_help', 'search_records', 'explain_run', 'draft_playbook']),
    )
    expect(names.join(' ')).not.toMatch(/component|execute|publish|delete|update/)
    for (const tool of tools) {
      expect(tool.inputSchema.type, tool.name).toBe('object')
      expect(tool.annotations?.readOnlyHint, tool.name).toBe(true)
    }
  })

  it('reads records with the permissions of its token, and each answer names its sources', async () => {
    const { text } = await use('search_records', { app: 'thing', limit: 25 })
    expect(text).toContain('Thing of Alice')
    expect(text).not.toMatch(/Mallory|hidden matter of the board/)
    expect(text).toContain(`http://localhost:4000/account/${world.alice.ids.accountId}/tenant/`)
    expect((await use('read_record', { trackingId: hidden })).isError).toBe(true)
    const narrow = await aToken('analyst', ['assistant:use', 'app:read'])
    expect(await use('search_records', { app: 'thing' }, { as: narrow })).toMatchObject({
      isError: true,
      text: expect.stringContaining('right.missing'),
    })
  })

  it('needs no tenant in the address while its user has one only', async () => {
    const { tools } = await asAssistant((client) => client.listTools(), { path: '/api/mcp' })
    expect(tools.length).toBeGreaterThan(5)
    expect((await post('/api/mcp', { authorization: `Bearer clt_${'x'.repeat(43)}` })).status).toBe(401)
  })

  it('gets an error that explains what is wrong with its request', async () => {
    const wrong = await use('search_records', {
      app: 'thing',
      filter: [{ field: 'nope', op: 'eq', value: 1 }],
    })
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('nope') })
    expect(await use('list_components', {})).toMatchObject({ isError: true })
  })
})

describe('the door', () => {
  it('asks for a token', async () => {
    const reply = await post(ofTenant(), {})
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="caseloom"'])
    expect((await post('/api/mcp', {})).status).toBe(401)
  })

  it('shows a foreign tenant as one that is missing', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const notified = async (tenantId: string) => {
      const reply = await post(ofTenant(tenantId), headers)
      const { requestId: _id, ...problem } = z
        .looseObject({ requestId: z.string() })
        .parse(await reply.json())
      return { status: reply.status, problem }
    }
    const foreign = await notified(world.mallory.ids.tenantId)
    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(await notified(newId()))
  })

  it('is shut for a token without the right to the assistant', async () => {
    const as = await aToken(
      'analyst',
      PERMISSIONS.filter((each) => each !== 'assistant:use' && READS.includes(each)),
    )
    for (const path of [ofTenant(), '/api/mcp'])
      expect((await post(path, { authorization: `Bearer ${as}` })).status, path).toBe(403)
  })

  it('says that nothing is pushed', async () => {
    const reply = await fetch(`${address}${ofTenant()}`, { headers: { authorization: `Bearer ${token}` } })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('planted instructions', () => {
  it('start nothing and reveal nothing, whatever tool meets them', async () => {
    const { tenantId } = world.alice.ids
    const runs = async () => {
      const url = `/api/tenant/${tenantId}/orchestration/api/runs`
      const reply = await ask(world.web, { method: 'GET', url, cookie: world.alice.cookie })
      return z.object({ items: z.array(z.unknown()) }).parse(reply.json).items.length
    }
    const before = await runs()
    await asAssistant(async (client) => {
      const calls: [string, Record<string, unknown>][] = [
        ['search_records', { app: 'thing', text: 'hidden matter board' }],
        ['aggregate_records', { app: 'thing', by: 'title' }],
        ['list_apps', {}],
        ['list_runs', {}],
        ...INJECTION_SAMPLES.flatMap((text): [string, Record<string, unknown>][] => [
          ['search_records', { text: text.slice(0, 200) }],
          ['search_help', { text: text.slice(0, 200) }],
          ['draft_filter', { app: 'thing', text: text.slice(0, 200), filter: [] }],
        ]),
      ]
      for (const [name, input] of calls) {
        const answer = Answered.parse(await client.callTool({ name, arguments: input }))
        const notified = JSON.stringify(answer)
        expect(answer.isError, `${name} ${JSON.stringify(input)}`).not.toBe(true)
        // Data is confined to the JSON of one text; the links offered are our own.
        expect(answer.content).toHaveLength(1)
        for (const url of Replied.parse(JSON.parse(answer.content[0]?.text ?? '')).sources)
          expect(url).toMatch(/^http:\/\/localhost:4000\/(?:account|help)\//)
        expect(notified, `${name} ${JSON.stringify(input)}`).not.toMatch(
          /hidden matter of the board|Thing of Mallory/,
        )
      }
      process.stdout.write(
        `planted instructions for outside assistants, ${calls.length} cases, none obeyed\n`,
      )
    })
    expect(await runs()).toBe(before)
  })
})
