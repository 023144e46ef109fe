import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutboundRequest } from '../../../platform/outbound/outbound.ts'
import { type Admin, aDirectory, type TestDirectory } from '../directory/directory.fixture.ts'
import { bindChannelRoutes } from '../my-account/channels.routes.ts'
import { deliverMessages, type MessageDeps } from './deliver-messages.ts'
import { type Note, notify } from './notify.ts'

const URL = 'https://soc.example.org'
const HOOK = 'https://chat.example/hooks/very-secret-part'
const unreachable = { code: 'http.unreachable', message: 'No connection', retryable: true } as const

let house: TestDirectory
let place: { accountId: string; tenantId: string }
let person: Admin
let sent: OutboundRequest[]
/** How the other side answers: a status with what it says, or null when it can't be reached. */
let answer: { status: number; says?: string } | null
let isSeen: boolean

const outbound: MessageDeps['outbound'] = {
  async request(request) {
    sent.push(request)
    if (answer === null) return { ok: false, error: unreachable }
    const body = Buffer.from(answer.says ?? 'ok')
    return { ok: true, status: answer.status, headers: {}, body, url: request.url, retryAfterMs: null }
  },
}

beforeAll(async () => {
  house = await aDirectory()
  bindChannelRoutes(house.http, { ...house.deps, outbound })
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from caseloom.mail')
  await house.sql('delete from caseloom.notification_delivery')
  sent = []
  answer = { status: 200 }
  isSeen = true
  place = await house.anAccount()
  const user = await house.aUser(place)
  person = { ...user, token: await house.logIn(user.email) }
})

const ask = (method: string, path = '', body?: unknown, as = person.token) =>
  house.ask(method, `/iam/me/channels${path}`, { as, ...(body === undefined ? {} : { body }) })
const connect = (channel: string, url = HOOK) => ask('PUT', `/${channel}`, { url })
const channel = async () => ((await ask('GET')).json['items'] as Record<string, unknown>[])[0]
const send = (title: string, over: Partial<Note> = {}) =>
  house.directoryDeps.system.tx((tx) =>
    notify(tx, URL, {
      personId: person.personId,
      accountId: place.accountId,
      kind: 'mention',
      title,
      text: 'Look at this',
      link: '/record/1',
      subject: { kind: 'tenant', tenantId: place.tenantId },
      ...over,
    }),
  )
const deliver = (over: Partial<MessageDeps> = {}) =>
  deliverMessages({
    system: house.directoryDeps.system,
    publicUrl: URL,
    actorOf: house.identity.actorOf,
    sees: async () => isSeen,
    log: pino({ level: 'silent' }),
    secrets: house.deps.secrets,
    outbound,
    ...over,
  })
const waiting = () => house.sql<{ attempts: number }>('select attempts from caseloom.notification_delivery')
/** As if the pauses between attempts, and so long since the first failure, were over. */
const wait = async () => {
  await house.sql(`update caseloom.notification_delivery set due_at = now() - interval '1 second'`)
  await house.sql(
    `update caseloom.notification_channel set failing_since = failing_since - interval '10 minutes'`,
  )
}
const bodies = () => sent.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)

describe('a channel', () => {
  it('is connected by an address that is never shown again, and that others neither see nor change', async () => {
    const made = await connect('slack')
    expect(made.json).toMatchObject({
      secret: null,
      view: { channel: 'slack', host: 'chat.example', failure: null },
    })
    expect((await ask('GET')).text).not.toContain('very-secret-part')
    const stored = await house.sql('select * from caseloom.notification_channel where person_id = $1', [
      person.personId,
    ])
    expect(JSON.stringify(stored)).not.toContain('very-secret-part')
    const other = await house.anAdmin(place)
    expect((await ask('GET', '', undefined, other.token)).json).toEqual({ items: [] })
    for (const [method, path] of [
      ['DELETE', '/slack'],
      ['POST', '/slack/test'],
    ] as const)
      expect((await ask(method, path, {}, other.token)).status).toBe(404)
    expect(await channel()).toMatchObject({ host: 'chat.example' })
  })

  it('starts with what is emailed, except for what concerns security, and its person gets an email about it', async () => {
    await connect('slack')
    const me = await house.ask('GET', '/iam/me', { as: person.token })
    expect(me.json['notifications']).toMatchObject({
      mention: { mail: true, slack: true, teams: false },
      clock: { mail: false, slack: false },
      securityChanged: { mail: true, slack: false },
    })
    expect((await house.lastMail(person.email))?.body).toContain('Slack at chat.example')
  })

  it.each(['nonsense', 'ftp://chat.example/x', 'https://me:word@chat.example/x', 'javascript:alert(1)'])(
    'is not connected by %s',
    async (url) => {
      expect((await connect('slack', url)).code).toBe('request.invalid')
    },
  )

  it('that no one knows is not found', async () => {
    expect((await connect('pager')).status).toBe(404)
    expect((await ask('POST', '/teams/test', {})).status).toBe(404)
  })

  it('is disconnected together with what waits for it', async () => {
    await connect('teams')
    await send('one')
    expect(await waiting()).toHaveLength(1)
    expect((await ask('DELETE', '/teams')).status).toBe(204)
    expect([await waiting(), (await ask('GET')).json['items']]).toEqual([[], []])
    expect((await ask('DELETE', '/teams')).status).toBe(404)
  })

  it('is tested, and names the exact failure without the address', async () => {
    await connect('slack')
    expect((await ask('POST', '/slack/test', {})).json).toMatchObject({ failure: null })
    expect(bodies()[0]).toMatchObject({ text: 'Test from Caseloom' })
    answer = { status: 404, says: 'no_service at /hooks/very-secret-part' }
    const failure = 'The server responded with status 404: no_service at [hidden]'
    const { json, text } = await ask('POST', '/slack/test', {})
    expect(json).toMatchObject({ failure, view: { failure: { text: failure }, pausedAt: null } })
    expect(text).not.toContain('very-secret-part')
  })
})

describe('a notification', () => {
  it('reaches the channels that are connected and chosen, with its link, once', async () => {
    await connect('slack')
    await send('Ana mentioned you')
    await send('a clock', { kind: 'clock' })
    await deliver()
    await deliver()
    expect(bodies()).toMatchObject([{ text: 'Ana mentioned you' }])
    expect(String(sent[0]?.body)).toContain(`<${URL}/record/1|`)
    expect(sent[0]).toMatchObject({ url: HOOK, method: 'POST', keepRedirects: true })
    expect(sent[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[0]).not.toHaveProperty('privateRangesAllowed', true)
    expect(await channel()).toMatchObject({ deliveredAt: expect.any(String) })
  })

  it('is signed for a webhook with the secret that was shown once', async () => {
    const { json } = await connect('webhook')
    const secret = String(json['secret'])
    expect(secret).toMatch(/^[\w-]{43}$/)
    await send('one')
    await deliver()
    const [request] = sent
    const mac = createHmac('sha256', secret).update(String(request?.body)).digest('hex')
    expect(request?.headers).toMatchObject({ 'x-hub-signature-256': `sha256=${mac}` })
    expect(bodies()).toMatchObject([
      { id: request?.idempotencyKey, kind: 'mention', title: 'one', link: `${URL}/record/1` },
    ])
    expect((await ask('GET')).text).not.toContain(secret)
  })

  it('goes out once from several processes', async () => {
    await connect('slack')
    for (const title of ['one', 'two', 'three']) await send(title)
    await Promise.all([deliver(), deliver(), deliver()])
    expect(
      bodies()
        .map(({ text }) => text)
        .toSorted((one, other) => String(one).localeCompare(String(other))),
    ).toEqual(['one', 'three', 'two'])
  })

  it('stays in the product when the person may no longer see it, has read it, or chose otherwise', async () => {
    await connect('slack')
    isSeen = false
    await send('hidden', {
      subject: { kind: 'playbook', tenantId: place.tenantId, playbookId: place.tenantId },
    })
    await deliver()
    await send('read')
    await house.ask('POST', '/iam/me/notifications/read', { as: person.token, body: {} })
    await deliver()
    await send('unwanted')
    await house.sql(`update caseloom.person set notifications = '{}' where id = $1`, [person.personId])
    await deliver()
    expect([sent, await waiting()]).toEqual([[], []])
  })

  it('is sent again after a failure that may pass, under the same key', async () => {
    await connect('slack')
    await send('one')
    answer = null
    await deliver()
    expect(await waiting()).toEqual([{ attempts: 1 }])
    expect(await channel()).toMatchObject({ failure: { text: 'No connection' }, pausedAt: null })
    await deliver()
    expect(sent).toHaveLength(1)
    answer = { status: 200 }
    await wait()
    await deliver()
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
      sent[0]?.idempotencyKey,
      sent[0]?.idempotencyKey,
    ])
    expect(await waiting()).toEqual([])
    expect(await channel()).toMatchObject({ failure: null })
  })

  it('is not sent again after a failure that stays', async () => {
    await connect('slack')
    await send('one')
    answer = { status: 403, says: 'invalid_token' }
    await deliver()
    expect(await waiting()).toEqual([])
    expect(await channel()).toMatchObject({
      failure: { text: 'The server responded with status 403: invalid_token' },
      pausedAt: null,
    })
  })

  it('pauses a channel that keeps failing, of which its person hears, until a test arrives', async () => {
    await connect('slack')
    await send('one')
    answer = { status: 503 }
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await deliver()
      await wait()
    }
    expect(await channel()).toMatchObject({ pausedAt: null })
    await deliver()
    expect(await channel()).toMatchObject({ pausedAt: expect.any(String) })
    const list = await house.ask('GET', '/iam/me/notifications', { as: person.token })
    expect(list.json['items']).toContainEqual(
      expect.objectContaining({
        kind: 'channelPaused',
        title: 'Notifications to chat.example are paused',
        link: `/account/${place.accountId}/user/${person.userId}?section=notifications`,
      }),
    )
    await send('two')
    expect(await waiting()).toEqual([])
    await ask('POST', '/slack/test', {})
    expect(await channel()).toMatchObject({ pausedAt: expect.any(String) })
    answer = { status: 200 }
    await ask('POST', '/slack/test', {})
    expect(await channel()).toMatchObject({ pausedAt: null, failure: null })
    await send('three')
    expect(await waiting()).toHaveLength(1)
  })

  it('tries a paused channel again by the next one after an hour, and resumes it when that arrives', async () => {
    const hourLater = () =>
      house.sql(`update caseloom.notification_channel set failed_at = failed_at - interval '1 hour'`)
    await connect('slack')
    await send('one')
    answer = { status: 503 }
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await deliver()
      await wait()
    }
    const paused = await channel()
    expect(paused).toMatchObject({ pausedAt: expect.any(String) })
    await hourLater()
    sent = []
    await send('two')
    await send('three')
    await deliver()
    expect(sent).not.toEqual([])
    expect(await channel()).toMatchObject({ pausedAt: paused?.['pausedAt'] })
    const list = await house.ask('GET', '/iam/me/notifications', { as: person.token })
    expect(
      (list.json['items'] as { kind: string }[]).filter(({ kind }) => kind === 'channelPaused'),
    ).toHaveLength(1)
    // It failed, so that the next try is an hour away, and what waited for it is gone.
    sent = []
    await wait()
    await deliver()
    await send('four')
    expect([sent, await waiting()]).toEqual([[], []])
    await hourLater()
    answer = { status: 200 }
    await send('five')
    await deliver()
    expect(bodies()).toMatchObject([{ text: 'five' }])
    expect(await channel()).toMatchObject({ pausedAt: null, failure: null })
  })

  it('of one person is not delayed by many to the channel of another', async () => {
    await connect('webhook')
    for (let count = 0; count < 30; count += 1) await send(`event ${count}`)
    const first = person
    const user = await house.aUser(place)
    person = { ...user, token: await house.logIn(user.email) }
    await connect('slack')
    await send('mine')
    await deliver()
    expect(bodies()).toContainEqual(expect.objectContaining({ text: 'mine' }))
    while (await deliver());
    expect(sent).toHaveLength(31)
    expect(first.personId).not.toBe(person.personId)
  })

  it('pauses nothing by a burst that fails within ten minutes', async () => {
    await connect('slack')
    for (let count = 0; count < 8; count += 1) await send(`event ${count}`)
    answer = { status: 503 }
    await deliver()
    expect(await channel()).toMatchObject({
      pausedAt: null,
      failure: { text: expect.stringContaining('503') },
    })
    expect(await waiting()).toHaveLength(8)
  })
})
