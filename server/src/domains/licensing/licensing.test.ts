import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { StartError } from '../../platform/start-error.ts'
import { COMMUNITY_LICENSE } from './community.ts'
import { createLicensingDoor } from './licensing.door.ts'
import type { FeedEvent } from '../../platform/hubs/feed.ts'
import { auditMigrations } from '../../platform/audit/audit.migrations.ts'
import { licensingMigrations } from './licensing.migrations.ts'
import { readUpload } from './read-upload.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('licensing', [...auditMigrations, ...licensingMigrations])
})
afterAll(() => installation.close())
beforeEach(() => installation.database.system.tx((tx) => tx.query('delete from caseloom.license')))

const door = (licenseKeys: string[] = []) =>
  createLicensingDoor({ system: installation.database.system, licenseKeys })
const operator = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })

function signed(over: Record<string, unknown> = {}, header: Record<string, unknown> = {}): Promise<string> {
  const payload = {
    licenseId: 'own-7',
    issuedTo: 'Example SOC',
    validFrom: '2020-01-01T00:00:00Z',
    validUntil: null,
    limits: {},
    ...over,
  }
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'caseloom-license', ...header })
    .sign(operator.privateKey)
}
/** Puts a text into the table as an older version, or another hand, may have done. */
async function planted(token: string, keys: string[] = []) {
  await installation.database.system.tx((tx) =>
    tx.query('insert into caseloom.license (token, stored_at) values ($1, now())', [token]),
  )
  return door(keys)
}
async function anyone(superAdministrator: boolean) {
  return anActor(await installation.aTenant(), { superAdministrator })
}

describe('the license', () => {
  it('is none before one is stored: everyone but super administrators is shut out', async () => {
    const licensing = await door()
    expect(await licensing.view()).toMatchObject({ licenseId: null, isValid: false })
    expect(await licensing.licensed(await anyone(false))).toBe(false)
    expect(await licensing.licensed(await anyone(true))).toBe(true)
  })

  it('of the community comes with the product, is perpetual and signed by the built-in key', async () => {
    const licensing = await door()
    expect(await licensing.storeCommunity()).toBe('community-1')
    expect(await licensing.view()).toMatchObject({ licenseId: 'community-1', isValid: true })
    expect(await licensing.licensed(await anyone(false))).toBe(true)
    const body = JSON.parse(Buffer.from(COMMUNITY_LICENSE.split('.')[1] ?? '', 'base64url').toString())
    expect(body).toMatchObject({ validUntil: null })
  })

  it.each(['PEM', 'JWK'])('may be signed by a key of the operator, given as %s', async (form) => {
    const pem = await exportSPKI(operator.publicKey)
    const key = form === 'PEM' ? pem : JSON.stringify(await exportJWK(operator.publicKey))
    const licensing = await door([key])
    await licensing.store(`  ${await signed()}\n`)
    expect(await licensing.view()).toMatchObject({ licenseId: 'own-7', isValid: true })
  })

  it('is refused when no trusted key signed it, when it has expired, and before it begins', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    const [head = '', , tail = ''] = COMMUNITY_LICENSE.split('.')
    const forged = Buffer.from(JSON.stringify({ licenseId: 'community-1', validUntil: null })).toString(
      'base64url',
    )
    const texts = [
      'no license at all',
      `${head}.${forged}.${tail}`,
      await signed({}, { typ: 'other' }),
      await signed({ licenseId: '' }),
      await signed({ validUntil: '2021-01-01T00:00:00Z' }),
      await signed({ validFrom: '2999-01-01T00:00:00Z' }),
      'x'.repeat(30_000),
    ]
    for (const text of texts)
      await expect(licensing.store(text)).rejects.toMatchObject({ code: 'request.invalid' })
    await expect((await door()).store(await signed())).rejects.toMatchObject({
      details: { issues: [{ code: 'bad_signature' }] },
    })
    expect(await licensing.view()).toMatchObject({ licenseId: null, isValid: false })
  })

  it('turns invalid by time alone, without being stored again', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    const user = await anyone(false)
    const until = new Date(Date.now() + 3_000)
    await licensing.store(await signed({ validUntil: until.toISOString() }))
    expect(await licensing.licensed(user)).toBe(true)
    await expect.poll(() => licensing.licensed(user)).toBe(false)
    expect(await licensing.view()).toMatchObject({ licenseId: 'own-7', isValid: false })
  })

  it('is invalid when its key is no longer trusted, and still says which one it claims to be', async () => {
    const licensing = await planted(await signed())
    expect(await licensing.view()).toMatchObject({ licenseId: 'own-7', isValid: false })
    expect(await licensing.licensed(await anyone(false))).toBe(false)
  })

  it('is invalid when the table holds some other text', async () => {
    expect(await (await planted('garbage')).view()).toMatchObject({ licenseId: null, isValid: false })
  })

  it('takes no algorithm but EdDSA, whatever the header says', async () => {
    const [, body = ''] = COMMUNITY_LICENSE.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'caseloom-license' })).toString('base64url')
    await expect((await door()).store(`${none}.${body}.`)).rejects.toMatchObject({ code: 'request.invalid' })
  })

  it.each([
    '',
    'garbage',
    '{"kty":"oct","k":"c2VjcmV0"}',
    '-----BEGIN PUBLIC KEY-----\nxx\n-----END PUBLIC KEY-----',
  ])('stops the start when a key file holds %j', async (text) => {
    await expect(door([text])).rejects.toThrow(StartError)
  })
})

describe('its administration', () => {
  const rows = <Row>(text: string) => installation.database.system.read((tx) => tx.query<Row>(text))
  const notified = () =>
    rows<{ n: number }>(
      `select count(*)::int as n from caseloom.outbox where payload->>'id' = 'license' and tenant_id is null`,
    ).then((found) => found[0]?.n ?? 0)
  const hand = async () => ({ actor: await anyone(true), ip: '192.0.2.7' })

  it('reports details to super administrators only', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    await licensing.store(await signed({ limits: { tenants: 3 } }))
    expect(await licensing.view(await anyone(true))).toEqual({
      licenseId: 'own-7',
      isValid: true,
      details: {
        issuedTo: 'Example SOC',
        validFrom: '2020-01-01T00:00:00.000Z',
        validUntil: null,
        limits: { tenants: 3 },
      },
    })
    expect((await licensing.view(await anyone(false))).details).toBeNull()
  })

  it.each([
    ['not_a_license', 'This file isn’t a license', async () => 'hello'],
    ['bad_signature', 'No trusted key has signed this license', () => signed({}, {}).then(otherSignature)],
    ['expired', 'This license has expired', () => signed({ validUntil: '2021-01-01T00:00:00Z' })],
    ['not_yet_valid', 'This license isn’t valid yet', () => signed({ validFrom: '2999-01-01T00:00:00Z' })],
  ])('refuses what is %s with words, and keeps what was there [S4.01]', async (code, message, text) => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    await licensing.storeCommunity()
    const before = await notified()
    const refused = licensing.store(await text(), await hand())
    await expect(refused).rejects.toMatchObject({ status: 400, details: { issues: [{ code, message }] } })
    expect(await licensing.view()).toMatchObject({ licenseId: 'community-1', isValid: true })
    expect(await notified()).toBe(before)
  })

  it('announces and audits an upload and a removal, once each', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    const by = await hand()
    const [before, text] = [await notified(), await signed()]
    await licensing.store(text, by)
    await licensing.store(text, by)
    expect(await notified()).toBe(before + 1)
    await licensing.remove(by)
    await licensing.remove(by)
    expect(await notified()).toBe(before + 2)
    expect(await licensing.view()).toMatchObject({ licenseId: null, isValid: false })
    const entries = await rows<{ action: string; object_id: string; ip: string }>(
      `select action, object_id, host(ip::inet) as ip from caseloom.audit_entry
        where actor_id = '${by.actor.id}' order by id`,
    )
    expect(entries.map((entry) => `${entry.action} ${entry.object_id} ${entry.ip}`)).toEqual([
      'license.uploaded own-7 192.0.2.7',
      'license.removed own-7 192.0.2.7',
    ])
  })

  it('restores what was removed last, and the community license when there is none or it has ended', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    const by = await hand()
    const id = () => licensing.view().then(({ licenseId, isValid }) => [licenseId, isValid])
    await licensing.store(await signed(), by)
    await licensing.remove(by)
    expect(await id()).toEqual([null, false])
    await licensing.restore(by)
    expect(await id()).toEqual(['own-7', true])
    const before = await notified()
    await licensing.restore(by)
    expect([await id(), await notified()]).toEqual([['own-7', true], before])
    await licensing.remove(by)
    // Its key is no longer trusted here.
    const other = await door()
    await other.restore(by)
    expect(await other.view()).toMatchObject({ licenseId: 'community-1', isValid: true })
    await installation.database.system.tx((tx) => tx.query('delete from caseloom.license'))
    const fresh = await door()
    await fresh.restore(by)
    expect(await fresh.view()).toMatchObject({ licenseId: 'community-1', isValid: true })
  })

  it('of another process counts here as soon as the feed reports it', async () => {
    const [mine, theirs] = [await door(), await door()]
    const listeners: ((event: FeedEvent) => void)[] = []
    const feed = { on: (listener: (event: FeedEvent) => void) => (listeners.push(listener), () => undefined) }
    onTestFinished(mine.watch(feed, pino({ level: 'silent' })))
    expect(await mine.view()).toMatchObject({ licenseId: null })
    await theirs.storeCommunity()
    const fact = { topic: 'model', verb: 'updated', kind: 'settings', id: 'license', rev: 1, need: 'tenant' }
    for (const listener of listeners) listener({ fact } as FeedEvent) // only `fact` is read
    expect(await mine.view()).toMatchObject({ licenseId: 'community-1', isValid: true })
  })

  it('announces the moment at which time alone turns it', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    await licensing.store(await signed({ validUntil: new Date(Date.now() + 400).toISOString() }))
    const before = await notified()
    onTestFinished(licensing.watch({ on: () => () => undefined }, pino({ level: 'silent' })))
    await expect.poll(notified).toBe(before + 1)
    expect(await licensing.view()).toMatchObject({ licenseId: 'own-7', isValid: false })
  })

  it('expiry is announced 30, 14, 7, 3, and 1 days ahead, once each, and again for another license', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    const notes: string[] = []
    const remind = () => licensing.remind(async (_tx, note) => void notes.push(note.title))
    const store = async (days: number) =>
      licensing.store(
        await signed({ validUntil: new Date(Date.now() + days * 86_400_000 - 60_000).toISOString() }),
      )
    expect(await remind()).toBe(false)
    await licensing.storeCommunity()
    expect(await remind()).toBe(false)
    await store(40)
    expect(await remind()).toBe(false)
    await store(29)
    expect([await remind(), await remind()]).toEqual([true, false])
    await store(1)
    expect([await remind(), await remind()]).toEqual([true, false])
    expect(notes).toEqual(['The license expires in 29 days', 'The license expires within a day'])
  })

  it('takes the text itself or a form with one file', async () => {
    const form = async (files: [string, string | File][]) => {
      const data = new FormData()
      for (const [name, value] of files) data.append(name, value)
      const request = new Response(data)
      const bytes = Buffer.from(await request.arrayBuffer())
      return readUpload(bytes, request.headers.get('content-type') ?? '')
    }
    const file = new File(['a.b.c\n'], 'caseloom.lic')
    expect(await readUpload(Buffer.from('a.b.c'), 'text/plain')).toBe('a.b.c')
    expect(
      await form([
        ['note', 'x'],
        ['file', file],
      ]),
    ).toBe('a.b.c\n')
    await expect(
      form([
        ['file', file],
        ['other', file],
      ]),
    ).rejects.toMatchObject({ code: 'request.invalid' })
    await expect(form([['note', 'x']])).rejects.toMatchObject({ code: 'request.invalid' })
    const torn = readUpload(Buffer.from('--x'), 'multipart/form-data; boundary=x')
    await expect(torn).rejects.toMatchObject({ code: 'request.malformed' })
  })
})

/** The same text under a signature that no one trusts. */
function otherSignature(token: string): string {
  const [head = '', body = '', tail = ''] = token.split('.')
  return [head, body, `${tail.startsWith('A') ? 'B' : 'A'}${tail.slice(1)}`].join('.')
}
