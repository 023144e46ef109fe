import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aPlaybook,
  aTransform,
  type AutomationFixture,
  createAutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { answerHandshake } from './answer-handshake.ts'
import { rotateTriggerSecret } from './trigger-secret.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

async function aHook(options: JsonObject, output = '{% trigger.body %}') {
  const scope = await house.aTenant()
  const triggers = [{ key: 'in', kind: 'webhook', with: { answer: 'result', ...options } }]
  const document = aPlaybook([aTransform('read', output)], { triggers, output: '{% steps.read.output %}' })
  const { hooks } = await house.publish(scope, document)
  const [hook] = hooks
  if (hook === undefined) throw new Error('The playbook has no hook')
  const { hookKey } = hook
  return {
    scope,
    hook,
    send: (body: string | Buffer, more: Omit<Parameters<typeof deliver>[2], 'hookKey' | 'raw'> = {}) =>
      deliver(house.automation, scope, { hookKey, raw: Buffer.from(body), ...more }),
    check: (more: { headers?: Record<string, string>; query?: Record<string, JsonValue>; ip?: string }) =>
      answerHandshake(house.automation, scope, {
        hookKey,
        headers: {},
        query: {},
        ip: '192.0.2.1',
        ...more,
      }),
    log: async () => (await listDeliveries(scope, hook.id, { limit: 10 })).items,
  }
}

describe('a sender with a secret of its own', () => {
  it('is let in once its secret has been entered', async () => {
    const { scope, hook, send } = await aHook({ auth: 'slack' })
    const at = String(Math.floor(Date.now() / 1_000))
    const body = '{"command":"/block"}'
    const headers = (secret: string) => ({
      'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`,
      'x-slack-request-timestamp': at,
    })
    const secret = '8f742231b10e8888abcd99'
    await expect(send(body, { headers: headers(secret) })).rejects.toMatchObject({
      code: 'hook.bad_signature',
    })
    const command = { triggerId: hook.id, keepOldHours: 0, secret }
    expect(await rotateTriggerSecret(house.automation, scope, anActor(scope), command)).toMatchObject({
      secret,
    })
    expect(await send(body, { headers: headers(secret) })).toMatchObject({
      status: 200,
      body: { command: '/block' },
    })
  })

  it('of basic authentication needs a user name and a password', async () => {
    const { scope, hook } = await aHook({ auth: 'basic' })
    const enter = (secret: string) =>
      rotateTriggerSecret(house.automation, scope, anActor(scope), {
        triggerId: hook.id,
        keepOldHours: 0,
        secret,
      })
    await expect(enter('only-a-word')).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'secret'] }] },
    })
    expect(await enter('sender:a-password')).toMatchObject({ secret: 'sender:a-password' })
  })
})

describe('senders outside of the allowed networks', () => {
  it('are refused, whatever their credentials, and logged; those inside are let in', async () => {
    const { send, log } = await aHook({ auth: 'none', allowFrom: ['198.51.100.0/24', '2001:db8::/32'] })
    await expect(send('{"a":1}', { ip: '203.0.113.9' })).rejects.toMatchObject({
      code: 'hook.bad_signature',
      details: { detail: 'Senders at 203.0.113.9 aren’t allowed' },
    })
    expect(await log()).toMatchObject([
      { outcome: 'refused', reason: 'Senders at 203.0.113.9 aren’t allowed' },
    ])
    expect(await send('{"a":1}', { ip: '198.51.100.9' })).toMatchObject({ body: { a: 1 } })
    expect(await send('{"a":2}', { ip: '2001:db8::7' })).toMatchObject({ body: { a: 2 } })
  })
})

describe('a check of the URL', () => {
  it('by Slack is answered without a run and logged', async () => {
    const { send, log } = await aHook({ auth: 'none', handshake: 'slack' })
    const answer = await send('{"type":"url_verification","challenge":"abc"}')
    expect(answer).toEqual({ status: 200, body: { challenge: 'abc' } })
    expect(await log()).toMatchObject([{ outcome: 'filtered', reason: expect.stringContaining('checked') }])
    expect(await send('{"type":"event_callback"}')).toMatchObject({ body: { type: 'event_callback' } })
  })

  it('needs the credentials of the webhook', async () => {
    const { send } = await aHook({ auth: 'secret', handshake: 'slack' })
    const check = send('{"type":"url_verification","challenge":"abc"}')
    await expect(check).rejects.toMatchObject({ code: 'hook.bad_signature' })
  })

  it('by Microsoft Graph is answered with its token as text', async () => {
    const { send } = await aHook({ auth: 'none', handshake: 'microsoft-graph' })
    const check = { headers: { 'content-type': 'text/plain' }, query: { validationToken: 'a b' } }
    expect(await send('', check)).toEqual({ status: 200, body: 'a b' })
  })

  it('by Okta needs the credentials in its headers', async () => {
    const { check, hook, log } = await aHook({ auth: 'secret', header: 'Authorization', handshake: 'okta' })
    const asked = { 'x-okta-verification-challenge': 'xyz' }
    await expect(check({ headers: asked })).rejects.toMatchObject({ code: 'hook.bad_signature' })
    expect(await check({ headers: { ...asked, authorization: hook.secret } })).toEqual({
      mediaType: 'application/json; charset=utf-8',
      content: '{"verification":"xyz"}',
    })
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['filtered', 'refused'])
  })

  it('by Meta needs the secret as its verify token', async () => {
    const { check, hook } = await aHook({ auth: 'hmac-sha256', handshake: 'meta' })
    const asked = (token: string) =>
      check({ query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' } })
    await expect(asked('guess')).rejects.toMatchObject({ code: 'hook.bad_signature' })
    expect(await asked(hook.secret)).toEqual({ mediaType: 'text/plain; charset=utf-8', content: '42' })
  })

  it('by GET is answered as if there were no webhook where none is set up', async () => {
    const { check } = await aHook({ auth: 'none' })
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'x', 'hub.challenge': '<script>' }
    await expect(check({ query })).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('by GET from outside of the allowed networks is refused', async () => {
    const { check } = await aHook({ auth: 'none', handshake: 'okta', allowFrom: ['198.51.100.0/24'] })
    const headers = { 'x-okta-verification-challenge': 'xyz' }
    await expect(check({ headers })).rejects.toMatchObject({ code: 'hook.bad_signature' })
    expect(await check({ headers, ip: '198.51.100.1' })).toMatchObject({ content: '{"verification":"xyz"}' })
  })
})

describe('a delivery that is text', () => {
  it.each([
    ['text/plain', Buffer.from('Host down: web‑1'), 'Host down: web‑1'],
    ['application/xml; charset=utf-8', Buffer.from('<alert id="7"/>'), '<alert id="7"/>'],
    ['text/xml; charset=iso-8859-1', Buffer.from('<a>M\xfcller</a>', 'latin1'), '<a>Müller</a>'],
    ['application/atom+xml', Buffer.from('<feed/>'), '<feed/>'],
  ])('as %s reaches the playbook as text', async (type, bytes, text) => {
    const { send } = await aHook({ auth: 'none' })
    expect(await send(bytes, { headers: { 'content-type': type } })).toEqual({ status: 200, body: text })
  })

  it('that is XML can be taken apart', async () => {
    const { send } = await aHook({ auth: 'none' }, '{% $parseXml(trigger.body).alert.id %}')
    const headers = { 'content-type': 'application/xml' }
    expect(await send('<alert><id>7</id></alert>', { headers })).toEqual({ status: 200, body: '7' })
  })

  it.each([
    ['text/plain', Buffer.from([0xff, 0xfe, 0x00])],
    ['text/plain; charset=klingon', Buffer.from('x')],
  ])('as %s that isn’t in its character set is rejected', async (type, bytes) => {
    const { send } = await aHook({ auth: 'none' })
    const sent = send(bytes, { headers: { 'content-type': type } })
    await expect(sent).rejects.toMatchObject({ code: 'hook.bad_payload' })
  })
})
