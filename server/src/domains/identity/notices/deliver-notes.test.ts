import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { type Admin, aDirectory, type TestDirectory } from '../directory/directory.fixture.ts'
import { deliverNotes } from './deliver-notes.ts'
import type { DeliveryDeps } from './may-see.ts'
import type { NoteSubject } from './note-subject.ts'
import { type Note, notify } from './notify.ts'

const URL = 'https://soc.example.org'
const DIGEST = { inProduct: true, mail: true, digest: true }

let house: TestDirectory
let place: { accountId: string; tenantId: string }
let person: Admin
let seen: (actor: Actor, subject: NoteSubject) => Promise<boolean>

beforeAll(async () => {
  house = await aDirectory()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from caseloom.mail')
  await house.sql('delete from caseloom.notification_delivery')
  place = await house.anAccount()
  const user = await house.aUser(place)
  person = { ...user, token: await house.logIn(user.email) }
  seen = async () => true
})

const patch = (body: unknown, as = person.token) => house.ask('PATCH', '/iam/me', { as, body })

async function chooseDigest(kinds: readonly string[] = ['mention', 'task']): Promise<void> {
  const me = await house.ask('GET', '/iam/me', { as: person.token })
  const chosen = Object.fromEntries(kinds.map((kind) => [kind, DIGEST]))
  const notifications = { ...(me.json['notifications'] as object), ...chosen }
  expect((await patch({ timeZone: 'Europe/Berlin', notifications })).status).toBe(200)
}

const send = (title: string, over: Partial<Note> = {}) =>
  house.directoryDeps.system.tx((tx) =>
    notify(tx, URL, {
      personId: person.personId,
      accountId: place.accountId,
      kind: 'mention',
      title,
      text: null,
      link: `/to/${title}`,
      subject: { kind: 'tenant', tenantId: place.tenantId },
      ...over,
    }),
  )

const deps = (over: Partial<DeliveryDeps> = {}): DeliveryDeps => ({
  system: house.directoryDeps.system,
  publicUrl: URL,
  actorOf: house.identity.actorOf,
  sees: (actor, subject) => seen(actor, subject),
  log: pino({ level: 'silent' }),
  ...over,
})
/** Two days on, after every digest and the end of all quiet hours. */
const later = () => new Date(Date.now() + 2 * 24 * 3600_000)
const deliver = (over: Partial<DeliveryDeps> = {}) => deliverNotes(deps(over), later())
const mails = () =>
  house.sql<{ recipient: string; subject: string; body: string }>(
    'select recipient, subject, body from caseloom.mail order by id',
  )
const waiting = async () =>
  (
    await house.sql<{ title: string }>(
      'select title from caseloom.notification_delivery order by at, note_id',
    )
  ).map(({ title }) => title)

describe('emails that wait', () => {
  beforeEach(() => chooseDigest())

  it('come as one, in order, each with its link, and in the app immediately', async () => {
    for (const title of ['one', 'two', 'three']) await send(title)
    expect((await house.ask('GET', '/iam/me/notifications', { as: person.token })).json['unread']).toBe(3)
    await deliverNotes(deps(), new Date())
    expect(await mails()).toEqual([])
    await deliver()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: person.email, subject: '3 notifications from Caseloom' })
    const links = [...(mail?.body ?? '').matchAll(/^https:.*$/gm)].map(([link]) => link)
    expect(links).toEqual([`${URL}/to/one`, `${URL}/to/two`, `${URL}/to/three`])
    expect(mail?.body).toContain('(Europe/Berlin)')
    await deliver()
    expect(await mails()).toHaveLength(1)
  })

  it('look like any other when there is one', async () => {
    await send('one')
    await deliver()
    expect(await mails()).toMatchObject([{ subject: 'one', body: expect.stringContaining(`${URL}/to/one`) }])
  })

  it('go out once from several processes', async () => {
    for (const title of ['one', 'two', 'three']) await send(title)
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    const lines = (await mails()).flatMap(({ subject, body }) => [subject, ...body.split('\n')])
    for (const title of ['one', 'two', 'three'])
      expect([title, lines.filter((line) => line === `${URL}/to/${title}`)]).toEqual([
        title,
        [`${URL}/to/${title}`],
      ])
  })

  it('survive a process that dies while it mails them', async () => {
    await send('one')
    const { system } = house.directoryDeps
    const dying: DeliveryDeps['system'] = {
      ...system,
      tx: (work) =>
        system.tx(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await expect(deliver({ system: dying })).rejects.toThrow('killed')
    expect([await mails(), await waiting()]).toEqual([[], ['one']])
    await deliver()
    expect(await mails()).toHaveLength(1)
  })

  it('leave out what was read in the app, and what is no longer wanted by email', async () => {
    for (const title of ['one', 'two']) await send(title)
    await send('a task', { kind: 'task' })
    const list = await house.ask('GET', '/iam/me/notifications', { as: person.token })
    const [, two] = list.json['items'] as { id: string }[]
    await house.ask('POST', '/iam/me/notifications/read', { as: person.token, body: { ids: [two?.id] } })
    const me = await house.ask('GET', '/iam/me', { as: person.token })
    const before = me.json['notifications'] as Record<string, object>
    await patch({ notifications: { ...before, task: { inProduct: true, mail: false, digest: true } } })
    await deliver()
    expect(await mails()).toMatchObject([{ subject: 'one' }])
    expect(await waiting()).toEqual([])
  })

  it('leave out what the person may no longer see', async () => {
    const record = { appId: 'a', recordId: 'closed', trackingId: 'ALT-1', withheld: [] }
    const about = (recordId: string): NoteSubject => ({
      kind: 'record',
      tenantId: place.tenantId,
      touch: { ...record, recordId },
    })
    seen = async (actor, subject) =>
      actor.id === person.userId && subject.kind === 'record' && subject.touch.recordId === 'open'
    await send('closed', { subject: about('closed') })
    await send('open', { subject: about('open') })
    await deliver()
    expect(await mails()).toMatchObject([{ subject: 'open' }])
    expect(await waiting()).toEqual([])
  })

  it('leave out a tenant in which the person has no role any more', async () => {
    await send('one')
    await house.sql('delete from caseloom.role_assignment where user_id = $1', [person.userId])
    await deliver()
    expect([await mails(), await waiting()]).toEqual([[], []])
  })

  it('leave out an account that the person has left', async () => {
    await send('ours', { subject: null })
    await send('everywhere', { subject: null, accountId: null })
    await house.sql(`update caseloom.user set status = 'disabled' where id = $1`, [person.userId])
    await deliver()
    expect(await mails()).toMatchObject([{ subject: 'everywhere' }])
  })

  it('of one person don’t wait for those of another that fail', async () => {
    await send('fails')
    const other = await house.aUser(place)
    await house.sql('update caseloom.person set notifications = $2 where id = $1', [
      other.personId,
      JSON.stringify({ mention: DIGEST }),
    ])
    await send('passes', { personId: other.personId })
    seen = async () => true
    await deliver({
      actorOf: async (userId, tenantId) => {
        if (userId === person.userId) throw new Error('The database is busy')
        return house.identity.actorOf(userId, tenantId)
      },
    })
    expect(await mails()).toMatchObject([{ recipient: other.email, subject: 'passes' }])
    expect(await waiting()).toEqual(['fails'])
    await deliverNotes(deps(), new Date(later().getTime() + 5 * 60_000))
    expect(await mails()).toHaveLength(2)
  })
})

describe('quiet hours', () => {
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString().slice(11, 16)
  const always = {
    digest: { every: 'day', at: '08:00' },
    quiet: { from: hoursFromNow(-6), to: hoursFromNow(6), days: [1, 2, 3, 4, 5, 6, 7] },
    zone: 'UTC',
  }

  it('hold emails back, those about security never', async () => {
    expect((await patch({ notificationTimes: always })).json).toMatchObject({ notificationTimes: always })
    await send('later')
    await send('now', { kind: 'securityChanged' })
    expect(await mails()).toMatchObject([{ subject: 'now' }])
    expect(await waiting()).toEqual(['later'])
  })

  it('that are turned off let go of what waits', async () => {
    await patch({ notificationTimes: always })
    await send('later')
    await patch({ notificationTimes: { ...always, quiet: null } })
    await deliverNotes(deps(), new Date(Date.now() + 1000))
    expect(await mails()).toMatchObject([{ subject: 'later' }])
  })

  it('take a digest with them when a kind no longer waits for one', async () => {
    await chooseDigest()
    await send('one')
    const me = await house.ask('GET', '/iam/me', { as: person.token })
    const before = me.json['notifications'] as Record<string, object>
    await patch({ notifications: { ...before, mention: { ...DIGEST, digest: false } } })
    await deliverNotes(deps(), new Date(Date.now() + 1000))
    expect(await mails()).toHaveLength(1)
  })

  it.each([
    [{ ...always, zone: 'Mars/Olympus' }],
    [{ ...always, quiet: { ...always.quiet, to: always.quiet.from } }],
    [{ ...always, quiet: { ...always.quiet, days: [] } }],
    [{ ...always, quiet: { ...always.quiet, days: [8] } }],
    [{ ...always, digest: { every: 'week', at: '08:00' } }],
    [{ ...always, digest: { every: 'day', at: '8:00' } }],
  ])('and digests that can’t be are refused: %j', async (notificationTimes) => {
    expect((await patch({ notificationTimes })).status).toBe(400)
  })
})
