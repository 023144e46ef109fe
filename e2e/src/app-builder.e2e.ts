import { AppView } from '@caseloom/contract/apps/apps'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { appByKey } from './demo-apps.ts'

/** Building an app and its form in a browser: by mouse, by keyboard, with a mistake, and with another user editing. */
describe('the app builder', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const layout = () => page.getByRole('region', { name: 'Layout' })
  const palette = () => page.getByRole('region', { name: 'Fields' })
  const panel = () => page.getByRole('complementary').last()
  const tile = (label: string) => layout().getByRole('button', { name: new RegExp(`^${label}`) })
  const labels = async () =>
    (await layout().locator('button[aria-pressed]').allInnerTexts()).map((text) => text.split('\n')[0])
  const published = () => appByKey(demo, 'change_request')
  const publish = async (revision: number) => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(`Revision ${revision}`, { exact: true }).first().waitFor()
  }

  it('lists the apps, and starts a new one with a name [S2.16]', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Apps', exact: true })
      .click()
    await page.getByRole('list', { name: 'Apps' }).getByRole('link', { name: 'Alert', exact: true }).waitFor()
    await lookAt(page, 'apps')
    await page.getByRole('button', { name: 'New app' }).click()
    await page.getByRole('textbox', { name: 'App name' }).fill('Change request')
    await expect.poll(() => page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('change_request')
    await expect.poll(() => page.getByRole('textbox', { name: 'Acronym' }).inputValue()).toBe('CR')
    await picture(page, 'new-app')
    await page.getByRole('button', { name: 'Create app' }).click()
    await page.getByRole('heading', { name: 'Change request', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${demo.place}/app-builder/${(await published()).id}`)
  })

  it('puts fields on the form by mouse, and shows what they are [S2.19]', async () => {
    await palette().getByRole('button', { name: 'Selection' }).click()
    await panel().getByRole('textbox', { name: 'Label' }).fill('Urgency')
    await expect.poll(() => panel().getByRole('textbox', { name: 'Key' }).inputValue()).toBe('urgency')
    await panel().getByRole('switch', { name: 'Required' }).click()
    await panel().getByRole('tab', { name: 'Values' }).click()
    await panel().getByRole('textbox', { name: 'Value 1' }).fill('Can wait')
    await panel().getByRole('button', { name: 'Paste values' }).click()
    await panel().getByRole('textbox', { name: 'One value per line' }).fill('Today\n\nImmediately\nToday')
    await panel().getByRole('button', { name: 'Add values' }).click()
    await panel().getByRole('textbox', { name: 'Value 4' }).waitFor()
    await panel().getByRole('button', { name: 'Move Today up' }).click()
    await panel().getByRole('button', { name: 'Remove Second' }).click()
    await palette().getByRole('button', { name: 'Long text' }).dragTo(tile('Title'))
    const added = async () => (await labels()).filter((label) => label !== 'Details')
    await expect.poll(added).toHaveLength(3)
    await panel().getByRole('textbox', { name: 'Label' }).fill('Reason')
    expect(await added()).toHaveLength(3)
    await lookAt(page, 'app-builder')
    await publish(2)
    const app = await published()
    const urgency = app.fields.find(({ key }) => key === 'urgency')
    expect(urgency).toMatchObject({ type: 'selection', required: true })
    expect(urgency?.type === 'selection' && urgency.options.map(({ label }) => label)).toEqual([
      'Can wait',
      'Today',
      'Immediately',
    ])
  })

  it('works by keyboard alone: add, move, undo', async () => {
    await palette().getByRole('button', { name: 'Number' }).focus()
    await page.keyboard.press('Enter')
    await panel().getByRole('textbox', { name: 'Label' }).fill('Cost')
    await tile('Cost').focus()
    await page.keyboard.press('Alt+ArrowUp')
    const before = await labels()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(labels).not.toEqual(before)
    await page.keyboard.press('Control+z')
    await expect.poll(labels).toEqual(before)
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(labels).not.toEqual(before)
  })

  it('makes sections on a tab of their own', async () => {
    await layout().getByRole('button', { name: 'Add section' }).click()
    await panel().getByRole('textbox', { name: 'Title' }).fill('After the change')
    await panel().getByRole('combobox', { name: 'Tab' }).fill('Closure')
    await page.getByRole('tab', { name: 'Closure' }).waitFor()
    await palette().getByRole('button', { name: 'Date', exact: true }).click()
    await panel().getByRole('textbox', { name: 'Label' }).fill('Done on')
    await publish(3)
    const { layout: form } = await published()
    expect(form.at(-1)).toMatchObject({ title: 'After the change', tab: 'Closure', fields: ['done_on'] })
    await picture(page, 'app-builder-tabs')
  })

  it('shows a fault at its field and keeps the draft', async () => {
    await page.getByRole('tab', { name: 'Overview' }).first().click()
    await tile('Cost').click()
    await panel().getByRole('textbox', { name: 'Minimum' }).fill('10')
    await panel().getByRole('textbox', { name: 'Maximum' }).fill('5')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alert').getByText('The maximum is less than the minimum').waitFor()
    await panel().getByText('The maximum is less than the minimum').waitFor()
    await picture(page, 'app-builder-fault')
    await panel().getByRole('textbox', { name: 'Maximum' }).fill('50')
    await page.reload()
    await page
      .getByText(/Restored your draft from/)
      .first()
      .waitFor()
    await publish(4)
  })

  it('shows a condition that is no longer valid at its field', async () => {
    await tile('Reason').click()
    await panel().getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('dialog').last()
    await form.getByLabel('Field', { exact: true }).first().click()
    await form.getByRole('option', { name: 'Cost', exact: true }).click()
    await form.getByLabel('Value').fill('10')
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    await panel().getByRole('group', { name: 'Cost is 10' }).waitFor()
    await tile('Cost').click()
    await panel().getByRole('button', { name: 'Remove field' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alert').getByText('Unknown field "cost"').waitFor()
    await tile('Reason').click()
    await panel().getByText('Unknown field "cost"').waitFor()
    await lookAt(page, 'app-builder-condition')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await tile('Cost').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await panel().getByRole('group', { name: 'Cost is 10' }).waitFor({ state: 'detached' })
  })

  it('merges what another user published, and asks only where both changed the same thing', async () => {
    const theirs = await published()
    const put = async (over: Partial<AppView>) => {
      const {
        id,
        key: _key,
        acronym: _acronym,
        can: _can,
        updatedAt: _at,
        removedFields: _gone,
        ...body
      } = theirs
      const reply = await page.request.put(`${demo.product.address}/api/tenant/${demo.tenantId}/apps/${id}`, {
        data: { ...body, ...over, revision: (await published()).revision },
        headers: { origin: demo.product.address },
      })
      expect(reply.status()).toBe(200)
    }
    const rename = async (label: string) => {
      await tile('Reason').click()
      await panel().getByRole('textbox', { name: 'Label' }).fill(label)
    }
    // A draft without changes would simply follow.
    await rename('Reason for it')
    await put({ description: 'Before anything is changed' })
    await publish(6)
    expect(await published()).toMatchObject({ description: 'Before anything is changed' })
    const both = await published()
    await rename('Ground')
    await put({
      fields: both.fields.map((field) => (field.key === 'reason' ? { ...field, label: 'Cause' } : field)),
    })
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Field reason').first().waitFor()
    await picture(page, 'app-builder-conflict')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Revision 8', { exact: true }).first().waitFor()
    expect((await published()).fields.find(({ key }) => key === 'reason')?.label).toBe('Ground')
  })

  it('removes a field, restores it with its data, and lists the revisions', async () => {
    await tile('Cost').click()
    await panel().getByRole('button', { name: 'Remove field' }).click()
    await publish(9)
    await palette().getByRole('button', { name: 'Restore Cost' }).click()
    await publish(10)
    await page.getByRole('button', { name: 'Revisions' }).click()
    await panel().getByText('Revision 9').waitFor()
    await lookAt(page, 'app-revisions')
    await page
      .getByRole('radiogroup', { name: 'App sections' })
      .getByText('Settings', { exact: true })
      .click()
    await page.getByRole('textbox', { name: 'App name' }).waitFor()
    await lookAt(page, 'app-settings')
    await page.getByRole('radiogroup').getByText('Members', { exact: true }).click()
    await lookAt(page, 'app-rights')
    await page.getByRole('radiogroup').getByText('Layout', { exact: true }).click()
  })

  it('changes the type of a field after previewing what happens to its values', async () => {
    const app = await published()
    const place = `${demo.product.address}/api/tenant/${demo.tenantId}/apps/${app.id}/records`
    for (const reason of ['12', 'much', '7.5']) {
      const fields = { title: `For ${reason}`, reason, urgency: 'today' }
      const reply = await page.request.post(place, {
        data: { fields },
        headers: { origin: demo.product.address },
      })
      expect(reply.status()).toBe(201)
    }
    await tile('Ground').click()
    await panel().getByRole('combobox', { name: 'Change type' }).click()
    await page.getByRole('option', { name: 'Number', exact: true }).click()
    const change = panel().getByRole('region', { name: 'Type change' })
    await change.getByRole('button', { name: 'Check existing values' }).click()
    await change.getByText('2 of 3 values can be converted', { exact: true }).waitFor()
    await change.getByRole('list', { name: 'Values that can’t be converted' }).getByText('much').waitFor()
    await lookAt(page, 'app-type-change')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page
      .getByText(/The type of Ground wasn’t changed: 1 value can’t be converted/)
      .first()
      .waitFor()
    await expect.poll(async () => (await published()).revision, { timeout: 30_000 }).toBe(12)
    await page.getByText('Revision 12', { exact: true }).first().waitFor()
    expect((await published()).fields.find(({ key }) => key === 'reason')?.type).toBe('text')

    await panel().getByRole('combobox', { name: 'Change type' }).click()
    await page.getByRole('option', { name: 'Number', exact: true }).click()
    await change.getByRole('combobox', { name: 'Values that can’t be converted' }).click()
    await page.getByRole('option', { name: /Clear them/ }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect
      .poll(async () => (await published()).fields.find(({ key }) => key === 'reason')?.type, {
        timeout: 30_000,
      })
      .toBe('number')
    const reply = await page.request.post(`${place}/search`, {
      data: { sort: [{ field: 'tracking_id', direction: 'asc' }] },
      headers: { origin: demo.product.address },
    })
    const { items } = z
      .object({ items: z.array(z.object({ fields: z.record(z.string(), z.unknown()) })) })
      .parse(await reply.json())
    expect(items.map(({ fields }) => fields['reason'] ?? null)).toEqual([12, null, 7.5])
  })

  it('is deleted by typing its name, after listing what is deleted with it, and is restored', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Change request?' })
    await dialog.getByText('3 records will be deleted.').waitFor()
    await dialog.getByText('Nothing else you have access to uses this app.').waitFor()
    const confirm = dialog.getByRole('button', { name: 'Delete app' })
    expect(await confirm.isDisabled()).toBe(true)
    await lookAt(page, 'app-delete')
    await dialog.getByRole('textbox').fill('Change request')
    await confirm.click()
    const back = page.getByRole('button', { name: 'Restore Change request' })
    await back.waitFor()
    const link = page.getByRole('list', { name: 'Apps' }).getByRole('link', { name: 'Change request' })
    await link.waitFor({ state: 'detached' })
    await lookAt(page, 'apps-deleted')
    await back.click()
    await link.waitFor()
    expect((await published()).acronym).toBe('CR')
  })
})
