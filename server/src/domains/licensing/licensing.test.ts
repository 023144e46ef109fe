import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '../../platform/start-error.ts'
import { COMMUNITY_LICENSE } from './community.ts'
import { createLicensingDoor } from './licensing.door.ts'
import { licensingMigrations } from './licensing.migrations.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await anInstallation('licensing', licensingMigrations)
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

describe('the licence', () => {
  it('is none before one is stored: everybody but super administrators is shut out', async () => {
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

  it('is refused when no trusted key has signed it, it is over, or not yet begun', async () => {
    const licensing = await door([await exportSPKI(operator.publicKey)])
    const [head = '', , tail = ''] = COMMUNITY_LICENSE.split('.')
    const forged = Buffer.from(JSON.stringify({ licenseId: 'community-1', validUntil: null })).toString(
      'base64url',
    )
    const texts = [
      'no licence at all',
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
    const until = new Date(Date.now() + 300)
    const licensing = await door([await exportSPKI(operator.publicKey)])
    await licensing.store(await signed({ validUntil: until.toISOString() }))
    expect(await licensing.licensed(await anyone(false))).toBe(true)
    const user = await anyone(false)
    await expect.poll(() => licensing.licensed(user), { timeout: 5000 }).toBe(false)
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
