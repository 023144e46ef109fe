import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import {
  createAutomationFixture,
  aPlaybook,
  aTransform,
  type AutomationFixture,
} from '../automation.fixture.ts'
import { anActor } from '@caseloom/testkit/installation'
import { createHash, randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { listDeliveries } from '../deliveries/deliveries.read.ts'
import { readStepValue } from '../runs/get-run.ts'
import { listRuns } from '../runs/runs.read.ts'
import { listTriggers } from '../triggers/trigger-overview.ts'
import { type MailIn, startMailIn } from './mail-in.ts'
import { parseMail } from './parse-mail.ts'

let house: AutomationFixture
let mailIn: MailIn
let away = false
const stored: { name: string; bytes: Buffer }[] = []
beforeAll(async () => {
  house = await createAutomationFixture({ worker: false })
  const { automation } = house
  const deps = {
    ...automation,
    tenant: async (id: string) => {
      if (away) throw fail('dependency.unavailable')
      return automation.tenant(id)
    },
    keepFile: async (_scope: TenantScope, _actor: unknown, file: { name: string; bytes: Buffer }) => {
      stored.push(file)
      return { id: randomUUID(), sha256: createHash('sha256').update(file.bytes).digest('hex') }
    },
  }
  const listen = { host: '127.0.0.1', port: 0 }
  mailIn = await startMailIn(deps, { listen, domain: 'in.caseloom.test' })
})
afterAll(async () => {
  await mailIn.close()
  await house.close()
})

async function aMailbox(over: JsonObject = {}) {
  const scope = await house.aTenant()
  const trigger = { key: 'box', kind: 'mail', with: { via: 'smtp' }, ...over }
  const seen = aTransform('seen', '{% trigger.mail %}')
  const { id } = await house.publish(
    scope,
    aPlaybook([seen], { triggers: [trigger], output: '{% steps.seen.output %}' }),
  )
  const [view] = await listTriggers(house.automation, scope, anActor(scope), id)
  const runs = async () => (await listRuns(scope, { limit: 10 })).items
  const log = async () =>
    (await listDeliveries(scope, view?.id ?? '', { limit: 10 })).items.map(({ outcome, summary }) => ({
      outcome,
      summary,
    }))
  return { scope, address: view?.address ?? '', runs, log }
}

const transport = () =>
  createTransport({ host: '127.0.0.1', port: mailIn.port, secure: false, ignoreTLS: true })

async function outputOf(scope: TenantScope, runId: string | undefined): Promise<JsonValue> {
  const place = { runId: runId ?? '', path: '', side: 'output' as const }
  return (await readStepValue(house.automation, scope, anActor(scope), place)).value
}

describe('mail over SMTP', () => {
  it('becomes a run with sender, text, headers and attachments as files, once', async () => {
    const { scope, address, runs, log } = await aMailbox()
    const letter = {
      from: 'Ana Ruiz <ana@example.test>',
      to: address,
      subject: 'Phishing?',
      text: 'Please look',
      messageId: '<1@example.test>',
      date: new Date('2026-11-22T06:00:00Z'),
      headers: { 'Authentication-Results': 'mx.example.test; spf=pass; dkim=fail' },
      attachments: [{ filename: 'odd.txt', content: 'bytes of it' }],
    }
    const sent = await transport().sendMail(letter)
    expect(sent.response).toMatch(/^250/)
    await transport().sendMail(letter)
    const all = await runs()
    expect(all).toMatchObject([{ state: 'succeeded', trigger: { kind: 'mail' } }])
    expect(await outputOf(scope, all[0]?.id)).toMatchObject({
      from: { name: 'Ana Ruiz', address: 'ana@example.test' },
      to: [{ address }],
      subject: 'Phishing?',
      text: expect.stringContaining('Please look'),
      headers: { 'authentication-results': 'mx.example.test; spf=pass; dkim=fail' },
      file: { name: 'Phishing?.eml', type: 'message/rfc822', fileId: expect.any(String) },
      attachments: [{ name: 'odd.txt', size: 11, fileId: expect.any(String), sha256: expect.any(String) }],
    })
    expect(stored.at(-1)?.bytes.toString()).toBe('bytes of it')
    const whole = stored.find(({ name }) => name === 'Phishing?.eml')?.bytes.toString() ?? ''
    expect(whole).toContain('Authentication-Results: mx.example.test')
    expect(whole).toContain('odd.txt')
    expect(await log()).toEqual([
      { outcome: 'duplicate', summary: 'Phishing?' },
      { outcome: 'accepted', summary: 'Phishing?' },
    ])
  })

  it('that a condition filters is accepted and starts nothing', async () => {
    const { address, runs, log } = await aMailbox({ when: '{% $contains(trigger.mail.subject, "alarm") %}' })
    await transport().sendMail({ from: 'a@example.test', to: address, subject: 'hello' })
    expect(await runs()).toEqual([])
    expect(await log()).toMatchObject([{ outcome: 'filtered' }])
  })

  it('without a Message-ID runs once, though the dedup key of the playbook names it', async () => {
    const { address, runs, log } = await aMailbox({ dedup: '{% trigger.mail.messageId %}' })
    const raw = `From: a@example.test\r\nTo: ${address}\r\nSubject: no id\r\n\r\nhello\r\n`
    const envelope = { from: 'a@example.test', to: address }
    for (let turn = 0; turn < 2; turn += 1)
      expect((await transport().sendMail({ envelope, raw })).response).toMatch(/^250/)
    expect(await runs()).toHaveLength(1)
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['duplicate', 'accepted'])
  })

  it('that its playbook cannot judge is put off and in the log, never lost behind a 250', async () => {
    const { address, runs, log } = await aMailbox({ when: '{% $number(trigger.mail.subject) > 1 %}' })
    const sending = transport().sendMail({ from: 'a@example.test', to: address, subject: 'no number' })
    await expect(sending).rejects.toMatchObject({ responseCode: 451 })
    expect(await runs()).toEqual([])
    expect(await log()).toMatchObject([{ outcome: 'failed' }])
  })

  it.each(['nobody@in.caseloom.test', '0123456789abcdef01234567@in.caseloom.test', 'x@elsewhere.test'])(
    'for %s is refused for good',
    async (to) => {
      const sending = transport().sendMail({ from: 'a@example.test', to, subject: 'hello' })
      await expect(sending).rejects.toMatchObject({ responseCode: 550 })
    },
  )

  it('is deferred while the database is down, and nothing of it is stored', async () => {
    const { address, runs } = await aMailbox()
    away = true
    const sending = transport().sendMail({ from: 'a@example.test', to: address, subject: 'hello' })
    await expect(sending).rejects.toMatchObject({ responseCode: 451 })
    away = false
    expect(await runs()).toEqual([])
  })

  it('comes encrypted when the sender asks for it', async () => {
    const { address, runs } = await aMailbox()
    const sender = createTransport({
      host: '127.0.0.1',
      port: mailIn.port,
      requireTLS: true,
      // Mail servers don't verify each other's certificates.
      tls: { rejectUnauthorized: false, minVersion: 'TLSv1.3' },
    })
    await sender.sendMail({ from: 'a@example.test', to: address, subject: 'sealed' })
    expect(await runs()).toHaveLength(1)
  })

  it('to several mailboxes starts a run in each', async () => {
    const [one, two] = [await aMailbox(), await aMailbox()]
    await transport().sendMail({
      from: 'a@example.test',
      to: [one.address, two.address.toUpperCase()],
      subject: 'both',
    })
    expect(await one.runs()).toHaveLength(1)
    expect(await two.runs()).toHaveLength(1)
  })
})

describe('a mail', () => {
  const mail = (lines: string[]) => Buffer.from(lines.join('\r\n'))

  it.each([
    ['<<ana@example.test', 'ana@example.test'],
    ['"Bank; support" service@bank.example.test', 'service@bank.example.test'],
    ['=?utf-8?q?broken?= <x@y.example.test', 'x@y.example.test'],
  ])('from %s has the address %s', async (from, address) => {
    const { mail: parsed } = await parseMail(mail([`From: ${from}`, 'Subject: a', '', 'text']))
    expect(parsed['from']).toMatchObject({ address })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no headers', Buffer.from('just words\r\nand more')],
    ['zeros', Buffer.alloc(2_000)],
    ['headers without end', mail([`X-Long: ${'a'.repeat(3_000_000)}`, '', 'text'])],
    [
      'parts without end',
      mail(
        Array.from(
          { length: 200 },
          (_one, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`,
        ),
      ),
    ],
    ['a half surrogate in base64', mail(['Content-Type: text/plain; charset=utf-16', '', '\ud800'])],
  ])('of %s is read all the same', async (_name, raw) => {
    const parsed = await parseMail(raw)
    expect(JSON.parse(JSON.stringify(parsed.mail))).toEqual(parsed.mail)
  })

  it('in a mail is an attachment of its own', async () => {
    const inner = ['From: b@example.test', 'Subject: inner', '', 'inner text']
    const raw = mail([
      'From: a@example.test',
      'Subject: outer',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'outer text',
      '--x',
      'Content-Type: message/rfc822',
      '',
      ...inner,
      '--x--',
    ])
    const parsed = await parseMail(raw)
    expect(parsed.mail).toMatchObject({ subject: 'outer', text: expect.not.stringContaining('inner') })
    expect(parsed.files).toMatchObject([{ name: 'mail-1.eml', type: 'message/rfc822' }])
  })
})
