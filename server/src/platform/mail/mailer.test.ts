import { anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { type SmtpStub, startSmtpStub } from '@caseloom/testkit/smtp-stub'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../uuid.ts'
import { pageOfMails, readMail } from './mail.read.ts'
import { keepMails, type Mailer, startMailer } from './mailer.ts'
import { oneLine, queueMail } from './queue-mail.ts'

const CREDENTIALS = { user: 'desk', pass: 'p@ss word' }
const LINK = 'https://soc.example.org/set-password?token=abc_DEF-123'
const log = pino({ level: 'silent' })
let installation: TestInstallation
let stub: SmtpStub

beforeAll(async () => {
  installation = await anInstallation('mail', [])
  stub = await startSmtpStub(CREDENTIALS)
})
afterAll(async () => {
  await stub.close()
  await installation.close()
})
beforeEach(async () => {
  stub.refuse(null)
  stub.letters.length = 0
  await sql('delete from caseloom.mail')
})

function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return installation.database.system.tx((tx) => tx.query<Row>(text, values))
}

function mailer(capturing: boolean, auth = CREDENTIALS): Mailer {
  const server = { host: '127.0.0.1', port: stub.port, secure: false, auth }
  return startMailer({
    system: installation.database.system,
    log,
    server: capturing ? null : server,
    from: 'Desk <desk@soc.example.org>',
  })
}

async function queue(over: Partial<Parameters<typeof queueMail>[1]> = {}): Promise<void> {
  const mail = {
    accountId: null,
    to: 'zoë@example.test',
    subject: 'Grüße',
    text: `Hello,\n\n${LINK}\n`,
    ...over,
  }
  await installation.database.system.tx((tx) => queueMail(tx, mail))
}

function mails() {
  return installation.database.system.read((tx) => pageOfMails(tx, 'all', { limit: 50, after: null }))
}

describe.each([
  { way: 'a mail server', capturing: false, state: 'sent' },
  { way: 'capturing', capturing: true, state: 'captured' },
])('the queue with $way', ({ capturing, state }) => {
  it('lets nothing wait, however much there is', async () => {
    for (let i = 0; i < 12; i += 1) await queue({ subject: `Mail ${i}` })
    const working = mailer(capturing)
    await working.run()
    await working.stop()
    expect((await mails()).map((mail) => mail.state)).toEqual(Array.from({ length: 12 }, () => state))
    expect(stub.letters).toHaveLength(capturing ? 0 : 12)
  })

  it('handles each mail once though two processes look', async () => {
    for (let i = 0; i < 8; i += 1) await queue()
    const both = [mailer(capturing), mailer(capturing)]
    await Promise.all(both.map((each) => each.run()))
    await Promise.all(both.map((each) => each.stop()))
    expect((await mails()).every((mail) => mail.state === state)).toBe(true)
    expect(stub.letters).toHaveLength(capturing ? 0 : 8)
  })

  it('shows a link only while the product is the only one who has it', async () => {
    await queue()
    const shown = async () => (await mails())[0]?.body ?? ''
    expect(await shown()).not.toContain('abc_DEF')
    const working = mailer(capturing)
    await working.run()
    await working.stop()
    expect((await shown()).includes(LINK)).toBe(capturing)
    const rows = await sql<{ body: string }>('select body from caseloom.mail')
    expect(rows[0]?.body.includes('abc_DEF')).toBe(capturing)
  })
})

describe('sending', () => {
  it('writes a whole letter: sender, receiver, subject, stable id, text with its link on one line', async () => {
    await queue()
    const working = mailer(false)
    await working.run()
    await working.stop()
    const [letter] = stub.letters
    const [mail] = await mails()
    expect(letter).toMatchObject({ from: 'desk@soc.example.org', to: ['zoë@example.test'] })
    expect(letter?.raw).toMatch(/^From: Desk <desk@soc\.example\.org>\r$/m)
    expect(letter?.raw).toContain(`Message-ID: <${mail?.id}@soc.example.org>`)
    expect(letter?.raw).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(letter?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(`\r\n${LINK}\r\n`)
  })

  it('tries again after a refusal that may pass, with growing pauses, and gives up after a day', async () => {
    stub.refuse({ code: 451, text: 'Try later' })
    await queue()
    const working = mailer(false)
    const pauses: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await working.run()
      const rows = await sql<{ pause: number; state: string; error: string }>(
        `select round(extract(epoch from due_at - now()) / 60)::int as pause, state, error from caseloom.mail`,
      )
      expect(rows[0]).toMatchObject({ state: 'waiting', error: expect.stringContaining('Try later') })
      pauses.push(rows[0]?.pause ?? 0)
      await sql('update caseloom.mail set due_at = at')
    }
    expect(pauses).toEqual([1, 2, 4, 8])
    await sql(`update caseloom.mail set at = now() - interval '1 day'`)
    await working.run()
    expect((await mails())[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('Try later') })
    stub.refuse(null)
    await sql('update caseloom.mail set due_at = at')
    await working.run()
    await working.stop()
    expect(stub.letters).toHaveLength(0)
  })

  it('gives an address up immediately that the server will never take', async () => {
    stub.refuse({ code: 550, text: 'No such user' })
    await queue()
    const working = mailer(false)
    await working.run()
    await working.stop()
    expect((await mails())[0]).toMatchObject({ state: 'failed' })
  })

  it('waits when its own credentials are refused: the operator fixes them', async () => {
    await queue()
    const working = mailer(false, { user: 'desk', pass: 'wrong' })
    await working.run()
    await working.stop()
    expect((await mails())[0]).toMatchObject({
      state: 'waiting',
      error: expect.stringContaining('credentials'),
    })
  })

  it('is woken by an announcement', async () => {
    const working = mailer(true)
    await working.run()
    await queue()
    working.wake()
    await expect.poll(async () => (await mails())[0]?.state).toBe('captured')
    await working.stop()
  })
})

describe('a mail', () => {
  it.each([
    { to: 'a@b.test\r\nBcc: all@b.test' },
    { subject: 'Hello\nBcc: all@b.test' },
    { subject: 'a\u2028b' },
    { subject: 'a\u0000b' },
  ])('is refused with a line break in its head: %j', async (over) => {
    await expect(queue(over)).rejects.toThrow('control characters')
    expect(await mails()).toEqual([])
  })

  it('takes a name of many lines on one', () => {
    expect(oneLine(' Zoë\r\nBcc: all@b.test\u0007 ')).toBe('Zoë Bcc: all@b.test')
  })

  it('reaches one receiver, whatever commas and brackets its address holds', async () => {
    await queue({ to: '"a,b"@example.test' })
    const working = mailer(false)
    await working.run()
    await working.stop()
    expect(stub.letters.flatMap((letter) => letter.to)).toEqual(['"a,b"@example.test'])
  })

  it('belongs to its account or to the installation alone', async () => {
    const [accountId, other] = [newId(), newId()]
    await queue({ accountId })
    await queue({ accountId: null })
    const { system } = installation.database
    const all = await mails()
    const own = await system.read((tx) => pageOfMails(tx, { accountId }, { limit: 50, after: null }))
    expect([all.length, own.length]).toEqual([2, 1])
    const [mail] = own
    expect(await system.read((tx) => readMail(tx, { accountId: other }, mail?.id ?? ''))).toBeNull()
    expect(await system.read((tx) => readMail(tx, { accountId }, mail?.id ?? ''))).toMatchObject({
      id: mail?.id,
    })
  })

  it('goes after 90 days', async () => {
    const working = mailer(true)
    await queue()
    await queue({ subject: 'Young' })
    await working.run()
    await working.stop()
    await sql(`update caseloom.mail set at = now() - interval '91 days' where subject <> 'Young'`)
    await keepMails(installation.database.system)
    expect((await mails()).map((mail) => mail.subject)).toEqual(['Young'])
  })
})
