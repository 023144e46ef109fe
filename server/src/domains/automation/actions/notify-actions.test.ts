import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { aStepBench, type StepBench } from '@caseloom/testkit/step-effects'
import { createCommentsFixture, type CommentsFixture } from '@caseloom/testkit/comments-fixture'
import { type SmtpStub, startSmtpStub } from '@caseloom/testkit/smtp-stub'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailer } from '../../../platform/mail/mailer.ts'
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts'
import { newId } from '../../../platform/uuid.ts'
import type { AssetCredentials } from '../assets/credentials.ts'
import { createRecordStepsDoor } from '../../records/record-steps.door.ts'
import { type PlaybookNote, notifyEffect } from './notify-users.ts'
import { trySmtp } from './own-mail.ts'
import { mailEffect } from './send-mail.ts'

let house: CommentsFixture
let bench: StepBench
let smtp: SmtpStub
let outbound: Outbound
let shut: Outbound
let [ana, ben, cleo]: Actor[] = []
const notified: PlaybookNote[] = []
const GROUP = newId()
const ROLE = newId()

beforeAll(async () => {
  house = await createCommentsFixture()
  smtp = await startSmtpStub({ user: 'desk', pass: 'secret' })
  outbound = createOutbound({ allow: [{ host: '127.0.0.1', port: smtp.port }], ownPorts: [] })
  shut = createOutbound({ allow: [], ownPorts: [] })
  const system = house.installation.database.system
  const [a, b, c] = [
    house.person('Ana'),
    house.person('Ben', { principals: [newId(), GROUP] }),
    house.person('Cleo', { may: [], principals: [newId(), GROUP, ROLE] }),
  ].map((actor) => ({ ...actor, principals: [...actor.principals, actor.id ?? ''] }))
  ;[ana, ben, cleo] = [a, b, c] as Actor[]
  const directory = {
    members: async () =>
      [a, b, c].flatMap((actor) =>
        actor === undefined ? [] : [{ actor, email: `${actor.name}@example.org`, service: false }],
      ),
    principals: async () => ({
      users: [],
      groups: [{ id: GROUP as never, name: 'Night shift' }],
      roles: [{ id: ROLE as never, name: 'Lead' }],
    }),
  }
  const { records } = house
  const notify = async (_tx: unknown, note: PlaybookNote) => void notified.push(note)
  const steps = createRecordStepsDoor(house.deps)
  bench = aStepBench(
    house.scope,
    new Map([
      ['notify.users', notifyEffect({ system, directory, records, notify })],
      [
        'mail.send',
        mailEffect({ system, steps, outbound, files: house.files, privateRangesAllowed: async () => false }),
      ],
    ]),
    house.person('Builder'),
  )
})
afterAll(async () => {
  await outbound.close()
  await shut.close()
  await smtp.close()
  await house.close()
})
beforeEach(() => {
  notified.length = 0
  smtp.letters.length = 0
})

const ids = (...actors: (Actor | undefined)[]) =>
  actors.map((actor) => actor?.personId ?? '').toSorted((a, b) => (a < b ? -1 : 1))

describe('a step that notifies', () => {
  it('notifies users, groups, and roles, each person once, even when it is repeated', async () => {
    const input = {
      to: { users: ['ana@EXAMPLE.org'], groups: ['night shift'], roles: [ROLE] },
      title: 'Backup failed',
      text: 'See the log',
    }
    const idempotencyKey = newId()
    const first = await bench.step('notify.users', input, { idempotencyKey })
    expect(first).toEqual({ ok: true, output: { count: 3, leftOut: 0 } })
    expect(await bench.step('notify.users', input, { idempotencyKey })).toEqual(first)
    expect(notified.map((note) => note.personId).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      ids(ana, ben, cleo),
    )
    expect(notified[0]).toMatchObject({
      kind: 'playbook',
      title: 'Backup failed',
      text: 'See the log',
      link: null,
    })
  })

  it('links the record, and leaves out who may not see it', async () => {
    const app = await house.anApp()
    const builder = house.person('Maker')
    const record = await house.records.createRecord(house.scope, builder, {
      appId: app.id,
      fields: { title: 'Quiet' },
    })
    const input = { to: { groups: [GROUP] }, title: 'Look', record: { app: app.key, id: record.id } }
    expect(await bench.step('notify.users', input)).toMatchObject({
      output: { count: 1, leftOut: 1 },
      touched: [{ recordId: record.id, trackingId: record.trackingId }],
    })
    expect(notified).toMatchObject([
      { personId: ben?.personId, link: expect.stringContaining(`/${record.id}`) },
    ])
  })

  it('notifies no one when one of them is unknown', async () => {
    const input = { to: { users: ['ana@example.org', 'unknown@example.org'] }, title: 'x' }
    expect(await bench.step('notify.users', input)).toMatchObject({
      error: { code: 'step.unknown_people', message: 'Unknown user "unknown@example.org"' },
    })
    expect(notified).toEqual([])
  })
})

const mail = (over: JsonObject = {}): JsonObject => ({
  to: ['Zoë <zoe@example.test>'],
  subject: 'Grüße',
  text: 'Hello',
  ...over,
})

const attach = (appId: string, recordId: string, by: { builder: Actor; file: string }) =>
  house.records.updateRecord(house.scope, by.builder, {
    appId,
    recordId,
    fields: { evidence: [by.file] },
  })

async function sent() {
  const mailer = startMailer({
    system: house.installation.database.system,
    log: pino({ level: 'silent' }),
    server: { host: '127.0.0.1', port: smtp.port, secure: false, auth: { user: 'desk', pass: 'secret' } },
    from: 'Desk <desk@soc.example.org>',
    files: house.files,
  })
  await mailer.run()
  await mailer.stop()
  return smtp.letters
}

describe('a step that sends a mail', () => {
  it('sends it once with all its parts, the HTML clean', async () => {
    const app = await house.anApp()
    const builder = house.person('Builder two')
    const record = await house.records.createRecord(house.scope, builder, {
      appId: app.id,
      fields: { title: 'With a file' },
    })
    const file = await house.upload(builder, 'report.txt', 'the report')
    await attach(app.id, record.id, { builder, file: file.id })
    const input = mail({
      cc: ['carl@example.test'],
      bcc: ['boss@example.test'],
      replyTo: 'desk@example.test',
      html: '<p onclick="x()">Hi <script>alert(1)</script><a href="javascript:x">there</a></p>',
      attachments: [file.id, { id: file.id, name: 'report.txt' }, { fileId: file.id }],
    })
    const idempotencyKey = newId()
    const first = await bench.step('mail.send', input, { idempotencyKey })
    expect(first).toMatchObject({ ok: true, output: { id: expect.any(String) } })
    expect(await bench.step('mail.send', input, { idempotencyKey })).toEqual(first)
    const letters = await sent()
    expect(letters).toHaveLength(1)
    const raw = letters[0]?.raw ?? ''
    expect(letters[0]?.to.toSorted()).toEqual(['boss@example.test', 'carl@example.test', 'zoe@example.test'])
    expect(raw).toContain('Cc: carl@example.test')
    expect(raw).toContain('Reply-To: desk@example.test')
    expect(raw).not.toMatch(/boss@|onclick|alert\(1\)|javascript:/)
    expect(raw.match(/filename="?report\.txt/g)).toHaveLength(3)
    expect(raw).toContain(Buffer.from('the report').toString('base64'))
  })

  it.each([
    ['a subject of two lines', { subject: 'a\r\nBcc: x@example.test' }, /subject/],
    ['an address of two lines', { to: ['a@example.test\r\nBcc: b@example.test'] }, /to\.0/],
    ['a list in one address', { to: ['a@example.test, b@example.test'] }, /to\.0/],
    ['an address hidden in a name', { cc: ['a@x.test <b@example.test> c'] }, /cc\.0/],
    ['no text at all', { text: undefined as never }, /text/],
    ['a file that is not there', { attachments: [newId()] }, /no file/],
  ])('refuses %s and sends nothing', async (_name, over, message) => {
    expect(await bench.step('mail.send', JSON.parse(JSON.stringify(mail(over))))).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(message), retryable: false },
    })
    expect(await sent()).toEqual([])
  })

  it('sends no file that the run may not read', async () => {
    const others = await house.upload(house.person('Someone else'))
    const app = await house.anApp()
    const maker = house.person('Maker two')
    const record = await house.records.createRecord(house.scope, maker, {
      appId: app.id,
      fields: { title: 'Shut' },
    })
    const hung = await house.upload(maker)
    await attach(app.id, record.id, { builder: maker, file: hung.id })
    await house.scope.tx((tx) =>
      tx.query(`update "${house.scope.schema}"."a_${app.id.replaceAll('-', '')}" set acl = $1::uuid[]`, [
        [maker.id],
      ]),
    )
    for (const { id } of [others, hung])
      for (const file of [id, { id }, { fileId: id }])
        expect(await bench.step('mail.send', mail({ attachments: [file] }))).toMatchObject({
          error: { code: 'step.unknown_file' },
        })
  })
})

describe('a step that sends a mail by an asset', () => {
  const asset = (over: JsonObject = {}, password = 'secret'): AssetCredentials => ({
    assetId: newId(),
    connector: 'mail',
    auth: 'mail',
    settings: {
      from: 'team@customer.example',
      smtpHost: '127.0.0.1',
      smtpPort: smtp.port,
      smtpSecurity: 'none',
      username: 'desk',
      ...over,
    },
    base: '',
    headers: {},
    query: {},
    secrets: [password],
    parts: { password },
  })

  it('sends it there, once, under the same message id', async () => {
    const idempotencyKey = newId()
    const over = { idempotencyKey, credentials: asset() }
    const first = await bench.step('mail.send', mail({ bcc: ['boss@example.test'] }), over)
    expect(first).toMatchObject({ ok: true, output: { id: expect.stringMatching(/@customer\.example>$/) } })
    expect(await bench.step('mail.send', mail({ bcc: ['boss@example.test'] }), over)).toEqual(first)
    expect(smtp.letters).toHaveLength(1)
    expect(smtp.letters[0]).toMatchObject({
      from: 'team@customer.example',
      to: ['zoe@example.test', 'boss@example.test'],
    })
  })

  it('fails with the words of the server, and not with the password', async () => {
    const wrong = await bench.step('mail.send', mail(), { credentials: asset({}, 'wr0ng-password') })
    expect(wrong).toMatchObject({ ok: false, error: { code: 'mail.refused' } })
    expect(JSON.stringify(wrong)).not.toContain('wr0ng')
    smtp.refuse({ code: 550, text: 'No such mailbox' })
    expect(await bench.step('mail.send', mail(), { credentials: asset() })).toMatchObject({
      error: { message: expect.stringContaining('No such mailbox'), retryable: false },
    })
    smtp.refuse(null)
    expect(smtp.letters).toEqual([])
  })

  it('demands TLS where the asset says so', async () => {
    const credentials = asset({ smtpSecurity: 'starttls' })
    expect(await bench.step('mail.send', mail(), { credentials })).toMatchObject({ ok: false })
    expect(smtp.letters).toEqual([])
  })

  it('reaches no server that the guard shuts out', async () => {
    const deps = { system: house.installation.database.system, steps: createRecordStepsDoor(house.deps) }
    const shutMail = mailEffect({
      ...deps,
      outbound: shut,
      files: house.files,
      privateRangesAllowed: async () => true,
    })
    const shutBench = aStepBench(house.scope, new Map([['mail.send', shutMail]]), house.person('Zed'))
    for (const smtpHost of ['127.0.0.1', '2130706433', 'localhost'])
      expect(await shutBench.step('mail.send', mail(), { credentials: asset({ smtpHost }) })).toMatchObject({
        ok: false,
        error: { code: 'mail.refused' },
      })
    expect(smtp.letters).toEqual([])
  })

  it('is tried by logging in, without sending anything', async () => {
    const { tenantId } = house.scope
    const closed = async () => false
    const attempt = (by: Outbound, credentials = asset()) =>
      trySmtp({ outbound: by, privateRangesAllowed: closed }, tenantId, credentials)
    await attempt(outbound)
    await expect(attempt(outbound, asset({}, 'wrong'))).rejects.toThrow('credentials')
    await expect(attempt(shut)).rejects.toThrow()
    expect(smtp.letters).toEqual([])
  })

  it.each([true, false])(
    'is sent and tried in private ranges alike: both as the switch %s says',
    async (open) => {
      const dialled: string[] = []
      const guarded = createOutbound({
        allow: [],
        ownPorts: [],
        resolver: async () => ['192.168.1.25'],
        connector: async ({ address }) => {
          dialled.push(address)
          throw new Error('no one there')
        },
      })
      const guard = { outbound: guarded, privateRangesAllowed: async () => open }
      const credentials = asset({ smtpHost: 'mail.private.example' })
      await expect(trySmtp(guard, house.scope.tenantId, credentials)).rejects.toThrow()
      expect(dialled).toEqual(open ? ['192.168.1.25'] : [])
      const steps = createRecordStepsDoor(house.deps)
      const { system } = house.installation.database
      const sending = mailEffect({ ...guard, system, steps, files: house.files })
      const sender = aStepBench(house.scope, new Map([['mail.send', sending]]), house.person('Yva'))
      await sender.step('mail.send', mail(), { credentials })
      expect(dialled).toEqual(open ? ['192.168.1.25', '192.168.1.25'] : [])
    },
  )

  it('takes no asset of another kind, and none without a server', async () => {
    const other = { ...asset(), connector: 'slack' }
    expect(await bench.step('mail.send', mail(), { credentials: other })).toMatchObject({
      error: { code: 'asset.wrong_connector' },
    })
    const { smtpHost: _host, ...settings } = asset().settings
    expect(await bench.step('mail.send', mail(), { credentials: { ...asset(), settings } })).toMatchObject({
      error: { code: 'asset.invalid' },
    })
  })
})
