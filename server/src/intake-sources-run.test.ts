import type { PlaybookView, RunSummary } from '@caseloom/contract/automation/automation'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { createHmac } from 'node:crypto'
import { intakePlaybook } from '@caseloom/playbook/source-mapping/intake-playbook'
import { proposeMapping } from '@caseloom/playbook/source-mapping/propose'
import { readSample } from '@caseloom/playbook/source-mapping/sample'
import { SOURCES } from '@caseloom/playbook/source-mapping/sources'
import { type Target, targetsOf } from '@caseloom/playbook/source-mapping/targets'
import { ask } from '@caseloom/testkit/ask'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { anActor } from '@caseloom/testkit/installation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker } from './compose-worker.ts'
import { addStarterApps } from './domains/installer/add-starter-apps.ts'
import type { Started } from './launch/role.ts'

let world: ContractWorld
let worker: Started
let appId: string
let targets: Target[]

beforeAll(async () => {
  world = await aContractWorld()
  worker = await startWorker({ ...world.config, role: 'worker' })
  const { apps, reporting } = world.web.product.doors
  const scope = await world.web.product.automation.parts.tenant(world.alice.ids.tenantId)
  if (scope === null) throw new Error('The tenant is missing')
  const made = await addStarterApps({ apps, reporting }, scope, anActor(scope))
  const alert = made.find(({ key }) => key === 'alert')
  if (alert === undefined) throw new Error('The app Alert is missing')
  appId = alert.id
  targets = targetsOf(alert)
}, 120_000)
afterAll(async () => {
  await worker?.stop()
  await world?.close()
})

const tenant = () => `/api/tenant/${world.alice.ids.tenantId}`
const orchestration = () => `${tenant()}/orchestration/api`
async function call(method: string, url: string, body?: unknown) {
  const reply = await ask(world.web, {
    method,
    url,
    cookie: world.alice.cookie,
    ...(body === undefined ? {} : { body }),
  })
  expect(reply.status, `${url} ${JSON.stringify(reply.json)}`).toBeLessThan(300)
  return reply.json
}

interface Connection {
  key: string
  text: string
  via?: 'webhook' | 'mail'
  auth?: 'secret' | 'hmac-sha256' | 'basic' | 'none'
  header?: string | undefined
  hints?: object
}

/** The playbook as the page makes it. */
function documentOf({ key, text, via = 'webhook', auth = 'none', header, hints = {} }: Connection) {
  const read = readSample(text)
  if (!read.ok) throw new Error(JSON.stringify(read.fault))
  const { sample } = read
  const basis = { event: sample.events[0] ?? {}, hints, isSyslog: sample.format === 'syslog' }
  const bindings = proposeMapping(basis, targets)
  const prefix = `intake-${key}-${crypto.randomUUID().slice(0, 8)}`
  const named = { key: prefix, title: `Intake: ${key}`, sourceName: key, app: 'alert', via, auth }
  return { document: intakePlaybook({ ...named, header, sample, basis, targets, bindings }), sample, prefix }
}

/** The same, published. */
async function connected(connection: Connection) {
  const { document, sample, prefix } = documentOf(connection)
  const draft = (await call('POST', `${orchestration()}/playbooks`, { document })) as PlaybookView
  expect(draft.problems).toEqual([])
  expect(draft.warnings).toEqual([])
  const place = `${orchestration()}/playbooks/${draft.id}`
  const playbook = (await call('POST', `${place}/publish`, { revision: draft.revision })) as PlaybookView
  return { playbook, sample, prefix }
}

async function send({ hooks: [hook] }: PlaybookView, payload: JsonValue, header: string | undefined) {
  if (hook === undefined) throw new Error('There is no hook')
  const body = JSON.stringify(payload)
  const { secret } =
    hook.auth === 'none'
      ? { secret: '' }
      : ((await call('GET', `${orchestration()}/triggers/${hook.id}/secret`)) as { secret: string })
  const proof: Partial<Record<typeof hook.auth, Record<string, string>>> = {
    none: {},
    secret: { 'x-webhook-secret': secret },
    basic: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
    'hmac-sha256': {
      [(header ?? 'x-hub-signature-256').toLowerCase()]:
        `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  }
  const url = new URL(hook.address).pathname
  const reply = await ask(world.web, { method: 'POST', url, body, headers: proof[hook.auth] ?? {} })
  expect(reply.status, JSON.stringify(reply.json)).toBe(202)
  return (reply.json as { runId: string }).runId
}

async function ended(runId: string): Promise<RunSummary> {
  let run: RunSummary | undefined
  await expect
    .poll(
      async () => {
        run = (await call('GET', `${orchestration()}/runs/${runId}`)) as RunSummary
        return run.state
      },
      { timeout: 30_000 },
    )
    .toMatch(/^(succeeded|failed)$/)
  if (run === undefined) throw new Error('There is no run')
  expect(run.error).toBeNull()
  return run
}

async function recordsWith(reference: string): Promise<JsonObject[]> {
  const filter = { all: [{ field: 'source_ref', op: 'startsWith', value: reference }] }
  const found = await call('POST', `${tenant()}/apps/${appId}/records/search`, { filter })
  return (found as { items: { fields: JsonObject }[] }).items.map(({ fields }) => fields)
}

const LINES = [
  [
    'cef',
    'CEF:0|Acme|Wall|2.1|100|Port scan|8|src=203.0.113.47 suser=ana externalId=77 rt=1795403882000\nCEF:0|Acme|Wall|2.1|100|Port scan|3|src=203.0.113.48 suser=bob externalId=78 rt=1795403882000',
    ['high', 'low'],
  ],
  [
    'jsonl',
    '{"id": "a1", "title": "Scan", "level": "High"}\n{"id": "a2", "title": "Beacon", "level": "low"}',
    ['high', 'low'],
  ],
] as const

describe('the intake of a source', () => {
  it.each(SOURCES.filter(({ via }) => via === 'webhook'))(
    'of $name publishes without a warning, and two deliveries of an event are one alert',
    async ({ key, sample, hints, auth, header }) => {
      const {
        playbook,
        sample: read,
        prefix,
      } = await connected({
        key,
        text: JSON.stringify(sample),
        hints,
        auth,
        header,
      })
      for (let times = 0; times < 2; times += 1) await ended(await send(playbook, read.payload, header))
      const found = await recordsWith(`${prefix}:`)
      expect(found).toMatchObject([
        { title: expect.any(String), severity: expect.any(String), status: 'new' },
      ])
      expect(found[0]?.['raw']).toEqual(read.events[0])
    },
  )

  it.each(LINES)('of lines of %s makes an alert of each', async (key, text, severities) => {
    const { playbook, sample, prefix } = await connected({ key, text })
    await ended(await send(playbook, sample.payload, undefined))
    const found = await recordsWith(`${prefix}:`)
    expect(new Set(found.map(({ severity }) => severity))).toEqual(new Set(severities))
  })

  it('takes one event where the sample was a list, and a text where it was lines', async () => {
    const list = await connected({ key: 'list', text: '[{"id": "b1", "title": "Scan"}]' })
    await ended(await send(list.playbook, { id: 'b2', title: 'Beacon' }, undefined))
    expect(await recordsWith(`${list.prefix}:b2`)).toMatchObject([{ title: 'Beacon' }])
    const lines = await connected({ key: 'text', text: 'msg="Port scan" id=c1 src=203.0.113.47' })
    await ended(await send(lines.playbook, 'msg=Beacon id=c2 src=203.0.113.48', undefined))
    const [found] = await recordsWith(`${lines.prefix}:c2`)
    expect(found).toMatchObject({ title: 'Beacon', observables: [{ kind: 'ipv4', value: '203.0.113.48' }] })
  })

  it('of a mailbox lacks nothing but an installation that receives email', async () => {
    const { hints, sample } = SOURCES.find(({ via }) => via === 'mail') ?? { hints: {}, sample: {} }
    const document = documentOf({ key: 'mailbox', text: JSON.stringify(sample), hints, via: 'mail' }).document
    const draft = (await call('POST', `${orchestration()}/playbooks`, { document })) as PlaybookView
    expect(draft.problems.map(({ message }) => message)).toEqual([
      'This installation doesn’t receive email: MAIL_IN_PORT isn’t set',
    ])
  })
})
