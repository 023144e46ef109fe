import { MailView } from '@caseloom/contract/records/mail'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { aPhishingMail, mime } from './mail.fixture.ts'
import { mailContent, type MailTask } from './mail-content.ts'
import { anOutlookFile } from './outlook.fixture.ts'
import { createMailReader, type MailFile } from './mail-reader.ts'

const read = async (bytes: Buffer, isWhole = true) => {
  const answer = await mailContent({ bytes, isWhole })
  if (answer.kind !== 'mail') throw new Error(answer.kind)
  return MailView.parse(answer.mail)
}

const asFile = (task: MailTask): MailFile => ({ size: task.bytes.length, load: async () => task })

async function aZip(...names: string[]): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(`content of ${name}`), name)
  zip.end()
  return buffer(zip.outputStream)
}

describe('an email', () => {
  it('is its headers, authentication, links, path, and observables', async () => {
    const mail = await read(aPhishingMail())
    expect(mail).toMatchObject({
      notices: [],
      from: { name: 'help@portal.example.com', address: 'invoice@billing.example.net' },
      fromClaims: 'help@portal.example.com',
      replyTo: [{ address: 'accounts@paste.example.org' }],
      replyDiffers: true,
      to: [{ name: 'Finance', address: 'finance@example.com' }],
      subject: 'Invoice 1187 is overdue',
      date: '2026-11-22T22:09:00.000Z',
      messageId: '<1187@billing.example.net>',
      blocked: { pictures: 0, pixels: 1, active: 0 },
      text: 'Dear customer,\nsee https://portal.example.com',
    })
    expect(mail.authentication).toMatchObject({
      server: 'mx.example.com',
      spf: { result: 'fail' },
      dkim: { result: 'none' },
      dmarc: { result: 'fail', detail: '(p=none) header.from=billing.example.net' },
      arc: null,
    })
    expect(mail.links).toEqual([
      {
        kind: 'link',
        target: 'https://pay.example.net/r?id=1187',
        text: 'https://portal.example.com',
        shows: 'portal.example.com',
      },
    ])
    expect(mail.hops.map(({ from, by, ip, delay }) => [from, by, ip, delay])).toEqual([
      ['relay.example.org', 'mx.example.com', '198.51.100.18', null],
      [null, 'mailbox-3.example.com', null, 4],
    ])
    expect(mail.observables.map(({ value }) => value)).toEqual([
      'invoice@billing.example.net',
      'billing.example.net',
      'accounts@paste.example.org',
      'paste.example.org',
      'https://pay.example.net/r?id=1187',
      'pay.example.net',
      '198.51.100.18',
      'https://portal.example.com',
    ])
    expect(mail.headers.find(({ name }) => name === 'Subject')?.value).toBe(
      '=?utf-8?q?Invoice_1187_is_overdue?=',
    )
    expect(mail.source).toContain('--outer--')
  })

  it('has attachments with hashes, the type of their content, and the names in an archive', async () => {
    const zip = await aZip('invoice_1187.js', 'terms.txt')
    const exe = Buffer.concat([Buffer.from('4d5a9000', 'hex'), Buffer.alloc(200)])
    const { attachments, observables } = await read(
      aPhishingMail({
        attachments: [
          { name: 'invoice.zip', type: 'application/zip', bytes: zip },
          { name: 'terms.pdf', type: 'application/pdf', bytes: exe },
        ],
      }),
    )
    const sha256 = createHash('sha256').update(zip).digest('hex')
    expect(attachments).toMatchObject([
      {
        name: 'invoice.zip',
        size: zip.length,
        sha256,
        md5: createHash('md5').update(zip).digest('hex'),
        contents: { names: ['invoice_1187.js', 'terms.txt'], total: 2, encrypted: false },
      },
      {
        name: 'terms.pdf',
        mediaType: 'application/vnd.microsoft.portable-executable',
        statedType: 'application/pdf',
        contents: null,
      },
    ])
    expect(observables).toContainEqual({ kind: 'sha256', value: sha256 })
  })

  it('names what an archive has inside, even a path that leads out of it', async () => {
    const zip = await aZip('aaaaaaaaaaa.js')
    // The name appears twice, in front of the file and in the directory; both are as long as before.
    const evil = Buffer.from(zip.toString('latin1').replaceAll('aaaaaaaaaaa.js', '../../evil1.js'), 'latin1')
    const { attachments } = await read(
      aPhishingMail({ attachments: [{ name: 'a.zip', type: 'application/zip', bytes: evil }] }),
    )
    expect(attachments[0]?.contents?.names).toEqual(['../../evil1.js'])
  })

  it('without HTML has the links that mail programs find in its text', async () => {
    const mail = await read(
      mime('From: a@example.com', '', 'See https://bank.example.com@pay.example.net/r.'),
    )
    expect(mail).toMatchObject({
      html: null,
      links: [
        { kind: 'link', target: 'https://bank.example.com@pay.example.net/r', shows: 'bank.example.com' },
      ],
    })
  })

  it('within an email is an attachment, not a part of it', async () => {
    const inner = mime('From: x@inner.example.net', 'Subject: Inner', '', 'https://inner.example.net/x')
    const { attachments, links, from } = await read(
      aPhishingMail({ attachments: [{ name: 'fwd.eml', type: 'message/rfc822', bytes: inner }] }),
    )
    expect(from?.address).toBe('invoice@billing.example.net')
    expect(attachments).toMatchObject([{ name: 'fwd.eml', mediaType: 'message/rfc822' }])
    expect(links).toHaveLength(1)
  })
})

const HEADERS = [
  'Authentication-Results: mx.example.com; spf=fail',
  'Received: from x ([198.51.100.7]) by mx.example.com; Sun, 22 Nov 2026 22:10:09 +0000',
  'From: Billing <a@billing.example.net>',
  'Subject: Of the headers',
].join('\r\n')

describe('an Outlook file', () => {
  it('is read as the email that it stores, with its headers as source', async () => {
    const file = anOutlookFile(
      {
        '001A': 'IPM.Note',
        '0037': 'Invoice',
        '007D': HEADERS,
        '1000': 'Dear customer',
        '1013': Buffer.from('<p>Dear <a href="https://pay.example.net/r">customer</a></p>'),
      },
      [{ '3701': Buffer.from('bytes of it'), '3707': 'a.txt', '370E': 'text/plain' }],
    )
    expect(await read(file)).toMatchObject({
      notices: ['outlook'],
      subject: 'Invoice',
      from: { name: 'Billing', address: 'a@billing.example.net' },
      authentication: { server: 'mx.example.com', spf: { result: 'fail' } },
      hops: [{ ip: '198.51.100.7' }],
      text: 'Dear customer',
      links: [{ target: 'https://pay.example.net/r' }],
      attachments: [{ name: 'a.txt', size: 11, mediaType: 'text/plain', statedType: 'text/plain' }],
      source: expect.stringContaining('Authentication-Results'),
    })
  })

  it('that was never sent has a sender without the address of Exchange', async () => {
    const file = anOutlookFile({
      '001A': 'IPM.Note',
      '0C1A': 'Ana Ruiz',
      '0C1F': '/o=Example/cn=ana',
      '1000': 'Draft',
    })
    expect(await read(file)).toMatchObject({
      from: { name: 'Ana Ruiz', address: '' },
      text: 'Draft',
      source: '',
    })
  })

  it.each<[string, Buffer]>([
    ['no message', anOutlookFile({ '0037': 'A document' })],
    ['half of one', anOutlookFile({ '001A': 'IPM.Note', '1000': 'x'.repeat(5_000) }).subarray(0, 3_000)],
    ['nonsense', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_000, 1)])],
  ])('of %s is broken', async (_name, bytes) => {
    expect(await read(bytes)).toMatchObject({ notices: ['broken'], from: null })
  })

  it('is read in a thread, because a damaged one can lead in circles', async () => {
    const bytes = anOutlookFile({ '001A': 'IPM.Note' })
    const reader = createMailReader({ timeMs: 1 })
    await expect(reader.read('a', asFile({ bytes, isWhole: true }))).rejects.toMatchObject({
      code: 'file.too_complex',
    })
  })
})

describe('an email that is damaged, too large, or made to do harm', () => {
  it('that is cut off is what came, and says so', async () => {
    const whole = aPhishingMail()
    const mail = await read(whole.subarray(0, whole.length - 12))
    expect(mail.notices).toEqual(['broken'])
    expect(mail.html).toContain('Dear customer')
  })

  it.each<[string, Buffer]>([
    ['nothing but an end of line', Buffer.from('\r\n')],
    ['no bytes', Buffer.alloc(0)],
    ['bytes of nothing', Buffer.from([0xff, 0x00, 0xfe, 0x0a, 0x0d, 0x80])],
    ['a multipart without a boundary', mime('From: a@example.com', 'Content-Type: multipart/mixed', '', 'x')],
  ])('of %s is broken and readable as source', async (_name, bytes) => {
    const mail = await read(bytes)
    expect(mail.notices).toContain('broken')
    expect(mail.from?.address).toBe(bytes.includes('From') ? 'a@example.com' : undefined)
  })

  it('nested beyond measure is its headers and its body as text', async () => {
    const open = Array.from({ length: 60 }, (_, at) => [
      `Content-Type: multipart/mixed; boundary=b${at}`,
      '',
      `--b${at}`,
    ]).flat()
    const mail = await read(mime('From: a@example.com', 'Subject: Deep', ...open, '', 'end'))
    expect(mail).toMatchObject({ notices: ['broken'], subject: 'Deep', from: { address: 'a@example.com' } })
    expect(mail.text).toContain('--b59')
  })

  it('larger than is read is its headers alone', async () => {
    const mail = await read(aPhishingMail(), false)
    expect(mail).toMatchObject({
      notices: ['head_only', 'source_cut'],
      subject: 'Invoice 1187 is overdue',
      html: null,
      attachments: [],
    })
    expect(mail.authentication.spf?.result).toBe('fail')
  })

  it('with thousands of parts is refused', async () => {
    const parts = Array.from({ length: 1_100 }, () => ['--b', 'Content-Type: text/plain', '', 'x']).flat()
    const bytes = mime(
      'From: a@example.com',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...parts,
      '--b--',
    )
    expect(await mailContent({ bytes, isWhole: true })).toEqual({ kind: 'too_complex' })
    await expect(createMailReader().read('a', asFile({ bytes, isWhole: true }))).rejects.toMatchObject({
      code: 'file.too_complex',
    })
  })

  it('whose client has left is neither loaded nor read, and the next one gets its turn', async () => {
    const reader = createMailReader({ inPlaceBytes: 0 })
    const stopped = { code: 'file.too_complex' }
    const left = new AbortController()
    let loads = 0
    const loading = Promise.withResolvers<MailTask>()
    const first = reader.read('a', { size: 1, signal: left.signal, load: () => loading.promise })
    const waiting = reader.read('a', {
      size: 1,
      signal: left.signal,
      load: async () => {
        loads += 1
        return { bytes: aPhishingMail(), isWhole: true }
      },
    })
    left.abort()
    await expect(waiting).rejects.toMatchObject(stopped)
    loading.resolve({ bytes: aPhishingMail(), isWhole: true })
    await expect(first).rejects.toMatchObject(stopped)
    expect(loads).toBe(0)
    const next = await reader.read('a', asFile({ bytes: aPhishingMail(), isWhole: true }))
    expect(next.subject).toBe('Invoice 1187 is overdue')
  })

  it('with more links or observables than are shown says so', async () => {
    const many = (count: number, line: (n: number) => string) =>
      mime('From: a@example.com', '', ...Array.from({ length: count }, (_, n) => line(n)))
    const links = await read(many(501, (n) => `https://pay.example.net/${n}`))
    expect(links.links).toHaveLength(500)
    expect(links.observables).toHaveLength(300)
    expect(links.notices).toEqual(['text_cut'])
    const domains = await read(many(301, (n) => `a${n}.example.net`))
    expect(domains).toMatchObject({ links: [], notices: ['text_cut'] })
    expect(await read(many(2, (n) => `https://pay.example.net/${n}`))).toMatchObject({ notices: [] })
  })

  it('that takes too long or too much memory ends with its thread', async () => {
    const bytes = aPhishingMail({ html: '<div>'.repeat(100_000) })
    const limits = [{ timeMs: 1 }, { memoryMb: 8 }]
    for (const limit of limits) {
      const reader = createMailReader({ ...limit, inPlaceBytes: 0 })
      await expect(reader.read('a', asFile({ bytes, isWhole: true }))).rejects.toMatchObject({
        code: 'file.too_complex',
      })
    }
  })

  it('is read the same in a thread as without one', async () => {
    const task = { bytes: aPhishingMail(), isWhole: true }
    const [apart, here] = await Promise.all(
      [0, 1_000_000].map((inPlaceBytes) => createMailReader({ inPlaceBytes }).read('a', asFile(task))),
    )
    expect(apart).toEqual(here)
  })

  it('keeps no character that a database or a page refuses', async () => {
    const { subject, text } = await read(mime('Subject: a\0b', 'From: a@example.com', '', 'x\0y'))
    expect(subject + text).not.toContain('\0')
  })
})
