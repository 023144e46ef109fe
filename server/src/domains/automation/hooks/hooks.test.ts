import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { anActor } from '@caseloom/testkit/installation'
import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
  deliver,
} from '../automation.fixture.ts'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { getRun, readStepValue } from '../runs/get-run.ts'
import { readPlaybook } from '../publishing/playbooks.read.ts'
import { publishPlaybook } from '../publishing/publish-playbook.ts'
import { saveDraft } from '../publishing/edit-playbook.ts'
import { listRuns } from '../runs/runs.read.ts'
import { newId } from '../../../platform/uuid.ts'
import { readPostedMail } from '../mail/take-mail.ts'
import type { ReadMail } from './read-body.ts'
import { acceptDelivery, authenticateDelivery } from './accept-delivery.ts'
import { rotateTriggerSecret } from './trigger-secret.ts'

let house: AutomationFixture
beforeAll(async () => {
  house = await createAutomationFixture()
})
afterAll(() => house.close())

const github = (over: JsonObject = {}): JsonObject => ({
  key: 'github',
  kind: 'webhook',
  with: { auth: 'hmac-sha256', header: 'X-Hub-Signature-256', ...over },
  when: '{% $exists(trigger.body.alert) %}',
  dedup: '{% trigger.headers.`x-github-delivery` %}',
})
const intake = (over: JsonObject = {}) =>
  aPlaybook([aTransform('read', '{% trigger.body.alert.number %}')], {
    triggers: [github(over)],
    output: '{% steps.read.output %}',
  })
const sign = (secret: string, bytes: Buffer) =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
const log = (scope: TenantScope, triggerId: string) =>
  listDeliveries(scope, triggerId, { limit: 50 }).then((page) =>
    page.items.map(({ outcome, reason, runId, dedupKey }) => ({ outcome, reason, runId, dedupKey })),
  )

async function aHook(document: JsonObject = intake()) {
  const scope = await house.aTenant()
  const playbook = await house.publish(scope, document)
  const [hook] = playbook.hooks
  if (hook === undefined) throw new Error('The playbook has no hook')
  const send = (body: unknown, headers: Record<string, string> = {}) => {
    const raw = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const signed = { 'x-hub-signature-256': sign(hook.secret, raw), 'x-github-delivery': 'd1', ...headers }
    return deliver(house.automation, scope, { hookKey: hook.hookKey, raw, headers: signed })
  }
  return { scope, playbook, hook, send }
}

describe('a delivery', () => {
  it('that matches becomes a run, computed in place and durable before the answer', async () => {
    const { scope, hook, send } = await aHook()
    const answer = await send({ alert: { number: 7 } })
    expect(answer).toMatchObject({ status: 202, body: { runId: expect.any(String) } })
    const { items } = await listRuns(scope, { limit: 10 })
    expect(items).toMatchObject([{ number: 1, state: 'succeeded', trigger: { key: 'github' } }])
    expect(answer.body).toEqual({ runId: items[0]?.id })
    expect(await log(scope, hook.id)).toMatchObject([
      { outcome: 'accepted', reason: null, runId: items[0]?.id, dedupKey: 'd1' },
    ])
  })

  it('starts with the defaults of the playbook’s inputs, though no one was asked for them', async () => {
    const inputs = { type: 'object', properties: { hours: { type: 'integer', default: 24 } } }
    const document = aPlaybook([aTransform('read', '{% inputs.hours %}')], {
      inputs,
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'result' } }],
      output: '{% steps.read.output %}',
    })
    const { send } = await aHook(document)
    expect(await send({})).toMatchObject({ status: 200, body: 24 })
  })

  it('that does not match is filtered, with the reason', async () => {
    const { scope, hook, send } = await aHook()
    const answer = await send({ zen: 'Keep it logically awesome.' })
    expect(answer).toMatchObject({ status: 200, body: { outcome: 'filtered' } })
    expect(await log(scope, hook.id)).toMatchObject([
      { outcome: 'filtered', reason: expect.stringContaining('$exists(trigger.body.alert)'), runId: null },
    ])
    expect((await listRuns(scope, { limit: 10 })).items).toEqual([])
  })

  it('with a known dedup key is a duplicate of the first run', async () => {
    const { scope, hook, send } = await aHook()
    const first = await send({ alert: { number: 1 } })
    const second = await send({ alert: { number: 1 } })
    expect(second).toMatchObject({ status: 200, body: { outcome: 'duplicate' } })
    expect((second.body as JsonObject)['runId']).toBe((first.body as JsonObject)['runId'])
    expect((await log(scope, hook.id)).map((line) => line.outcome)).toEqual(['duplicate', 'accepted'])
  })

  it('that arrives twenty times in parallel becomes one run', async () => {
    const { scope, send } = await aHook()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ alert: { number: 1 } })))
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(1)
    expect(new Set(answers.map((answer) => (answer.body as JsonObject)['runId'])).size).toBe(1)
    expect((await listRuns(scope, { limit: 10 })).items).toHaveLength(1)
  })

  it('with a bad signature gets 401 and a log line, and no run', async () => {
    const { scope, hook, send } = await aHook()
    const forged = send({ alert: { number: 1 } }, { 'x-hub-signature-256': sign('guess', Buffer.from('{}')) })
    await expect(forged).rejects.toMatchObject({ code: 'hook.bad_signature', status: 401 })
    expect(await log(scope, hook.id)).toMatchObject([{ outcome: 'refused', runId: null }])
    expect((await listRuns(scope, { limit: 10 })).items).toEqual([])
  })

  it.each([
    ['half a JSON text', Buffer.from('{"alert":'), 'hook.bad_payload'],
    ['nothing', Buffer.alloc(0), 'hook.bad_payload'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'hook.bad_payload'],
  ])('of %s gets 400 and a log line', async (_name, bytes, code) => {
    const { scope, hook, send } = await aHook()
    await expect(send(bytes)).rejects.toMatchObject({ code, status: 400 })
    expect(await log(scope, hook.id)).toMatchObject([{ outcome: 'refused' }])
  })

  it('of another content type gets 415', async () => {
    const { scope, hook, send } = await aHook()
    const form = send({ alert: {} }, { 'content-type': 'image/png' })
    await expect(form).rejects.toMatchObject({ code: 'request.unsupported_media_type' })
    expect(await log(scope, hook.id)).toMatchObject([{ outcome: 'refused' }])
  })

  it('that is a web form is read as an object, under the signature of its bytes', async () => {
    const { scope, send } = await aHook()
    const form = Buffer.from('alert=3&payload=%7B%22a%22%3A1%7D')
    const answer = await send(form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.status).toBe(202)
    const runId = String((answer.body as JsonObject)['runId'])
    const given = await readStepValue(house.automation, scope, anActor(scope), {
      runId,
      path: '',
      side: 'trigger',
    })
    expect(given.value).toMatchObject({ body: { alert: '3', payload: { a: 1 } } })
  })

  it('of an email is read as at its own trigger, once, with its files', async () => {
    const scope = await house.aTenant()
    const { hooks } = await house.publish(
      scope,
      aPlaybook([aTransform('seen', '{% trigger.mail %}')], {
        triggers: [{ key: 'in', kind: 'webhook', with: { auth: 'none' } }],
        output: '{% steps.seen.output %}',
      }),
    )
    const stored: string[] = []
    const keepFile = async (_scope: unknown, _actor: unknown, file: { name: string; bytes: Buffer }) => {
      stored.push(file.name)
      return { id: newId(), sha256: 'f'.repeat(64) }
    }
    const mailDeps = { ...house.automation, keepFile }
    const automation = {
      ...house.automation,
      readMail: (...mail: Parameters<ReadMail>) => readPostedMail(mailDeps, ...mail),
    }
    const raw = Buffer.from(
      'From: "Ana Ruiz" <ana@example.test>\r\nSubject: Phishing?\r\nMessage-ID: <1@example.test>\r\n\r\nPlease look',
    )
    const headers = { 'content-type': 'message/rfc822' }
    const delivery = { hookKey: hooks[0]?.hookKey ?? '', raw, headers }
    const first = await deliver(automation, scope, delivery)
    expect(first.status).toBe(202)
    const runId = String((first.body as JsonObject)['runId'])
    const place = { runId, path: '', side: 'output' as const }
    const { value } = await readStepValue(house.automation, scope, anActor(scope), place)
    expect(value).toMatchObject({
      from: { name: 'Ana Ruiz', address: 'ana@example.test' },
      subject: 'Phishing?',
      text: expect.stringContaining('Please look'),
      file: { name: 'Phishing?.eml', type: 'message/rfc822', fileId: expect.any(String) },
      attachments: [],
    })
    expect(stored).toEqual(['Phishing?.eml'])
    expect((await deliver(automation, scope, delivery)).body).toMatchObject({ outcome: 'duplicate', runId })
    const lines = await listDeliveries(scope, hooks[0]?.id ?? '', { limit: 5 })
    expect(lines.items.map(({ outcome, summary }) => [outcome, summary])).toEqual([
      ['duplicate', 'Phishing?'],
      ['accepted', 'Phishing?'],
    ])
    await expect(deliver(house.automation, scope, delivery)).rejects.toMatchObject({
      code: 'request.unsupported_media_type',
    })
  })

  it('to an unknown hook is not found, of a foreign tenant alike', async () => {
    const { hook } = await aHook()
    const other = await house.aTenant()
    for (const key of [hook.hookKey, 'nothing']) {
      await expect(
        deliver(house.automation, other, { hookKey: key, raw: Buffer.from('{}') }),
      ).rejects.toMatchObject({
        code: 'resource.not_found',
      })
    }
  })

  it('is refused by its headers before its body is read', async () => {
    const { scope, hook } = await aHook()
    const json = { 'content-type': 'application/json' }
    const signature = { 'x-hub-signature-256': sign('any', Buffer.from('x')) }
    const check = (headers: Record<string, string>, hookKey = hook.hookKey) =>
      authenticateDelivery(house.automation, scope, { hookKey, headers, ip: '192.0.2.1', size: 24_000_000 })
    const unknown = check({ ...json, ...signature }, 'nothing')
    await expect(unknown).rejects.toMatchObject({ code: 'resource.not_found' })
    await expect(check({ ...json })).rejects.toMatchObject({ code: 'hook.bad_signature' })
    await expect(check({ 'content-type': 'image/png', ...signature })).rejects.toMatchObject({
      code: 'request.unsupported_media_type',
    })
    await expect(check({ ...json, ...signature })).resolves.toEqual({ limit: 25 * 1024 * 1024 })
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...signature }
    await expect(check(form)).resolves.toEqual({ limit: 2 * 1024 * 1024 })
    const lines = await listDeliveries(scope, hook.id, { limit: 50 })
    expect(lines.items.map(({ outcome, size }) => [outcome, size])).toEqual([
      ['refused', 24_000_000],
      ['refused', 24_000_000],
    ])
  })

  it('to hooks that do not exist is refused unlooked after sixty a minute, for that address only', async () => {
    const { scope, hook } = await aHook()
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': sign('any', Buffer.from('x')),
    }
    const check = (hookKey: string, ip: string) =>
      authenticateDelivery(house.automation, scope, { hookKey, headers, ip, size: 1 })
    const codes = new Set<unknown>()
    for (let at = 0; at < 61; at += 1)
      await check(`guess${at}`, '192.0.2.7').catch((error) => codes.add(error.code))
    expect(codes).toEqual(new Set(['resource.not_found', 'request.too_many']))
    // An IPv6 subscriber has a whole network of addresses; changing them doesn't help.
    const sixes = new Set<unknown>()
    for (let at = 0; at < 61; at += 1)
      await check(`guess${at}`, `2001:db8:7::${at + 1}`).catch((error) => sixes.add(error.code))
    expect(sixes).toEqual(codes)
    await expect(check(hook.hookKey, '192.0.2.8')).resolves.toMatchObject({ limit: expect.any(Number) })
  })

  it('with wrong secrets is refused unlooked after twenty a minute, for that address and hook only', async () => {
    const { scope, hook } = await aHook()
    const other = await aHook()
    const raw = Buffer.from('{"alert":{"number":1}}')
    const check = (secret: string, ip: string, to = { scope, hookKey: hook.hookKey }) => {
      const signature = sign(secret, raw)
      const headers = {
        'content-type': 'application/json',
        'x-hub-signature-256': signature,
        'x-github-delivery': ip,
      }
      return acceptDelivery(house.automation, to.scope, {
        hookKey: to.hookKey,
        headers,
        body: raw,
        query: {},
        ip,
      })
    }
    const enter = (ip: string, to = { scope, hookKey: hook.hookKey }) => {
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign('any', raw) }
      return authenticateDelivery(house.automation, to.scope, { hookKey: to.hookKey, headers, ip, size: 1 })
    }
    for (let at = 0; at < 20; at += 1)
      await expect(check(`wrong ${at}`, '2001:db8::1')).rejects.toMatchObject({ code: 'hook.bad_signature' })
    // The whole network of one subscriber, whatever it sends now.
    await expect(enter('2001:db8::2')).rejects.toMatchObject({
      code: 'request.too_many',
      details: { retryAfter: 60 },
    })
    await expect(enter('2001:db8:1::1')).resolves.toMatchObject({ limit: expect.any(Number) })
    expect(await check(hook.secret, '192.0.2.9')).toMatchObject({ kind: 'accepted' })
    const elsewhere = { scope: other.scope, hookKey: other.hook.hookKey }
    await expect(enter('2001:db8::1', elsewhere)).resolves.toMatchObject({ limit: expect.any(Number) })
  })

  it('keeps NUL, half characters and odd keys of its payload as they came', async () => {
    const { scope, send } = await aHook(
      aPlaybook([aTransform('read', '{% trigger.body.text %}')], { triggers: [github()] }),
    )
    const raw = Buffer.from('{"alert":1,"text":"a\\u0000b\\ud800c","__proto__":{"x":1},"constructor":2}')
    const answer = await send(raw, { 'x-github-delivery': 'd\u0000x'.replace('\u0000', '') })
    const runId = String((answer.body as JsonObject)['runId'])
    const actor = anActor(scope)
    const value = (side: 'trigger' | 'output') =>
      readStepValue(house.automation, scope, actor, { runId, path: 'read', side })
    expect((await value('output')).value).toBe('a\u0000b\ud800c')
    const trigger = (await value('trigger')).value as JsonObject
    expect(JSON.stringify(trigger['body'])).toBe(raw.toString())
  })

  it('never keeps what let it in', async () => {
    const { scope, send } = await aHook()
    const answer = await send({ alert: {} }, { authorization: 'Bearer top', cookie: 'session=top' })
    const runId = String((answer.body as JsonObject)['runId'])
    const { value } = await readStepValue(house.automation, scope, anActor(scope), {
      runId,
      path: '',
      side: 'trigger',
    })
    const { headers } = value as { headers: JsonObject }
    expect(Object.keys(headers).sort()).toEqual(['content-type', 'x-github-delivery'])
  })

  it('with answer: result gets the output', async () => {
    const { send } = await aHook(intake({ answer: 'result' }))
    expect(await send({ alert: { number: 41 } })).toEqual({ status: 200, body: 41 })
  })

  it('whose run fails gets the reason when it asked for the result', async () => {
    const { send } = await aHook(
      aPlaybook([aTransform('bad', '{% $number("x") %}')], { triggers: [github({ answer: 'result' })] }),
    )
    expect(await send({ alert: {} })).toMatchObject({
      status: 422,
      body: { state: 'failed', error: { message: expect.stringContaining('bad') } },
    })
  })

  it('is judged by the version that is published when it comes', async () => {
    const { scope, playbook, send } = await aHook(intake({ answer: 'result' }))
    expect((await send({ alert: { number: 1 } })).body).toBe(1)
    const actor = anActor(scope)
    const document = { ...intake({ answer: 'result' }), output: 'second' }
    const saved = await saveDraft(house.automation, scope, actor, {
      playbookId: playbook.id,
      revision: playbook.revision,
      document,
    })
    await publishPlaybook(house.automation, scope, actor, {
      playbookId: playbook.id,
      revision: saved.revision,
    })
    expect((await send({ alert: { number: 2 } }, { 'x-github-delivery': 'd2' })).body).toBe('second')
  })
})

describe('a new secret', () => {
  const rotate = (scope: TenantScope, triggerId: string, keepOldHours: number) =>
    rotateTriggerSecret(house.automation, scope, anActor(scope), { triggerId, keepOldHours })
  const signed = (secret: string, delivery: string) => {
    const raw = Buffer.from('{"alert":{"number":1}}')
    return { raw, headers: { 'x-hub-signature-256': sign(secret, raw), 'x-github-delivery': delivery } }
  }

  it('accepts senders immediately, and those with the old one during the grace period', async () => {
    const { scope, hook, playbook, send } = await aHook()
    expect((await send({ alert: { number: 1 } })).status).toBe(202)
    const { secret, oldUntil } = await rotate(scope, hook.id, 2)
    expect(secret).not.toBe(hook.secret)
    expect(Date.parse(oldUntil ?? '') - Date.now()).toBeGreaterThan(7_100_000)
    const by = (key: string, delivery: string) =>
      deliver(house.automation, scope, { hookKey: hook.hookKey, ...signed(key, delivery) })
    expect((await by(secret, 'new')).status).toBe(202)
    expect((await by(hook.secret, 'old')).status).toBe(202)
    const [shown] = (await readPlaybook(house.automation, scope, anActor(scope), playbook.id)).hooks
    expect(shown).toMatchObject({ secretAt: expect.any(String), oldSecretUntil: oldUntil })
    // Expire it by moving the timestamp of the row.
    await scope.tx((tx) =>
      tx.query('update caseloom.trigger set old_secret_until = $2, stamp = stamp + 1 where id = $1', [
        hook.id,
        new Date(Date.now() - 1_000),
      ]),
    )
    await expect(by(hook.secret, 'late')).rejects.toMatchObject({ code: 'hook.bad_signature' })
    expect((await by(secret, 'later')).status).toBe(202)
  })

  it('rejects the old one immediately without a grace period, even from memory, and survives publishing', async () => {
    const { scope, hook, playbook, send } = await aHook()
    expect((await send({ alert: { number: 1 } })).status).toBe(202)
    const { secret, oldUntil } = await rotate(scope, hook.id, 0)
    expect(oldUntil).toBeNull()
    await expect(send({ alert: { number: 2 } })).rejects.toMatchObject({ code: 'hook.bad_signature' })
    const { id: playbookId, revision } = playbook
    await publishPlaybook(house.automation, scope, anActor(scope), { playbookId, revision })
    const { hookKey } = hook
    expect((await deliver(house.automation, scope, { hookKey, ...signed(secret, 'new') })).status).toBe(202)
  })

  it('is given by builders only', async () => {
    const { scope, hook } = await aHook()
    const reader = anActor(scope, { may: ['playbook:read', 'playbook:run'] })
    const asked = rotateTriggerSecret(house.automation, scope, reader, {
      triggerId: hook.id,
      keepOldHours: 0,
    })
    await expect(asked).rejects.toMatchObject({ code: 'right.missing' })
  })
})

describe('a condition that is published again', () => {
  it('judges the next delivery, whatever the one before had decided', async () => {
    const { scope, playbook, send } = await aHook()
    expect((await send({ other: 1 })).body).toMatchObject({ outcome: 'filtered' })
    const actor = anActor(scope)
    const document = { ...intake(), triggers: [{ ...github(), when: '{% $exists(trigger.body.other) %}' }] }
    const { id: playbookId, revision } = playbook
    const saved = await saveDraft(house.automation, scope, actor, { playbookId, revision, document })
    await publishPlaybook(house.automation, scope, actor, { playbookId, revision: saved.revision })
    expect(await send({ other: 1 })).toMatchObject({ status: 202 })
  })

  it('is asked afresh before a payload is called unreadable or a hook is called known', async () => {
    const { scope, hook, playbook, send } = await aHook()
    await send({ alert: 1 })
    const actor = anActor(scope)
    const { id: playbookId, revision } = playbook
    const document = { ...intake(), triggers: [] }
    const saved = await saveDraft(house.automation, scope, actor, { playbookId, revision, document })
    await publishPlaybook(house.automation, scope, actor, { playbookId, revision: saved.revision })
    await expect(send(Buffer.from('{'))).rejects.toMatchObject({ code: 'resource.not_found' })
    expect((await log(scope, hook.id)).map((line) => line.outcome)).toEqual(['accepted'])
  })
})

describe('a run in place', () => {
  it('shows each step, and computes its values again when asked', async () => {
    const steps = [
      aTransform('a', { n: '{% trigger.body.alert.number %}' }),
      aTransform('b', '{% steps.a.output.n * 2 %}', 'a'),
    ]
    const { scope, send } = await aHook(aPlaybook(steps, { triggers: [github()] }))
    const { body } = await send({ alert: { number: 21 } })
    const runId = String((body as JsonObject)['runId'])
    const actor = anActor(scope)
    const run = await getRun(house.automation, scope, actor, runId)
    expect(run.steps).toMatchObject([
      { path: 'a', state: 'succeeded', pure: true, output: { recomputed: true }, idempotencyKey: null },
      { path: 'b', state: 'succeeded', pure: true, attempts: [{ attempt: 1, error: null }] },
    ])
    const value = async (path: string, side: 'input' | 'output'): Promise<JsonValue> => {
      const answer = await readStepValue(house.automation, scope, actor, { runId, path, side })
      expect(answer.recomputed).toBe(true)
      return answer.value
    }
    expect(await value('a', 'output')).toEqual({ n: 21 })
    expect(await value('b', 'input')).toEqual({ value: 42 })
    expect(await value('b', 'output')).toBe(42)
    await expect(value('nothing', 'output')).rejects.toMatchObject({ code: 'resource.not_found' })
  })

  it('is numbered without gaps, whatever was refused between', async () => {
    const { scope, send } = await aHook()
    for (const [index, body] of [{ alert: 1 }, { no: 1 }, { alert: 2 }, { alert: 3 }].entries()) {
      await send(body, { 'x-github-delivery': index === 3 ? '2' : String(index) })
    }
    const { items } = await listRuns(scope, { limit: 10 })
    expect(items.map((run) => run.number)).toEqual([2, 1])
  })

  it('keeps no more of a big input than the input', async () => {
    const steps = Array.from({ length: 5 }, (_, index) =>
      aTransform(
        `s${index}`,
        index === 0 ? '{% trigger.body.items %}' : `{% steps.s${index - 1}.output %}`,
        index === 0 ? undefined : `s${index - 1}`,
      ),
    )
    const { scope, send } = await aHook(
      aPlaybook(steps, { triggers: [github({ answer: 'result' })], output: '{% $count(steps.s4.output) %}' }),
    )
    const items = Array.from({ length: 3_000 }, (_, index) => ({ index, text: 'x'.repeat(300) }))
    const raw = Buffer.from(JSON.stringify({ alert: 1, items }))
    expect((await send(raw)).body).toBe(3_000)
    const [stored] = await scope.read((tx) =>
      tx.query<{ size: number }>(
        `select coalesce((select sum(octet_length(entry::text)) from caseloom.run_entry where tenant_id = $1), 0)
              + coalesce((select sum(coalesce(octet_length(payload), 0)) from caseloom.delivery where tenant_id = $1), 0)
              + coalesce((select sum(size) from caseloom.value where tenant_id = $1), 0) as size`,
        [tx.tenantId],
      ),
    )
    expect(Number(stored?.size)).toBeLessThan(raw.length * 1.1)
  })
})
