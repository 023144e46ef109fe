import { AppView } from '@caseloom/contract/apps/apps'
import { PlaybookView } from '@caseloom/contract/automation/automation'
import { RecordPage, RecordView } from '@caseloom/contract/records/records'
import { Observable } from '@caseloom/contract/values/case-fields'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { appByKey, callTenant } from './demo-apps.ts'

const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'evidence', label: 'Evidence', type: 'attachment' },
  { key: 'seen', label: 'Observables', type: 'observables' },
]

const PHISH = [
  'Received: by mailbox-3.example.com with LMTP id c; Sun, 22 Nov 2026 22:10:13 +0000',
  'Authentication-Results: mx.example.com; spf=fail smtp.mailfrom=billing.example.net;',
  ' dkim=none; dmarc=fail (p=none) header.from=billing.example.net',
  'Received: from relay.example.org (relay.example.org [198.51.100.18]) by mx.example.com',
  ' with ESMTPS id b; Sun, 22 Nov 2026 22:10:09 +0000',
  'From: "help@portal.example.com" <invoice@billing.example.net>',
  'Reply-To: accounts@paste.example.org',
  'To: Finance <finance@example.com>',
  'Subject: Invoice 1187 is overdue, last reminder',
  'Date: Sun, 22 Nov 2026 22:09:00 +0000',
  'Message-ID: <1187@billing.example.net>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Dear customer,</p><p>our records show that <b>invoice 1187</b> has not been paid.</p>',
  '<p><a href="https://pay.example.net/r?id=1187">https://portal.example.com</a></p>',
  '<img src="cid:logo" alt="Example Billing"><img src="https://t.example.net/o.gif" width="1" height="1">',
  '--outer',
  'Content-Type: application/pdf; name="terms.pdf"',
  'Content-Disposition: attachment; filename="terms.pdf"',
  '',
  'not a PDF',
  '--outer--',
  '',
]

/** Whatever of it came alive would load, send, or rename something. */
const HOSTILE = [
  'From: x@evil.example.net',
  'Subject: Hostile',
  'Content-Type: text/html',
  '',
  '<script>top.document.title="owned"</script><p onclick="a()" onmouseover="a()">Still here</p>',
  '<img src="https://t.example.net/p.png" onerror="top.document.title=\'owned\'">',
  '<link rel=stylesheet href="https://t.example.net/s.css"><style>@import "https://t.example.net/i.css"</style>',
  '<p style="background:url(https://t.example.net/b.png)">Styled</p>',
  '<iframe src="https://t.example.net/f"></iframe><svg onload="top.document.title=\'owned\'"></svg>',
  '<form action="https://t.example.net/form"><input name=password autofocus><button>Sign in</button></form>',
  '<a href="javascript:top.document.title=\'owned\'">Run</a><meta http-equiv=refresh content="0;url=https://t.example.net/m">',
]

describe('emails among the files of a record', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  const outside: string[] = []

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    page.on('request', (request) => {
      if (new URL(request.url()).hostname.endsWith('example.net')) outside.push(request.url())
    })
    const made = await callTenant(demo, 'post', '/apps', {
      key: 'report',
      acronym: 'REP',
      name: 'Report',
      titleField: 'title',
      listColumns: ['title'],
      layout: [{ title: 'Report', columns: 1, fields: fields.map(({ key }) => key) }],
      fields,
    })
    app = AppView.parse(made)
  })
  afterAll(() => demo?.close())

  const aRecord = async (title: string) => {
    const made = await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields: { title } })
    const record = RecordView.parse(made)
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/${record.id}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    return record
  }
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const addFile = async (name: string, lines: readonly string[]) => {
    await page.getByRole('tab', { name: /^Files/ }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add files' }).click(),
    ])
    await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(lines.join('\r\n')) })
    await page.getByRole('button', { name, exact: true }).waitFor()
  }
  const show = (name: string) =>
    page.getByRole('radiogroup', { name: 'View' }).getByText(name, { exact: true }).click()
  const preview = () => page.frameLocator('iframe[title="Email preview"]')

  // The network of a page with a sandboxed frame, which has a process of its own, isn't reported idle in every case.
  const lookAtPreview = async (name: string) => {
    for (const scheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
      await page.locator(`iframe[srcdoc*="color-scheme:${scheme}"]`).waitFor()
      await preview().locator('p').first().waitFor()
      await picture(page, `${name}-in-${scheme}`)
      expect(await faultsOf(page), `${name}, ${scheme}`).toEqual([])
    }
  }

  it('an uploaded email shows who sent it, what the server found, and where its links lead', async () => {
    await aRecord('Reported email')
    expect(await tab('Email').count()).toBe(0)
    await addFile('invoice.eml', PHISH)
    await tab('Email').click()
    for (const text of [
      'Name says help[@]portal[.]example[.]com',
      'Not the sender',
      'Invoice 1187 is overdue, last reminder',
      'Checked by mx.example.com',
    ])
      await page.getByText(text, { exact: true }).waitFor()
    const checks = page.getByRole('region', { name: 'Authentication' }).getByRole('listitem')
    expect(await checks.allInnerTexts()).toEqual([
      expect.stringMatching(/^SPF\s+fail/),
      expect.stringMatching(/^DKIM\s+none/),
      expect.stringMatching(/^DMARC\s+fail/),
      expect.stringMatching(/^ARC\s+Not stated/),
    ])
    const link = preview().locator('.link')
    expect(await link.innerText()).toBe('https://portal.example.com')
    expect(await link.getAttribute('data-to')).toBe('hxxps://pay[.]example[.]net/r?id=1187')
    expect(await preview().locator('.picture').innerText()).toBe('Example Billing')
    await page.getByText('Blocked: 1 image, 1 tracking pixel').waitFor()
    const links = page.getByRole('region', { name: 'Links' })
    await links.getByText('hxxps://pay[.]example[.]net/r?id=1187').waitFor()
    await links.getByText('Text says portal.example.com').waitFor()
    await page.getByRole('region', { name: 'Attachments' }).getByText('terms.pdf').waitFor()
    const path = page.getByRole('region', { name: 'Received path' }).getByRole('listitem')
    expect((await path.allInnerTexts())[0]).toContain('relay.example.org')
    await lookAtPreview('mail')
  })

  it('its text, headers, and source stand beside the preview', async () => {
    await show('Text')
    await page.getByText('our records show that invoice 1187 has not been paid.').waitFor()
    await show('Headers')
    await page.getByRole('cell', { name: '<1187@billing.example.net>' }).waitFor()
    await show('Source')
    await page.getByText('Content-Type: multipart/mixed; boundary="outer"').waitFor()
  })

  it('one button adds its observables to the record, and only those that are missing', async () => {
    const record = RecordView.parse(
      (
        (await callTenant(demo, 'post', `/apps/${app.id}/records/search`, { limit: 1 })) as {
          items: unknown[]
        }
      ).items[0],
    )
    await page.getByRole('button', { name: /^Add \d+ observables$/ }).click()
    await page.getByText('All observables of this email are in Observables.').waitFor()
    const stored = RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}`))
    const seen = Observable.array().parse(stored.fields['seen'])
    expect(seen.map(({ kind, value, tlp }) => [kind, value, tlp])).toEqual(
      expect.arrayContaining([
        ['email', 'invoice@billing.example.net', 'amber'],
        ['url', 'https://pay.example.net/r?id=1187', 'amber'],
        ['ipv4', '198.51.100.18', 'amber'],
      ]),
    )
    expect(seen.map(({ value }) => value)).not.toContain('finance@example.com')
  })

  it('a hostile email stays inert', async () => {
    await aRecord('Hostile email')
    await addFile('hostile.eml', HOSTILE)
    await tab('Email').click()
    await preview().getByText('Still here').click()
    expect(
      await preview()
        .locator('script, form, input, iframe, svg, img, a, link, meta[http-equiv=refresh]')
        .count(),
    ).toBe(0)
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    expect(await page.title()).toContain('Hostile email')
    await page.getByRole('region', { name: 'Links' }).getByText('Form sends data here').waitFor()
    expect(outside).toEqual([])
    await lookAtPreview('mail-hostile')
  })

  it('of a damaged email shows what can be read, and which file is shown is chosen above', async () => {
    await addFile('damaged.eml', PHISH.slice(0, -2))
    await tab('Email').click()
    await page.getByRole('combobox', { name: 'Email' }).click()
    await page.getByRole('option', { name: 'damaged.eml' }).click()
    await page.getByText('This email is damaged.').waitFor()
    await preview().getByText('Dear customer,').waitFor()
    await show('Source')
    await page.getByText('not a PDF').waitFor()
    expect(demo.browser.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  })

  it('an email that a webhook received is filed in an alert, which opens with the tab', async () => {
    const base = '/orchestration/api/playbooks'
    const file = {
      key: 'file',
      action: 'record.create',
      with: {
        app: 'alert',
        set: { title: '{% trigger.mail.subject %}', files: ['{% trigger.mail.file.fileId %}'] },
      },
    }
    const document = {
      format: 'caseloom.playbook/1',
      playbook: 'reported_mail',
      title: 'Reported email',
      triggers: [{ key: 'gateway', kind: 'webhook', with: { auth: 'none' } }],
      steps: [file],
    }
    const draft = PlaybookView.parse(await callTenant(demo, 'post', base, { document }))
    const { revision } = draft
    const { hooks } = PlaybookView.parse(
      await callTenant(demo, 'post', `${base}/${draft.id}/publish`, { revision }),
    )
    const sent = await fetch(hooks[0]?.address ?? '', {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: PHISH.join('\r\n'),
    })
    expect(sent.status).toBe(202)
    const { id } = await appByKey(demo, 'alert')
    const title = 'Invoice 1187 is overdue, last reminder'
    const found = () =>
      callTenant(demo, 'post', `/apps/${id}/records/search`, {
        limit: 1,
        filter: { field: 'title', op: 'eq', value: title },
      })
    await expect
      .poll(async () => RecordPage.parse(await found()).items.length, { timeout: 30_000 })
      .toBeGreaterThan(0)
    const [record] = RecordPage.parse(await found()).items
    await page.goto(`${demo.product.address}${demo.place}/record/${id}/${record?.id}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => tab('Email').getAttribute('aria-selected')).toBe('true')
    await page.getByText('Checked by mx.example.com').first().waitFor()
  })
})
