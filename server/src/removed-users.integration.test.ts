import { MODEL_HUB, ModelEvent } from '@caseloom/contract/kernel/hubs'
import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask, ORIGIN } from '@caseloom/testkit/ask'
import type { Resident } from '@caseloom/testkit/good/types'
import { tenancyAdmin } from '@caseloom/testkit/good/tenancy-admin'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startWorker } from './compose-worker.ts'
import type { Started } from './launch/role.ts'
import { notifySuperAdministrators } from './domains/identity/notices/notify-super-administrators.ts'
import { MAX_LICENSE_LENGTH } from '@caseloom/contract/tenancy/license-file'
import { COMMUNITY_LICENSE } from './domains/licensing/community.ts'

let world: ContractWorld
let worker: Started
let port: number
beforeAll(async () => {
  // Alice is super administrator by the area's preparation, Mallory is not.
  world = await aContractWorld([tenancyAdmin])
  worker = await startWorker({ ...world.config, role: 'worker' })
  await world.web.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = world.web.http.fastify.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  port = address.port
})
afterAll(async () => {
  await worker?.stop()
  await world?.close()
})

const LICENSE = '/tenant/settings/license'
const call = (who: Resident, method: string, url: string, body?: unknown) =>
  ask(world.web, { method, url, cookie: who.cookie, body })
const upload = (text: string) => call(world.alice, 'POST', LICENSE, text)
const take = () => call(world.alice, 'DELETE', LICENSE)
const codeOf = ({ status, json }: { status: number; json: unknown }) =>
  status < 300 ? String(status) : `${status} ${z.object({ code: z.string() }).parse(json).code}`
const apps = (who: Resident) => call(who, 'GET', `/api/tenant/${who.ids.tenantId}/apps`).then(codeOf)

async function inside(
  who: Resident,
): Promise<{ socket: Socket; heard: ModelEvent[]; gone: Promise<string> }> {
  const socket = io(`http://127.0.0.1:${port}${MODEL_HUB}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: ORIGIN, cookie: who.cookie },
  })
  onTestFinished(() => void socket.disconnect())
  const heard: ModelEvent[] = []
  socket.onAny((_verb, body) => void heard.push(ModelEvent.parse(body)))
  const gone = new Promise<string>((resolve) => void socket.on('disconnect', resolve))
  await new Promise<void>((resolve) => void socket.on('connect', resolve))
  expect(await socket.timeout(5_000).emitWithAck('enter', { tenantId: who.ids.tenantId })).toEqual({
    ok: true,
  })
  return { socket, heard, gone }
}

async function publish(document: JsonObject): Promise<{ id: string; path: string }> {
  const base = `/api/tenant/${world.mallory.ids.tenantId}/orchestration/api/playbooks`
  const draft = PlaybookView.parse((await call(world.mallory, 'POST', base, { document })).json)
  const reply = await call(world.mallory, 'POST', `${base}/${draft.id}/publish`, { revision: draft.revision })
  const [hook] = PlaybookView.parse(reply.json).hooks
  return { id: draft.id, path: new URL(hook?.address ?? '').pathname }
}

describe('while the license is not valid', () => {
  beforeEach(async () => {
    expect((await upload(COMMUNITY_LICENSE)).status).toBe(200)
  })

  it('only super administrators continue; the others read the license, log out, and nothing else [S6.02]', async () => {
    expect(await apps(world.mallory)).toBe('200')
    expect((await take()).json).toEqual({ licenseId: null, isValid: false, details: null })
    expect(await apps(world.mallory)).toBe('403 license.invalid')
    const enter = { accountId: world.mallory.ids.accountId, tenantId: world.mallory.ids.tenantId }
    expect(codeOf(await call(world.mallory, 'POST', '/iam/session/tenant', enter))).toBe(
      '403 license.invalid',
    )
    expect((await call(world.mallory, 'GET', LICENSE)).json).toMatchObject({
      licenseId: null,
      isValid: false,
    })
    expect((await call(world.mallory, 'GET', '/iam/session')).status).toBe(200)
    expect(await apps(world.alice)).toBe('200')
    await upload(COMMUNITY_LICENSE)
    expect(await apps(world.mallory)).toBe('200')
  })

  it('may be uploaded and removed by super administrators only [S6.01]', async () => {
    expect(codeOf(await call(world.mallory, 'POST', LICENSE, COMMUNITY_LICENSE))).toBe('403 right.missing')
    expect(codeOf(await call(world.mallory, 'DELETE', LICENSE))).toBe('403 right.missing')
    const form = new FormData()
    form.append('file', new File([COMMUNITY_LICENSE], 'community.lic'))
    const request = new Response(form)
    const reply = await world.web.http.fastify.inject({
      method: 'POST',
      url: LICENSE,
      headers: {
        cookie: world.alice.cookie,
        origin: ORIGIN,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect([reply.statusCode, JSON.parse(reply.body).licenseId]).toEqual([200, 'community-1'])
    const elsewhere = await ask(world.web, {
      method: 'POST',
      url: LICENSE,
      cookie: world.alice.cookie,
      body: COMMUNITY_LICENSE,
      headers: { origin: 'https://evil.example' },
    })
    expect(codeOf(elsewhere)).toBe('403 request.origin_refused')
  })

  it('is restored by super administrators only, with one request and without a license [S6.01]', async () => {
    const restore = (who: Resident) => call(who, 'POST', `${LICENSE}/restore`)
    await take()
    expect(await apps(world.mallory)).toBe('403 license.invalid')
    expect(codeOf(await restore(world.mallory))).toBe('403 right.missing')
    expect((await restore(world.alice)).json).toMatchObject({ licenseId: 'community-1', isValid: true })
    expect(await apps(world.mallory)).toBe('200')
  })

  it('takes a text of the length that the refusal names, and refuses a longer one with that length', async () => {
    const refusal = (length: number) =>
      upload('x'.repeat(length)).then(({ json }) => z.object({ detail: z.string() }).parse(json).detail)
    expect(await refusal(MAX_LICENSE_LENGTH)).toBe('This file isn’t a license')
    expect(await refusal(MAX_LICENSE_LENGTH + 1)).toBe('A license has at most 20,000 characters')
    expect((await upload(`${' '.repeat(1_000)}${COMMUNITY_LICENSE}`)).status).toBe(200)
  })

  it('open lines of the others are reported and cut, those of super administrators hear of it [S4.02]', async () => {
    const [alice, mallory] = [await inside(world.alice), await inside(world.mallory)]
    await take()
    expect(await mallory.gone).toBe('io server disconnect')
    expect(mallory.heard.at(-1)).toMatchObject({ kind: 'settings', id: world.mallory.ids.tenantId })
    const notified = () => alice.heard.filter((event) => event.id === 'license').length
    // News of an earlier change may still be on its way: what counts is that the next one is heard too.
    await expect.poll(notified).toBeGreaterThan(0)
    const before = notified()
    await upload(COMMUNITY_LICENSE)
    await expect.poll(notified).toBeGreaterThan(before)
  })

  it('only super administrators are notified of its end', async () => {
    const notified = () =>
      world.web.product.platform.system.read((tx) =>
        tx.query<{ person_id: string }>(
          `select person_id from caseloom.notification where kind = 'licenseExpires'`,
        ),
      )
    expect(await notified()).toEqual([])
    const note = { kind: 'licenseExpires', title: 'The license expires in 7 days' } as const
    await world.web.product.platform.system.tx((tx) => notifySuperAdministrators(tx, ORIGIN, note))
    expect(await notified()).toEqual([{ person_id: world.alice.ids['personId'] }])
  })

  it('hooks still take deliveries and answer their results', async () => {
    const { tenantId, hookKey } = world.mallory.ids
    await take()
    const reply = await ask(world.web, {
      method: 'POST',
      url: `/hooks/${tenantId}/${hookKey}`,
      body: { n: 21 },
    })
    expect([reply.status, reply.json]).toEqual([200, { n: 42 }])
  })

  it('runs that wait continue to their end, and deliveries still start new ones', async () => {
    const { path } = await publish({
      playbook: 'patient',
      title: 'Wait a moment',
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
      steps: [
        { key: 'pause', action: 'flow.wait', with: { for: '8s' } },
        { key: 'after', action: 'data.transform', with: { value: 1 }, after: 'pause' },
      ],
    })
    const begin = async () => {
      const reply = await ask(world.web, { method: 'POST', url: path, body: {} })
      return z.object({ runId: z.string() }).parse(reply.json).runId
    }
    const stateOf = async (id: string) => {
      const rows = await world.web.product.platform.system.read((tx) =>
        tx.query<{ state: string }>('select state from caseloom.run where id = $1', [id]),
      )
      return rows[0]?.state
    }
    const before = await begin()
    await expect.poll(() => stateOf(before), { timeout: 15_000 }).toBe('waiting')
    await take()
    const during = await begin()
    await expect.poll(() => stateOf(before), { timeout: 30_000 }).toBe('succeeded')
    await expect.poll(() => stateOf(during), { timeout: 30_000 }).toBe('succeeded')
    expect(await apps(world.mallory)).toBe('403 license.invalid')
  }, 60_000)
})
