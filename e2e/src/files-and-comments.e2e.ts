import { AppView } from '@caseloom/contract/apps/apps'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, lookAt } from './axe.ts'
import { callApi } from './call-api.ts'
import { type Browser, picture } from './browser.ts'
import { type Demo, openAs, startDemo } from './demo.ts'
import { focusIn } from './focus.ts'

/** A picture of one red point. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
)
const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'report', label: 'Report', type: 'text', format: 'rich' },
  { key: 'evidence', label: 'Evidence', type: 'attachment' },
  { key: 'talk', label: 'Discussion', type: 'comments' },
]

/** Alice and Bob write, answer and attach on the same record. */
describe('files and comments', () => {
  let demo: Demo
  let alice: Page
  let other: Browser
  let bob: Page
  let app: AppView
  let address = ''

  beforeAll(async () => {
    demo = await startDemo()
    alice = demo.browser.page
    const made = await api('post', `/api/tenant/${demo.tenantId}/apps`, {
      key: 'dossier',
      acronym: 'DOS',
      name: 'Dossier',
      titleField: 'title',
      listColumns: ['title', 'report', 'evidence'],
      layout: [{ title: 'Dossier', columns: 1, fields: fields.map((field) => field.key) }],
      fields,
    })
    app = AppView.parse(made)
    other = await openAs(demo, 'bob')
    bob = other.page
  })
  afterAll(async () => {
    await other?.close()
    await demo?.close()
  })

  const api = (method: 'get' | 'post', path: string, data?: unknown) =>
    callApi(alice, method, `${demo.product.address}${path}`, data)

  const choose = async (page: Page, button: string, files: Parameters<Page['setInputFiles']>[1]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).first().click(),
    ])
    await chooser.setFiles(files as Parameters<typeof chooser.setFiles>[0]) // the same shapes
  }
  const write = (page: Page) => page.getByRole('textbox', { name: 'Write a comment' })
  const tab = (page: Page, name: string) => page.getByRole('tab', { name }).first().click()

  it('a new record takes rich text and a file', async () => {
    await alice.goto(`${demo.product.address}${demo.place}/record/${app.id}/new`)
    await alice.getByRole('textbox', { name: /^Title/ }).fill('Mail with a strange attachment')
    const report = alice.getByRole('textbox', { name: 'Report' })
    await report.click()
    await alice.keyboard.type('It looks ')
    await alice.getByRole('button', { name: 'Bold' }).click()
    await focusIn(report)
    await alice.keyboard.type('very odd')
    await choose(alice, 'Add files', {
      name: 'mail.eml',
      mimeType: 'image/png',
      buffer: Buffer.from('From: a@b.example\nTo: c@d.example\n\nHello'),
    })
    await alice.getByText('mail.eml').first().waitFor()
    await alice.getByRole('button', { name: 'Remove mail.eml' }).waitFor()
    await lookAt(alice, 'files-new-record')
    await alice.getByRole('button', { name: 'Save' }).click()
    await alice.getByRole('heading', { level: 1, name: 'Mail with a strange attachment' }).waitFor()
    await alice.locator('strong', { hasText: 'very odd' }).waitFor()
    await alice.getByRole('button', { name: 'mail.eml', exact: true }).click()
    await alice.getByRole('dialog').getByText('From: a@b.example').waitFor()
    await picture(alice, 'files-preview-text')
    expect(await faultsOf(alice), 'preview').toEqual([])
    await alice.keyboard.press('Escape')
    address = alice.url()
  })

  it('a comment mentions a user, who is notified and finds it', async () => {
    await tab(alice, 'Comments')
    await write(alice).click()
    await focusIn(write(alice))
    await alice.keyboard.type('Please look, @Bo')
    await alice.getByRole('option', { name: 'Bob Brandt' }).waitFor()
    await picture(alice, 'comments-mention')
    expect(await faultsOf(alice), 'mention').toEqual([])
    await alice.keyboard.press('Enter')
    await alice
      .getByText(/^Draft saved/)
      .first()
      .waitFor()
    await expect.poll(() => write(alice).innerText()).toContain('@Bob Brandt')
    await alice.reload()
    await alice.getByText('Draft restored').first().waitFor()
    await expect.poll(() => write(alice).innerText()).toContain('@Bob Brandt')
    await choose(alice, 'Add files', { name: 'point.png', mimeType: 'text/plain', buffer: PNG })
    await alice.getByRole('button', { name: 'Remove point.png' }).waitFor()
    await write(alice).click()
    await focusIn(write(alice))
    await alice.keyboard.press('Control+Enter')
    await alice.getByRole('article').filter({ hasText: 'Please look' }).waitFor()
    await bob.getByRole('button', { name: /Notifications/ }).click()
    await bob
      .getByText(/mentioned you in DOS-1/)
      .first()
      .click()
    await bob.getByRole('article').filter({ hasText: 'Please look' }).waitFor()
    await bob.getByRole('button', { name: 'point.png', exact: true }).click()
    await bob.getByRole('dialog').getByRole('img', { name: 'point.png' }).waitFor()
    await bob.keyboard.press('Escape')
  })

  it('a notification quotes the comment as it is now, and says when it was deleted', async () => {
    const list = bob.getByRole('dialog', { name: /^Notifications/ })
    const openList = async () => {
      await bob.getByRole('button', { name: /^Notifications/ }).click()
      await list.waitFor()
    }
    // Without a list, Escape would leave the record.
    const closeList = async () => {
      await bob.keyboard.press('Escape')
      await list.waitFor({ state: 'detached' })
    }
    const act = async (item: string) => {
      const said = alice.getByRole('article').filter({ hasText: 'Short lived' }).last()
      await said.getByRole('button', { name: /More actions/ }).click()
      await alice.getByRole('menuitem', { name: item }).click()
    }
    await write(alice).click()
    await focusIn(write(alice))
    await alice.keyboard.type('Short lived, @Bo')
    await alice.getByRole('option', { name: 'Bob Brandt' }).waitFor()
    await alice.keyboard.press('Enter')
    await expect.poll(() => write(alice).innerText()).toContain('@Bob Brandt')
    await alice.keyboard.press('Control+Enter')
    await alice.getByRole('article').filter({ hasText: 'Short lived' }).waitFor()
    await openList()
    await list.getByText(/Short lived/).waitFor()
    await closeList()
    await act('Edit')
    await alice.getByRole('textbox', { name: 'Edit comment' }).click()
    await focusIn(alice.getByRole('textbox', { name: 'Edit comment' }))
    await alice.keyboard.press('Control+End')
    await alice.keyboard.type(', as edited')
    await alice.getByRole('button', { name: 'Save', exact: true }).last().click()
    await alice.getByRole('article').filter({ hasText: 'as edited' }).waitFor()
    await openList()
    await list.getByText(/as edited/).waitFor()
    await closeList()
    await act('Delete')
    await alice.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await alice.getByRole('article').filter({ hasText: 'Short lived' }).waitFor({ state: 'detached' })
    await openList()
    await list.getByText('Deleted comment').waitFor()
    await expect.poll(() => list.getByText(/Short lived/).count()).toBe(0)
    await picture(bob, 'notifications-deleted-comment')
    expect(await faultsOf(bob), 'notifications').toEqual([])
    await closeList()
  })

  let seenAt = 0
  it('a reply appears in the other browser automatically', async () => {
    seenAt = Date.now()
    await bob.getByRole('button', { name: 'Reply' }).first().click()
    await bob.getByRole('textbox', { name: /^Reply to/ }).click()
    await focusIn(bob.getByRole('textbox', { name: /^Reply to/ }))
    await bob.keyboard.type('On it')
    await bob.keyboard.press('Control+Enter')
    await alice.getByRole('article').filter({ hasText: 'On it' }).waitFor()
    await expect.poll(() => alice.getByRole('tab', { name: 'Comments' }).innerText()).toContain('2')
    await lookAt(alice, 'comments')
  })

  it('your own comment can be edited and deleted, and the timeline shows it', async () => {
    const mine = bob.getByRole('article').filter({ hasText: 'On it' }).last()
    await mine.getByRole('button', { name: /More actions/ }).click()
    await bob.getByRole('menuitem', { name: 'Edit' }).click()
    await bob.getByRole('textbox', { name: 'Edit comment' }).click()
    await focusIn(bob.getByRole('textbox', { name: 'Edit comment' }))
    await bob.keyboard.press('Control+End')
    await bob.keyboard.type(' now')
    await bob.getByRole('button', { name: 'Save', exact: true }).last().click()
    await alice.getByRole('article').filter({ hasText: 'On it now' }).first().waitFor()
    await bob
      .getByRole('article')
      .filter({ hasText: 'On it now' })
      .last()
      .getByRole('button', { name: /More/ })
      .click()
    await bob.getByRole('menuitem', { name: 'Delete' }).click()
    await picture(bob, 'comments-delete')
    expect(await faultsOf(bob), 'delete dialog').toEqual([])
    await bob.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await alice.getByRole('article').filter({ hasText: 'On it' }).first().waitFor({ state: 'detached' })
    await tab(alice, 'Timeline')
    await alice.getByText('deleted a comment').first().waitFor()
    await alice.getByText('Please look', { exact: false }).first().waitFor()
    await lookAt(alice, 'comments-timeline')
  })

  it('someone who returns to the timeline sees what others did since, in the same visit too', async () => {
    const line = alice.getByRole('tabpanel').getByText(/^New since you were here/)
    expect(await line.count()).toBe(0)
    await alice.evaluate((before) => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('caseloom.visits.')) ?? ''
      const visits: Record<string, object> = JSON.parse(localStorage.getItem(name) ?? '{}')
      const aged = Object.keys(visits).map((id) => [id, { before, last: Date.now() }])
      localStorage.setItem(name, JSON.stringify(Object.fromEntries(aged)))
    }, seenAt)
    await alice.reload()
    await line.waitFor()
    const entries = alice.getByRole('tabpanel').getByRole('listitem')
    // Comments and the history come by requests of their own.
    const order = async () => {
      const texts = await entries.allInnerTexts()
      const words = ['deleted a comment', 'New since you were here', 'Please look']
      const places = words.map((word) => [word, texts.findIndex((text) => text.includes(word))] as const)
      return places
        .filter(([, at]) => at >= 0)
        .toSorted(([, one], [, other]) => one - other)
        .map(([word]) => word)
    }
    await expect.poll(order).toEqual(['deleted a comment', 'New since you were here', 'Please look'])
    await lookAt(alice, 'timeline-new-since')
    await tab(alice, 'Files')
    await line.waitFor({ state: 'detached' })
    await tab(alice, 'Timeline')
    await line.waitFor()
    expect(await line.count()).toBe(1)
  })

  it('a comments field has its own thread, in the place of the field', async () => {
    await alice.goto(address)
    await write(alice).click()
    await focusIn(write(alice))
    await alice.keyboard.type('Only about the field')
    await alice.getByRole('button', { name: 'Comment', exact: true }).click()
    await alice.getByRole('list', { name: 'Discussion' }).getByText('Only about the field').waitFor()
    await lookAt(alice, 'comments-field')
  })

  it('files are added, viewed, and removed on their tab', async () => {
    await tab(alice, 'Files')
    const table = alice.getByRole('table', { name: 'Files' })
    await table.getByText('mail.eml').waitFor()
    await choose(alice, 'Add files', [
      { name: 'notes‮txt.exe', mimeType: 'text/plain', buffer: Buffer.from('abc') },
      { name: 'مرحبا بالعالم.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    ])
    await table.getByText('notestxt.exe').waitFor()
    await table.getByText('مرحبا بالعالم.txt').waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBe(5)
    await lookAt(alice, 'files')
    const [download] = await Promise.all([
      alice.waitForEvent('download'),
      // Marks around the name keep its direction from turning the words before it.
      table.getByRole('button', { name: 'Download \u2068مرحبا بالعالم.txt\u2069' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('مرحبا بالعالم.txt')
    await table.getByRole('button', { name: 'Remove notestxt.exe' }).click()
    await alice.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await table.getByText('notestxt.exe').waitFor({ state: 'detached' })
    expect(demo.browser.errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  })
})
