import { AppView } from '@caseloom/contract/apps/apps'
import { DeliveryView, PlaybookView, RunView } from '@caseloom/contract/automation/automation'
import { Problem } from '@caseloom/contract/kernel/errors'
import { pageOf } from '@caseloom/contract/kernel/paging'
import { RecordPage, RecordView } from '@caseloom/contract/records/records'
import { APP, aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask } from '@caseloom/testkit/ask'
import { once } from 'node:events'
import { request as httpRequest, IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startWorker } from './compose-worker.ts'
import type { Started } from './launch/role.ts'

const DROP = '"; drop table caseloom.app cascade; --'
const TEN_KB = 'x'.repeat(10_240)
const HALF = 'a\u0000b\ud800c'
const REPLACED = 'a\ufffdb\ufffdc'
const TOO_BIG = 30 * 1024 * 1024

let world: ContractWorld
let worker: Started
let base: string
beforeAll(async () => {
  world = await aContractWorld()
  worker = await startWorker({ ...world.config, role: 'worker' })
  base = `/api/tenant/${world.alice.ids.tenantId}`
})
afterAll(async () => {
  await worker?.stop()
  await world?.close()
})

const alice = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(world.web, { method, url: `${base}${path}`, cookie: world.alice.cookie, body, headers })
const issuesOf = (json: unknown) =>
  (Problem.parse(json).issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.code}`).sort()
const verdict = (reply: { status: number; json: unknown }) => [reply.status, Problem.parse(reply.json).code]
const records = () => `/apps/${world.alice.ids.appId}/records`
const hookOf = (hookKey: string) => `/hooks/${world.alice.ids.tenantId}/${hookKey}`

async function aPublished(document: Record<string, unknown>) {
  const draft = PlaybookView.parse((await alice('POST', '/orchestration/api/playbooks', { document })).json)
  const path = `/orchestration/api/playbooks/${draft.id}/publish`
  const view = PlaybookView.parse((await alice('POST', path, { revision: draft.revision })).json)
  const [hook] = view.hooks
  if (hook === undefined) throw new Error('The playbook has no hook')
  return { hook: hookOf(hook.address.split('/').at(-1) ?? ''), triggerId: hook.id }
}

const deliveries = async (triggerId: string) => {
  const reply = await alice('GET', `/orchestration/api/triggers/${triggerId}/deliveries`)
  return pageOf(DeliveryView).parse(reply.json).items
}

describe('a request body', () => {
  it('that is malformed, or of another content type, is refused and does nothing', async () => {
    const before = await alice('POST', `${records()}/search`, { count: 'exact' })
    expect(verdict(await alice('POST', records(), '{"fields":{"title":"a"}'))).toEqual([
      400,
      'request.malformed',
    ])
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'text/json',
    ]) {
      const reply = await alice('POST', records(), '{"fields":{"title":"a"}}', { 'content-type': type })
      expect(verdict(reply), type).toEqual([415, 'request.unsupported_media_type'])
    }
    const after = await alice('POST', `${records()}/search`, { count: 'exact' })
    expect(RecordPage.parse(after.json).total).toEqual(RecordPage.parse(before.json).total)
  })

  it('with unknown members and wrong types gets all of its issues in one answer', async () => {
    const body = { filter: { field: 7, op: 'eq' }, limit: 'many', sort: 'title', stranger: 1, count: 3 }
    const reply = await alice('POST', `${records()}/search`, body)
    expect(reply.status).toBe(400)
    const paths = issuesOf(reply.json).map((issue) => issue.split(' ')[0] ?? '')
    for (const name of ['filter', 'limit', 'sort', 'stranger', 'count'])
      expect(
        paths.some((path) => path.startsWith(`body.${name}`)),
        name,
      ).toBe(true)
  })

  it('with wrong values for fields names each of them, and fields that are not there', async () => {
    const fields = { title: 7, level: 'extreme', ref: ['a'], ghost: 1 }
    const reply = await alice('POST', records(), { fields })
    expect(verdict(reply)).toEqual([400, 'request.invalid'])
    expect(issuesOf(reply.json)).toEqual([
      'body.fields.ghost unknown_field',
      'body.fields.level unknown_option',
      'body.fields.ref invalid_type',
      'body.fields.title invalid_type',
    ])
  })

  it('that uses an unknown field is reported, wherever it is', async () => {
    const ghost = { field: 'ghost', op: 'eq', value: 1 }
    for (const search of [
      { filter: ghost },
      { filter: { any: [{ not: { all: [ghost] } }] } },
      { filter: { ...ghost, field: DROP } },
      { filter: { ...ghost, field: '__proto__' } },
      { sort: [{ field: 'ghost', direction: 'asc' }] },
      { columns: ['ghost'] },
    ])
      expect(verdict(await alice('POST', `${records()}/search`, search)), JSON.stringify(search)).toEqual([
        400,
        'field.unknown',
      ])
  })
})

/** Sends so many bytes without saying how many there are; answers the status. */
const sendChunks = async (path: string, size: number, more: Record<string, string> = {}) => {
  if (!world.web.http.fastify.server.listening)
    await world.web.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = world.web.http.fastify.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  const headers = { 'content-type': 'application/json', ...more }
  const request = httpRequest({ host: '127.0.0.1', port: address.port, path, method: 'POST', headers })
  // The server may close before it has read everything: the answer is what counts.
  request.on('error', () => undefined)
  const answered = once(request, 'response')
  const chunk = Buffer.alloc(1024 * 1024, 0x20)
  for (let sent = 0; sent < size; sent += chunk.length) request.write(chunk)
  request.end()
  const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await answered)
  response.resume()
  return response.statusCode
}

describe('a text of 100 MB', () => {
  const HUGE = 100 * 1024 * 1024

  it('is refused with 413 before it was taken in, alone, in a batch and by a hook, and keeps nothing', async () => {
    const before = await alice('POST', `${records()}/search`, { count: 'exact' })
    const headers = { cookie: world.alice.cookie, origin: new URL(world.config.publicUrl).origin }
    for (const path of [`${base}${records()}`, `${base}${records()}/batch`])
      expect(await sendChunks(path, HUGE, headers), path).toBe(413)
    expect(await sendChunks(hookOf(world.alice.ids.hookKey), HUGE)).toBe(413)
    const after = await alice('POST', `${records()}/search`, { count: 'exact' })
    expect(RecordPage.parse(after.json).total).toEqual(RecordPage.parse(before.json).total)
  })

  it('that a body just holds is reported at its field when the field is shorter', async () => {
    const reply = await alice('POST', records(), { fields: { title: 'x'.repeat(4_000_000) } })
    expect(verdict(reply)).toEqual([400, 'request.invalid'])
    expect(issuesOf(reply.json)).toEqual(['body.fields.title too_long'])
  })
})

describe('a hook', () => {
  it('refuses 30 MB with 413, announced or not, logs that it did, and keeps nothing of it', async () => {
    const { triggerId, hookKey } = world.alice.ids
    const before = await deliveries(triggerId)
    const big = `{"n":1,"pad":"${'x'.repeat(TOO_BIG)}"}`
    const announced = await ask(world.web, { method: 'POST', url: hookOf(hookKey), body: big })
    expect(verdict(announced)).toEqual([413, 'request.too_large'])
    expect(await sendChunks(hookOf(hookKey), TOO_BIG)).toBe(413)
    const logged = await deliveries(triggerId)
    const fresh = logged.filter(({ id }) => !before.some((line) => line.id === id))
    const words = expect.stringContaining('too large')
    // Newest first; no one knows how long the second would have become.
    expect(fresh).toMatchObject([
      { outcome: 'refused', reason: words, size: 0, runId: null },
      { outcome: 'refused', reason: words, size: big.length, runId: null },
    ])
    const small = await ask(world.web, { method: 'POST', url: hookOf(hookKey), body: { n: 2 } })
    expect([small.status, small.json]).toEqual([200, { n: 4 }])
  })

  it('refuses malformed JSON and other content types, each with a line in its log', async () => {
    const { triggerId, hookKey } = world.alice.ids
    const url = hookOf(hookKey)
    const malformed = await ask(world.web, { method: 'POST', url, body: '{"n":' })
    expect(verdict(malformed)).toEqual([400, 'hook.bad_payload'])
    const headers = { 'content-type': 'application/octet-stream' }
    const bytes = await ask(world.web, { method: 'POST', url, body: '<n>1</n>', headers })
    expect(verdict(bytes)).toEqual([415, 'request.unsupported_media_type'])
    const [second, first] = await deliveries(triggerId)
    expect([first?.outcome, second?.outcome]).toEqual(['refused', 'refused'])
    expect(second?.reason).toContain('application/octet-stream')
    expect([first?.runId, second?.runId]).toEqual([null, null])
  })

  it('carries NUL and half characters from its payload through the run into a record', async () => {
    const { hook, triggerId } = await aPublished({
      playbook: 'halves',
      title: `Halves ${HALF}`,
      triggers: [
        {
          key: 'hook',
          kind: 'webhook',
          with: { auth: 'none', answer: 'result' },
          dedup: '{% trigger.body.text %}',
        },
      ],
      steps: [
        {
          key: 'save',
          action: 'record.create',
          with: { app: 'thing', set: { title: '{% trigger.body.text %}' } },
        },
      ],
      output: '{% {"record": steps.save.output.id, "title": steps.save.output.fields.title} %}',
    })
    const body = '{"text":"a\\u0000b\\ud800c","\\u0000":{"\\udfff":1}}'
    const reply = await ask(world.web, { method: 'POST', url: hook, body })
    expect(reply.status, JSON.stringify(reply.json)).toBe(200)
    const { record: recordId, title } = z.object({ record: z.string(), title: z.string() }).parse(reply.json)
    expect(title).toBe(REPLACED)
    const record = RecordView.parse((await alice('GET', `${records()}/${recordId}`)).json)
    expect(record.fields['title']).toBe(REPLACED)
    const [delivery] = await deliveries(triggerId)
    expect([delivery?.outcome, delivery?.dedupKey]).toEqual(['accepted', REPLACED])
    const path = `/orchestration/api/runs/${delivery?.runId}`
    const run = RunView.parse((await alice('GET', path)).json)
    expect(run.steps.map((step) => step.state)).toEqual(['succeeded'])
    const trigger = await alice('GET', `${path}/value?path=&side=trigger`)
    expect(trigger.json).toMatchObject({ value: { body: { text: HALF } } })
    const again = await ask(world.web, { method: 'POST', url: hook, body })
    expect(again.json).toMatchObject({ outcome: 'duplicate', runId: delivery?.runId })
  })
})

describe('NUL and half characters', () => {
  it('in the values of a record are replaced, stored, found by search, and shown in its history', async () => {
    const made = await alice('POST', records(), { fields: { title: HALF, ref: `ref ${HALF}` } })
    expect(made.status, JSON.stringify(made.json)).toBe(201)
    const { id, fields } = RecordView.parse(made.json)
    expect(fields).toMatchObject({ title: REPLACED, ref: `ref ${REPLACED}` })
    const twice = await alice('POST', records(), { fields: { title: 'other', ref: `ref ${HALF}` } })
    expect(verdict(twice)).toEqual([409, 'record.duplicate_value'])
    const filter = { field: 'ref', op: 'eq', value: `ref ${HALF}` }
    const found = RecordPage.parse((await alice('POST', `${records()}/search`, { filter })).json)
    expect(found.items.map((record) => record.id)).toEqual([id])
    expect((await alice('POST', `${records()}/search`, { text: HALF })).status).toBe(200)
    expect((await alice('GET', `${records()}/${id}/history`)).status).toBe(200)
  })

  it('in addresses, queries and credentials are refused, never our fault', async () => {
    for (const path of [
      '/apps/%00',
      '/apps/%ED%A0%80/records/x',
      `${records()}/%00/history?cursor=%00`,
      `${records()}/${world.alice.ids.recordId}/history?cursor=%00`,
      '/orchestration/api/runs?cursor=%00',
      '/orchestration/api/runs?recordId=%00',
      `/orchestration/api/runs/${world.alice.ids.runId}/value?path=%00&side=output`,
      '/%ff',
    ]) {
      const reply = await alice('GET', path)
      expect(reply.status, `${path} ${JSON.stringify(reply.json)}`).toBeGreaterThanOrEqual(200)
      expect(reply.status, `${path} ${JSON.stringify(reply.json)}`).toBeLessThan(500)
    }
    const login = { email: `a\u0000@example.test`, password: HALF.repeat(3) }
    const reply = await ask(world.web, { method: 'POST', url: '/iam/login', body: login })
    expect([400, 401]).toContain(reply.status)
    const hook = await ask(world.web, { method: 'POST', url: hookOf('%00'), body: {} })
    expect(verdict(hook)).toEqual([404, 'resource.not_found'])
  })
})

describe('names of apps and fields', () => {
  const appNamed = (name: string, key: string, acronym: string) => ({
    ...APP,
    key,
    acronym,
    name,
    fields: APP.fields.map((field) => ({ ...field, label: name })),
  })

  it.each([
    ['a statement', DROP, 'dropped', 'DRP'],
    ['emoji', '🚨 Ålert 警报 👩‍👩‍👧', 'emoji', 'EMO'],
    ['NUL and half characters', HALF, 'halved', 'HLV'],
  ])('that hold %s are retained as text, and their app works', async (_what, name, key, acronym) => {
    const made = await alice('POST', '/apps', appNamed(name, key, acronym))
    expect(made.status, JSON.stringify(made.json)).toBe(201)
    const app = AppView.parse(made.json)
    expect(app.name).toBe(name === HALF ? REPLACED : name)
    const record = await alice('POST', `/apps/${app.id}/records`, { fields: { title: name, ref: name } })
    expect(record.status).toBe(201)
    const search = (body: unknown) => alice('POST', `/apps/${app.id}/records/search`, body)
    const filter = { field: 'title', op: 'eq', value: name }
    expect(RecordPage.parse((await search({ filter })).json).items).toHaveLength(1)
    expect((await search({ text: name })).status).toBe(200)
    const all = z.object({ items: z.array(AppView) }).parse((await alice('GET', '/apps')).json)
    expect(all.items.map((item) => item.key)).toEqual(expect.arrayContaining(['thing', key]))
  })

  it('of 10 kB, and keys that are none, are refused with their places', async () => {
    const long = await alice('POST', '/apps', appNamed(TEN_KB, 'long', 'LNG'))
    expect(long.status).toBe(400)
    const labels = APP.fields.map((_field, at) => `body.fields.${at}.label too_big`)
    expect(issuesOf(long.json)).toEqual([...labels, 'body.name too_big'])
    for (const key of [DROP, '🚨', TEN_KB, '', 'a b', '__proto__', HALF]) {
      const fields = APP.fields.map((field, at) => (at === 0 ? { ...field, key } : field))
      const reply = await alice('POST', '/apps', { ...APP, key, acronym: DROP, fields })
      expect(reply.status, key.slice(0, 40)).toBe(400)
      const paths = issuesOf(reply.json).map((issue) => issue.split(' ')[0])
      expect(paths, key.slice(0, 40)).toEqual(
        expect.arrayContaining(['body.key', 'body.acronym', 'body.fields.0.key']),
      )
    }
  })
})
