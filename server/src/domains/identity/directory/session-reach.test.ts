import { type Admin, aDirectory, type TestDirectory } from './directory.fixture.ts'
import { PASSWORD } from '@caseloom/testkit/people'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertNotification } from '../notices/notification.store.ts'
import { newId } from '../../../platform/uuid.ts'

let house: TestDirectory
let place: { accountId: string; tenantId: string }
let other: { accountId: string; tenantId: string }
let person: Admin

beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  other = await house.anAccount()
  person = await house.anAdmin(place)
})

const get = (url: string) => house.ask('GET', url, { as: person.token })
const notify = (accountId: string | null, title: string) =>
  house.directoryDeps.system.tx((tx) =>
    insertNotification(tx, {
      id: newId(),
      personId: person.personId,
      accountId,
      kind: 'playbook',
      title,
      text: null,
      link: null,
    }),
  )
const titles = async () => {
  const reply = await get('/iam/me/notifications')
  return { status: reply.status, unread: reply.json['unread'], titles: titlesIn(reply.json['items']) }
}
const titlesIn = (items: unknown) => (items as { title: string }[]).map((item) => item.title)
const demandFactors = () =>
  house.sql('insert into caseloom.sign_in (account_id, mfa_required) values ($1, true)', [place.accountId])
/** Makes the session one that the provider of an account opened. */
const bindTo = (accountId: string) =>
  house.sql(`update caseloom.session set strength = 'sso', only_account = $2 where person_id = $1`, [
    person.personId,
    accountId,
  ])
const join = ({ accountId }: { accountId: string }) =>
  house.identity.addUser({ accountId, personId: person.personId })

const CHANGES: readonly (readonly [string, string, unknown])[] = [
  ['PATCH', '/iam/me', { name: 'Renamed by another' }],
  ['POST', '/iam/me/password', { currentPassword: PASSWORD, password: 'orbit kettle papaya 9' }],
  ['POST', '/iam/me/totp/remove', { currentPassword: PASSWORD }],
  ['POST', '/iam/me/recovery-codes', { currentPassword: PASSWORD }],
  ['PATCH', `/iam/me/passkeys/${newId()}`, { name: 'Mine' }],
  ['POST', `/iam/me/passkeys/${newId()}/remove`, { currentPassword: PASSWORD }],
]

describe('a session without the second factor that an account demands', () => {
  beforeEach(async () => {
    await join(other)
    await notify(place.accountId, 'of the strict account')
    await notify(other.accountId, 'of the open account')
    await notify(null, 'of the person')
    await demandFactors()
  })

  it('reads notifications of the accounts that it meets, and counts and marks no others', async () => {
    expect(await titles()).toEqual({ status: 200, unread: 1, titles: ['of the open account'] })
    await house.ask('POST', '/iam/me/notifications/read', { as: person.token, body: {} })
    const rows = await house.sql<{ title: string }>(
      'select title from caseloom.notification where person_id = $1 and read_at is not null',
      [person.personId],
    )
    expect(rows.map((row) => row.title)).toEqual(['of the open account'])
  })

  it.each(CHANGES)('may not %s %s', async (method, url, body) => {
    const reply = await house.ask(method, url, { as: person.token, body })
    expect([reply.status, reply.code]).toEqual([403, 'session.mfa_needed'])
  })

  it('neither lists nor ends sessions', async () => {
    for (const [method, url] of [
      ['GET', '/iam/me/sessions'],
      ['POST', '/iam/me/sessions/end-others'],
      ['DELETE', `/iam/me/sessions/${newId()}`],
    ] as const)
      expect((await house.ask(method, url, { as: person.token })).code).toBe('session.mfa_needed')
  })

  it('sees what is needed and sets the factor up, after which nothing is missing', async () => {
    expect((await get('/iam/me')).json).toMatchObject({
      changeNeeds: 'mfa',
      mfa: { requiredBy: [expect.any(String)] },
    })
    const begun = await house.ask('POST', '/iam/me/totp', { as: person.token, body: {} })
    expect(begun.status).toBe(200)
    await house.sql(`update caseloom.session set strength = 'mfa' where person_id = $1`, [person.personId])
    expect((await titles()).unread).toBe(3)
    expect((await house.ask('PATCH', '/iam/me', { as: person.token, body: { theme: 'dark' } })).status).toBe(
      200,
    )
  })
})

describe('a session that another account’s provider opened', () => {
  beforeEach(async () => {
    await join(other)
    await notify(place.accountId, 'of the first account')
    await notify(other.accountId, 'of the provider’s account')
    await notify(null, 'of the person')
    await house.logIn(person.email)
    await house.sql(
      `update caseloom.session set strength = 'sso', only_account = $2 where token_hash = sha256($1)`,
      [Buffer.from(person.token), other.accountId],
    )
  })

  it('reads that account’s notifications only', async () => {
    expect(await titles()).toEqual({ status: 200, unread: 1, titles: ['of the provider’s account'] })
  })

  it.each(CHANGES)('may not %s %s', async (method, url, body) => {
    const reply = await house.ask(method, url, { as: person.token, body })
    expect([reply.status, reply.code]).toEqual([403, 'session.account_only'])
  })

  it('sees and ends only sessions of that provider', async () => {
    const mine = await get('/iam/me/sessions')
    expect((mine.json['items'] as unknown[]).length).toBe(1)
    const [elsewhere] = await house.sql<{ id: string }>(
      'select id from caseloom.session where person_id = $1 and only_account is null',
      [person.personId],
    )
    const end = await house.ask('DELETE', `/iam/me/sessions/${elsewhere?.id}`, { as: person.token })
    expect(end.status).toBe(404)
    const others = await house.ask('POST', '/iam/me/sessions/end-others', { as: person.token, body: {} })
    expect(others.json).toEqual({ ended: 0 })
  })

  it('learns neither the names of the other accounts nor the passkeys', async () => {
    await demandFactors()
    expect((await get('/iam/me')).json).toMatchObject({
      changeNeeds: 'elsewhere',
      mfa: { requiredBy: [], passkeys: [] },
    })
  })
})

it('lets people whose only account signs them in change their own profile', async () => {
  await bindTo(place.accountId)
  await notify(null, 'of the person')
  expect((await house.ask('PATCH', '/iam/me', { as: person.token, body: { theme: 'dark' } })).status).toBe(
    200,
  )
  expect((await titles()).titles).toEqual(['of the person'])
  await house.sql('update caseloom.person set super_administrator = true where id = $1', [person.personId])
  const reply = await house.ask('PATCH', '/iam/me', { as: person.token, body: { theme: 'light' } })
  expect(reply.code).toBe('session.account_only')
})
