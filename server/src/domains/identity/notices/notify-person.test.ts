import type { NotificationView } from '@caseloom/contract/identity/notifications'
import { type Admin, aDirectory, type TestDirectory } from '../directory/directory.fixture.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { newId } from '../../../platform/uuid.ts'
import { notify } from './notify.ts'

let house: TestDirectory
let place: { accountId: string; tenantId: string }
let other: { accountId: string; tenantId: string }
let admin: Admin

beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())
beforeEach(async () => {
  place = await house.anAccount()
  other = await house.anAccount()
  admin = await house.anAdmin(place)
})

const get = (url: string, as = admin.token) => house.ask('GET', url, { as })
const notifyOne = (personId: string, title = 'Something happened') =>
  house.directoryDeps.system.tx((tx) =>
    notify(tx, 'https://soc.example.org', {
      personId,
      accountId: place.accountId,
      kind: 'licenseExpires',
      title,
      text: 'Step 3',
      link: '/runs/1',
    }),
  )
const choose = (personId: string, inProduct: boolean, mail: boolean) =>
  house.sql('update caseloom.person set notifications = $2 where id = $1', [
    personId,
    JSON.stringify({ licenseExpires: { inProduct, mail } }),
  ])

describe('notifications', () => {
  it('come page by page, latest first, with the number of unread ones', async () => {
    for (const title of ['one', 'two', 'three']) await notifyOne(admin.personId, title)
    const first = await get('/iam/me/notifications?limit=2')
    expect(first.json).toMatchObject({
      unread: 3,
      items: [
        { title: 'three', read: false },
        { title: 'two', link: '/runs/1' },
      ],
    })
    const rest = await get(`/iam/me/notifications?limit=2&cursor=${String(first.json['next'])}`)
    expect(rest.json).toMatchObject({ next: null, items: [{ title: 'one', text: 'Step 3' }] })
    const id = (rest.json['items'] as { id: string }[])[0]?.id
    const read = (body: unknown) => house.ask('POST', '/iam/me/notifications/read', { as: admin.token, body })
    expect((await read({ ids: [id] })).status).toBe(204)
    expect((await get('/iam/me/notifications')).json).toMatchObject({ unread: 2 })
    await read({})
    expect((await get('/iam/me/notifications')).json).toMatchObject({
      unread: 0,
      items: [{ read: true }, {}, {}],
    })
  })

  it('of comments quote them as they are now, and say which were deleted', async () => {
    const user = await house.aUser(place, 'analyst')
    const token = await house.logIn(user.email)
    const [edited, deleted, closed] = [newId(), newId(), newId()]
    for (const id of [edited, deleted, closed])
      await house.directoryDeps.system.tx((tx) =>
        notify(tx, 'https://soc.example.org', {
          personId: user.personId,
          accountId: place.accountId,
          kind: 'mention',
          title: 'Ana mentioned you',
          text: 'As it was written',
          link: `/account/${place.accountId}/tenant/${place.tenantId}/record/${newId()}/${newId()}#comment-${id}`,
        }),
      )
    house.comments.set(edited, 'As it is now').set(deleted, null)
    const { items } = (await get('/iam/me/notifications', token)).json as { items: NotificationView[] }
    expect(items.map(({ text, commentDeleted }) => [text, commentDeleted ?? false])).toEqual([
      [null, false],
      [null, true],
      ['As it is now', false],
    ])
  })

  it('belong to one person: no one else reads them or marks them read', async () => {
    await notifyOne(admin.personId)
    const stranger = await house.anAdmin(place)
    const id = ((await get('/iam/me/notifications')).json['items'] as { id: string }[])[0]?.id
    await house.ask('POST', '/iam/me/notifications/read', { as: stranger.token, body: { ids: [id] } })
    expect((await get('/iam/me/notifications', stranger.token)).json).toMatchObject({ unread: 0, items: [] })
    expect((await get('/iam/me/notifications')).json).toMatchObject({ unread: 1 })
  })

  it.each([
    { inProduct: true, mail: true },
    { inProduct: true, mail: false },
    { inProduct: false, mail: true },
    { inProduct: false, mail: false },
  ])('go the ways that their person chose: %j', async ({ inProduct, mail }) => {
    await choose(admin.personId, inProduct, mail)
    await notifyOne(admin.personId, 'Run failed\r\nBcc: all@example.test')
    expect((await get('/iam/me/notifications')).json).toMatchObject({ unread: inProduct ? 1 : 0 })
    const sent = await house.lastMail(admin.email)
    expect(sent?.subject ?? null).toBe(mail ? 'Run failed Bcc: all@example.test' : null)
    if (mail) expect(sent?.body).toContain('\nhttps://soc.example.org/runs/1\n')
  })

  it('reach open browsers immediately', async () => {
    await house.sql('update caseloom.session set account_id = $2, tenant_id = $3 where person_id = $1', [
      admin.personId,
      place.accountId,
      place.tenantId,
    ])
    const [before] = await house.sql<{ id: string }>('select max(id) as id from caseloom.outbox')
    await notifyOne(admin.personId)
    const rows = await house.sql(
      `select 1 from caseloom.outbox where id > $3 and tenant_id = $1 and payload ->> 'kind' = 'users'
          and payload ->> 'id' = $2`,
      [place.tenantId, admin.userId, before?.id],
    )
    expect(rows).toHaveLength(1)
  })

  it('report a sign-in from a new device once, and never the first one', async () => {
    const user = await house.aUser(place)
    const logIn = async (agent: string) => {
      await house.http.fastify.inject({
        method: 'POST',
        url: '/iam/login',
        headers: { 'content-type': 'application/json', 'user-agent': agent },
        payload: JSON.stringify({ email: user.email, password: 'kettle orbit mango 7' }),
      })
      const rows = await house.sql('select 1 from caseloom.notification where person_id = $1', [
        user.personId,
      ])
      return rows.length
    }
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    expect(await logIn(firefox)).toBe(0)
    expect(await logIn(firefox.replaceAll('140', '141'))).toBe(0)
    expect(await logIn('curl/8.0')).toBe(1)
    expect(await logIn('curl/8.1')).toBe(1)
  })
})

describe('mails', () => {
  const queue = (accountId: string | null, subject: string) =>
    house.directoryDeps.system.tx((tx) =>
      queueMail(tx, {
        accountId,
        to: 'zoe@example.test',
        subject,
        text: 'https://x.test/set-password?token=secret_1',
      }),
    )

  it('show an account its own, and super administrators all', async () => {
    await house.sql('delete from caseloom.mail')
    for (const [accountId, subject] of [
      [place.accountId, 'Ours'],
      [other.accountId, 'Theirs'],
      [null, 'Nobody’s'],
    ] as const)
      await queue(accountId, subject)
    const own = `/iam/account/${place.accountId}/mails`
    const { json } = await get(own)
    expect(json).toMatchObject({
      capturing: true,
      next: null,
      items: [{ subject: 'Ours', state: 'waiting' }],
    })
    expect((await get('/iam/mails')).code).toBe('right.missing')
    await house.sql('update caseloom.person set super_administrator = true where id = $1', [admin.personId])
    const all = await get('/iam/mails?limit=2')
    expect(all.json['items']).toMatchObject([{ subject: 'Nobody’s' }, { subject: 'Theirs' }])
    const [nobodys] = all.json['items'] as { id: string }[]
    expect((await get(`/iam/mails/${nobodys?.id}`)).json).toMatchObject({ subject: 'Nobody’s' })
    expect((await get(`${own}/${nobodys?.id}`)).status).toBe(404)
    expect((await get(`/iam/mails?limit=2&cursor=${String(all.json['next'])}`)).json).toMatchObject({
      next: null,
      items: [{}],
    })
  })

  it('show links only of captured ones', async () => {
    await queue(place.accountId, 'Ours')
    const own = `/iam/account/${place.accountId}/mails`
    const [mail] = (await get(own)).json['items'] as { id: string }[]
    expect((await get(`${own}/${mail?.id}`)).text).not.toContain('secret_1')
    await house.sql(`update caseloom.mail set state = 'captured' where id = $1`, [mail?.id])
    expect((await get(`${own}/${mail?.id}`)).text).toContain('token=secret_1')
  })
})

describe('the audit log', () => {
  const log = () => `/iam/account/${place.accountId}/audit`
  const make = (name: string) =>
    house.ask('POST', `/iam/account/${place.accountId}/groups`, { as: admin.token, body: { name } })

  it('comes page by page, latest first, filtered', async () => {
    for (const name of ['one', 'two', 'three']) await make(name)
    const first = await get(`${log()}?limit=2&action=group`)
    expect(first.json['items']).toMatchObject([
      {
        action: 'group.created',
        object: { kind: 'group', name: 'three' },
        actor: { kind: 'user', id: admin.userId },
        ip: '127.0.0.1',
      },
      { object: { name: 'two' } },
    ])
    const rest = await get(`${log()}?limit=2&action=group&cursor=${String(first.json['next'])}`)
    expect(rest.json).toMatchObject({ next: null, items: [{ object: { name: 'one' } }] })
    expect((await get(`${log()}?text=TWO`)).json['items']).toHaveLength(1)
    expect((await get(`${log()}?to=2020-01-01T00:00:00Z`)).json['items']).toEqual([])
    for (const query of ['cursor=x', 'from=yesterday', 'text=%00'])
      expect([query, (await get(`${log()}?${query}`)).status]).toEqual([query, 400])
    expect((await get(`${log()}?from=0000-01-01T00:00:00Z`)).status).toBe(200)
  })

  it('reports what became of users by its own words, and who looked', async () => {
    await make('=cmd|calc')
    const csv = await get(`${log()}/export?action=group`)
    expect(csv.status).toBe(200)
    expect(csv.text.split('\r\n')).toHaveLength(3)
    expect(csv.text).toContain(",'=cmd|calc,")
    const check = await house.ask('POST', `${log()}/check`, { as: admin.token, body: {} })
    expect(check.json).toMatchObject({ days: 0, faults: [] })
    const actions = ((await get(`${log()}?action=audit`)).json['items'] as { action: string }[]).map(
      (entry) => entry.action,
    )
    expect(actions).toEqual(['audit.checked', 'audit.exported'])
  })

  it('reports who signed in and out, and who was refused; of strangers the installation alone', async () => {
    const user = await house.aUser(place)
    const refuse = (email: string) => house.ask('POST', '/iam/login', { body: { email, password: 'wrong' } })
    await refuse(user.email)
    await refuse('stranger@example.test')
    await refuse('my secret passphrase')
    const session = await house.logIn(user.email)
    await house.ask('POST', '/iam/logout', { as: session, body: {} })
    const { json } = await get(`${log()}?text=${user.email.slice(0, 12)}&limit=5`)
    expect(json['items']).toMatchObject([
      { action: 'session.refused', object: { name: user.email }, ip: '127.0.0.1' },
    ])
    const own = await get(`${log()}?actorId=${user.userId}`)
    expect((own.json['items'] as { action: string }[]).map((entry) => entry.action)).toEqual([
      'session.ended',
      'session.opened_by_password',
    ])
    const nobodys = await house.sql<{ object_name: string | null }>(
      `select object_name from caseloom.audit_entry where account_id is null and action = 'session.refused' order by at, id`,
    )
    expect(nobodys.map((row) => row.object_name)).toEqual(['stranger@example.test', null])
  })

  it('shows an account nothing of others, and nothing of the installation', async () => {
    const stranger = await house.anAdmin(other)
    await house.ask('POST', `/iam/account/${other.accountId}/groups`, {
      as: stranger.token,
      body: { name: `Theirs ${newId()}` },
    })
    expect((await get(`${log()}?limit=200`)).text).not.toContain('Theirs')
    expect((await get(`${log()}/export`)).text).not.toContain('Theirs')
    expect((await get(`${log()}/export`, stranger.token)).status).toBe(404)
    expect((await house.ask('POST', `${log()}/check`, { as: stranger.token, body: {} })).status).toBe(404)
  })
})
