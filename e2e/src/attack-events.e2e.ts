import { readFile } from 'node:fs/promises'
import { AppView } from '@caseloom/contract/apps/apps'
import { AttackEventView } from '@caseloom/contract/records/attack-events'
import { RecordView } from '@caseloom/contract/records/records'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'
import { focusIn } from './focus.ts'

const Exported = z.array(
  z.looseObject({ changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })) }),
)
const Stored = z.object({ items: z.array(AttackEventView) })

/** The events of an attack in the timeline of a case, and its path through the tactics. */
describe('attack events', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let record: RecordView
  let asset: RecordView

  const stored = async () =>
    Stored.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}/attack-events`)).items
  const texts = async () => (await stored()).map(({ text }) => text)
  const field = (form: Locator, name: string) => form.getByLabel(name, { exact: true }).first()
  const entry = (text: string) => page.locator('[id^="attack-event-"]').filter({ hasText: text })

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    app = AppView.parse(
      await callTenant(demo, 'post', '/apps', {
        key: 'attack_case',
        acronym: 'ATC',
        name: 'Attack case',
        icon: 'briefcase',
        titleField: 'title',
        listColumns: ['title'],
        layout: [{ title: 'Case', columns: 1, fields: ['title'] }],
        fields: [{ key: 'title', label: 'Title', type: 'text', required: true }],
      }),
    )
    const create = async (title: string) =>
      RecordView.parse(await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields: { title } }))
    asset = await create('srv-file-02')
    record = await create('Ransomware staging')
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/${record.id}`)
    await page.getByRole('tab', { name: 'Timeline' }).click()
  })
  afterAll(() => demo?.close())

  it('are added with time, type, technique, asset, and source', async () => {
    await expect.poll(() => page.getByRole('region', { name: 'Attack path' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Attack event' }).click()
    const form = page.getByRole('form', { name: 'Add attack event' })
    await form.getByRole('textbox', { name: 'What happened' }).fill('Invoice link opened in the email client')
    await form.getByLabel('Time').fill('2026-11-20T22:14:06')
    await field(form, 'Type').click()
    await page.getByRole('option', { name: 'Email activity' }).click()
    await field(form, 'Technique').fill('spearphishing link')
    await page.getByRole('option', { name: /^T1566\.002/ }).click()
    await field(form, 'Asset').fill('lap-0142')
    await field(form, 'Source').fill('Mail gateway')
    await lookAt(page, 'attack-form')
    await form.getByRole('button', { name: 'Save' }).click()
    const added = entry('Invoice link opened in the email client').first()
    await added.getByText('T1566.002').waitFor()
    await added.getByText('recorded', { exact: false }).waitFor()
    await expect.poll(stored).toEqual([
      expect.objectContaining({
        type: 'email_activity',
        technique: 'T1566.002',
        tactics: ['Initial Access'],
        asset: { name: 'lap-0142', record: null },
        source: 'Mail gateway',
      }),
    ])
  })

  it('name a record as their asset, and a tactic where the technique leaves a choice', async () => {
    await page.getByRole('button', { name: 'Attack event' }).click()
    const form = page.getByRole('form', { name: 'Add attack event' })
    await form.getByRole('textbox', { name: 'What happened' }).fill('svc-backup signed in')
    await form.getByLabel('Time').fill('2026-11-21T02:12:50')
    await field(form, 'Technique').fill('T1078')
    await page.getByRole('option', { name: /^T1078 Valid Accounts/ }).click()
    await field(form, 'Tactic').click()
    await page.getByRole('option', { name: 'Persistence' }).click()
    await page.getByRole('tab', { name: 'Details' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await field(form, 'Asset').fill('srv-file')
    await page.getByRole('option', { name: `${asset.trackingId} srv-file-02` }).click()
    await field(form, 'Source').press('Control+Enter')
    await entry('svc-backup signed in').first().getByRole('link', { name: 'srv-file-02' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Attack event' }).waitFor()
    const [, signedIn] = await stored()
    expect(signedIn).toMatchObject({ tactics: ['Persistence'], asset: { record: { id: asset.id } } })
  })

  it('make the path of the attack, whose tactics filter the timeline', async () => {
    const path = page.getByRole('region', { name: 'Attack path' })
    await path.getByText('2 events, 2 techniques').waitFor()
    await path.getByText('Execution: no event').waitFor()
    await lookAt(page, 'attack-timeline')
    await path.getByRole('button', { name: /Persistence/ }).click()
    await expect.poll(() => entry('Invoice link opened').count()).toBe(0)
    await entry('svc-backup signed in').first().waitFor()
    await page.getByRole('group', { name: 'Tactic is Persistence' }).waitFor()
    await page
      .getByRole('group', { name: 'Tactic is Persistence' })
      .getByRole('button', { name: /^Remove/ })
      .click()
    await entry('Invoice link opened').first().waitFor()
  })

  it('are walked by [ and ] from any tab', async () => {
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press(']')
    await expect.poll(focused).toContain('Invoice link opened')
    await page.keyboard.press(']')
    await expect.poll(focused).toContain('svc-backup signed in')
    await page.keyboard.press(']')
    await page.keyboard.press('[')
    await expect.poll(focused).toContain('Invoice link opened')
  })

  it('are one kind of entries among others', async () => {
    const kinds = page.getByRole('group', { name: 'Show' })
    await kinds.getByRole('button', { name: /^Attack\s?2/ }).click()
    await expect.poll(() => page.getByText('created the record').count()).toBe(0)
    await expect.poll(() => entry('').count()).toBe(2)
    // Kinds are combined: one that is pressed again is left out.
    await kinds.getByRole('button', { name: /^People/ }).click()
    await page.getByText('created the record').waitFor()
    await kinds.getByRole('button', { name: /^Attack\s?2/ }).click()
    await expect.poll(() => entry('').count()).toBe(0)
    await lookAt(page, 'timeline-kinds')
    await kinds.getByRole('button', { name: /^All/ }).click()
    await entry('Invoice link opened').waitFor()
  })

  it('are changed and deleted, which the history shows', async () => {
    await page.getByRole('button', { name: /^Actions for “Invoice link/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('form', { name: 'Edit attack event' })
    await field(form, 'Type').click()
    await page.getByRole('option', { name: 'Other' }).waitFor()
    // Escape closes the list, and only then the form.
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: 'Other' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    const focused = page.locator(':focus')
    await expect.poll(() => focused.getAttribute('aria-label')).toMatch(/^Actions for “Invoice link/)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await field(form, 'Source').fill('Proxy log')
    await form.getByRole('button', { name: 'Save' }).click()
    await entry('Proxy log').first().waitFor()
    await page.getByRole('button', { name: /^Actions for “svc-backup/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this attack event?' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(texts).toEqual(['Invoice link opened in the email client'])
    await page.getByText('deleted an attack event: T1078 svc-backup signed in').waitFor()
    await page.getByText('edited an attack event: T1566.002 Invoice link opened').first().waitFor()
  })

  it('appear on an open page when someone else adds one', async () => {
    await callTenant(demo, 'post', `/apps/${app.id}/records/${record.id}/attack-events`, {
      happenedAt: '2026-11-21T02:38:02.000Z',
      type: 'process_activity',
      text: 'Shadow copies deleted',
      technique: 'T1490',
    })
    await entry('Shadow copies deleted').first().waitFor()
    await page
      .getByRole('region', { name: 'Attack path' })
      .getByRole('button', { name: /Impact/ })
      .waitFor()
  })

  it('share their thread with comments and with bursts of changes, by either clock, which can be exported', async () => {
    let { version } = RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}`))
    for (const title of ['Staging 1', 'Staging 2', 'Staging 3']) {
      const body = { version, fields: { title } }
      const saved = RecordView.parse(
        await callTenant(demo, 'patch', `/apps/${app.id}/records/${record.id}`, body),
      )
      ;({ version } = saved)
    }
    const burst = page.getByRole('tabpanel').getByRole('button', { name: 'Title', exact: true })
    await page.getByText('changed the record 3 times').waitFor()
    expect(await burst.getAttribute('aria-expanded')).toBe('false')
    await burst.click()
    await page.getByRole('tabpanel').getByText('Staging').nth(2).waitFor()

    const box = page.getByRole('textbox', { name: 'Write a comment' })
    await box.click()
    await focusIn(box)
    await page.keyboard.type('Backups are safe')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article').filter({ hasText: 'Backups are safe' }).waitFor()

    const days = page.getByRole('tabpanel').getByRole('heading', { level: 2, name: /entr/ })
    await expect.poll(() => days.count()).toBe(3)
    await lookAt(page, 'timeline-thread')
    await page.setViewportSize({ width: 960, height: 650 })
    const bottomOfTabs = async () => {
      const box = await page.getByRole('tab', { name: 'Timeline' }).boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    // Entries out of view aren't drawn, and what was drawn may move while others are measured.
    const showCreated = async () => {
      const scroll = page
        .getByText('created the record')
        .first()
        .evaluate((shown) => shown.scrollIntoView({ block: 'end' }), undefined, { timeout: 500 })
      const isShown = await scroll.then(
        () => true,
        () => false,
      )
      if (!isShown)
        await page.getByRole('tabpanel').evaluate((panel) => panel.parentElement?.scrollBy(0, 200))
      return isShown
    }
    // The heading of the day stays in view above its last entry.
    await expect
      .poll(
        async () =>
          (await showCreated()) && ((await days.first().boundingBox())?.y ?? 0) - (await bottomOfTabs()) > -4,
      )
      .toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByText('Recorded', { exact: true }).click()
    await expect.poll(() => days.count()).toBe(1)
    await entry('Shadow copies deleted').getByText('happened').waitFor()

    await page.getByRole('button', { name: 'Export' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
    const csv = await readFile(await (await saving).path(), 'utf8')
    expect(csv).toContain('Backups are safe')
    expect(csv).toMatch(/,attack,.*T1490 Shadow copies deleted/)
    expect(csv).toContain(',Title,Staging 2,Staging 3')

    await page.getByRole('button', { name: 'Export' }).click()
    const savingJson = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
    const json = Exported.parse(JSON.parse(await readFile(await (await savingJson).path(), 'utf8')))
    expect(json).toContainEqual(expect.objectContaining({ action: 'commented', text: 'Backups are safe' }))
    expect(json).toContainEqual(
      expect.objectContaining({ kind: 'attack', text: 'T1490 Shadow copies deleted' }),
    )
    expect(json.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'Title',
      from: 'Staging 2',
      to: 'Staging 3',
    })
  })

  it('share it with comments that are answered, edited, and deleted in it', async () => {
    const said = (text: string) => page.getByRole('tabpanel').getByRole('article').filter({ hasText: text })
    await said('Backups are safe').getByRole('button', { name: 'Reply' }).click()
    const reply = page.getByRole('textbox', { name: /^Reply to/ })
    await reply.click()
    await focusIn(reply)
    await page.keyboard.type('Restored one to check')
    await page.keyboard.press('Control+Enter')
    await said('Restored one to check').waitFor()
    await reply.waitFor({ state: 'detached' })
    await said('Restored one to check')
      .getByRole('button', { name: /^More actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edited = page.getByRole('textbox', { name: 'Edit comment' })
    await edited.click()
    await focusIn(edited)
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' twice')
    await page.getByRole('tabpanel').getByRole('button', { name: 'Save', exact: true }).click()
    await edited.waitFor({ state: 'detached' })
    await said('Restored one to check twice')
      .getByRole('button', { name: /^More actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await said('Restored one to check').waitFor({ state: 'detached' })
    await page.getByText('deleted a comment').waitFor()
    await said('Backups are safe').waitFor()
  })
})
