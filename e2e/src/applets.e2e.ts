import { AppletView } from '@caseloom/contract/apps/applets'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { appByKey, callTenant } from './demo-apps.ts'

const Applets = z.object({ items: z.array(AppletView) })

/** An applet in a browser: built, linked into two apps, changed in one, brought to a new version, and detached. */
describe('applets', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const app = (key: string) => appByKey(demo, key)
  const applet = async (): Promise<AppletView> => {
    const { items } = Applets.parse(await callTenant(demo, 'get', '/applets'))
    const found = items.find((one) => one.name === 'Eradication')
    if (found === undefined) throw new Error('Applet not found')
    return found
  }
  const panel = () => page.getByRole('complementary').last()
  const palette = () => page.getByRole('region', { name: 'Fields' })
  const openBuilder = async (key: string) => {
    await page.goto(`${demo.product.address}${demo.place}/app-builder/${(await app(key)).id}`)
    await palette().waitFor()
  }
  const linkIn = async (key: string) => {
    const { id } = await applet()
    return (await app(key)).applets?.find((link) => link.applet === id)
  }
  const labelOf = async (key: string, field: string) =>
    (await app(key)).fields.find((one) => one.key === field)?.label

  it('builds an applet as an app of one section, with keys and what is new [S2.18]', async () => {
    await page.goto(`${demo.product.address}${demo.place}/apps`)
    await page
      .getByRole('radiogroup', { name: 'Apps, applets, or warning lists' })
      .getByText('Applets')
      .click()
    await page.getByRole('heading', { name: 'Applets', level: 1 }).waitFor()
    await lookAt(page, 'applets')
    await page.getByRole('button', { name: 'New applet' }).click()
    await page.getByRole('textbox', { name: 'Applet name' }).fill('Eradication')
    await expect.poll(() => page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('eradication')
    await page.getByRole('button', { name: 'Create applet' }).click()
    await page.getByRole('heading', { name: 'Eradication', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${demo.place}/applet-builder/${(await applet()).id}`)
    await palette().getByRole('button', { name: 'Selection' }).click()
    await panel().getByRole('textbox', { name: 'Label' }).fill('Method')
    await panel().getByText('In apps: eradication_method').waitFor()
    await panel().getByRole('switch', { name: 'Hide the field' }).click()
    await palette().getByRole('button', { name: 'Date and time' }).click()
    await panel().getByRole('textbox', { name: 'Label' }).fill('Cleaned at')
    await page.getByRole('region', { name: 'Section' }).getByText('cleaned_at').waitFor()
    await page.getByRole('region', { name: 'Section' }).getByText('new', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Publish version 2' }).click()
    await page.getByText('version 2', { exact: true }).first().waitFor()
    expect((await applet()).allows['method']?.hide).toBe(true)
    await lookAt(page, 'applet-builder')
  })

  it('has its form logic at its own address, to which the older one leads [S2.21]', async () => {
    const { id } = await applet()
    await page.goto(`${demo.product.address}${demo.place}/applet-workflow/${id}`)
    await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${demo.place}/workflow/applet/${id}`)
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Workflows').waitFor()
    await lookAt(page, 'applet-workflow')
  })

  it('is linked into two apps with real fields of theirs, by mouse and by keyboard', async () => {
    await openBuilder('alert')
    await palette().getByRole('button', { name: 'Link an applet' }).click()
    await chooseApplet()
    await page.getByRole('dialog').getByText('Its fields get keys such as eradication_notes').waitFor()
    await picture(page, 'link-applet')
    await page.getByRole('button', { name: 'Link applet' }).click()
    await page
      .getByRole('region', { name: /Eradication/ })
      .getByText('eradication_method')
      .waitFor()
    await publishApp()
    await openBuilder('case')
    await palette().getByRole('button', { name: 'Link an applet' }).focus()
    await page.keyboard.press('Enter')
    await chooseApplet()
    await page.getByRole('textbox', { name: 'Prefix' }).fill('cleanup')
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: /Eradication/ })
      .getByText('cleanup_method')
      .waitFor()
    await publishApp()
    expect(await labelOf('alert', 'eradication_method')).toBe('Method')
    expect(await labelOf('case', 'cleanup_method')).toBe('Method')
  })

  it('is changed in one app as far as it allows', async () => {
    await openBuilder('alert')
    await page.getByRole('button', { name: /^Notes.*eradication_notes/ }).click()
    await panel().getByRole('textbox', { name: 'Label' }).fill('Steps taken')
    await page.getByRole('button', { name: /^Method.*eradication_method/ }).click()
    await panel().getByRole('textbox', { name: 'Options of this app' }).fill('Sinkhole')
    await lookAt(page, 'linked-applet')
    await publishApp()
    const options = (await app('alert')).fields.find(({ key }) => key === 'eradication_method')
    expect(
      options !== undefined && 'options' in options && options.options.map(({ label }) => label),
    ).toContain('Sinkhole')
  })

  it('gets a new version, which is taken in one app after a decision and then in the other', async () => {
    const { id } = await applet()
    await page.goto(`${demo.product.address}${demo.place}/applet-builder/${id}`)
    await page
      .getByRole('region', { name: 'Section' })
      .getByRole('button', { name: /^Notes/ })
      .click()
    await panel().getByText('label “Steps taken”').waitFor()
    await panel().getByRole('textbox', { name: 'Label' }).fill('What was done')
    await palette().getByRole('button', { name: 'User' }).click()
    await panel().getByRole('textbox', { name: 'Label' }).fill('Lead')
    await page.getByRole('region', { name: 'Section' }).getByText('was “Notes”').waitFor()
    await picture(page, 'applet-changed')
    await page.getByRole('button', { name: 'Publish version 3' }).click()
    await page.getByText('version 3', { exact: true }).first().waitFor()
    await page.getByText('Used in 2').click()
    await page.getByRole('link', { name: 'Take version 3' }).click()
    const diff = page.getByRole('grid', { name: 'What changes in Alert' })
    await diff.waitFor()
    await page.getByRole('radio', { name: /Keep mine/ }).waitFor({ state: 'attached' })
    expect(await diff.getByRole('radio', { checked: true }).count()).toBe(0)
    await lookAt(page, 'applet-update')
    await compareForms()
    // Blocked, but not out of reach: it leads to the conflict.
    await page.getByRole('button', { name: /^Update Alert/ }).press('Enter')
    expect((await linkIn('alert'))?.revision).toBe(2)
    await diff
      .getByRole('row', { name: /Notes|What was done/ })
      .first()
      .focus()
    await page.keyboard.press('m')
    await expect.poll(() => diff.getByRole('radio', { checked: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Update Alert', exact: true }).click()
    await expect.poll(async () => (await linkIn('alert'))?.revision).toBe(3)
    expect(await labelOf('alert', 'eradication_notes')).toBe('Steps taken')
    expect(await labelOf('alert', 'eradication_lead')).toBe('Lead')
    expect((await linkIn('case'))?.revision).toBe(2)
    await page.getByRole('button', { name: 'Update Case', exact: true }).click()
    await expect.poll(() => labelOf('case', 'cleanup_notes')).toBe('What was done')
  })

  it('is not deleted while apps link it, and leaves its fields where it is detached', async () => {
    const { id } = await applet()
    await page.goto(`${demo.product.address}${demo.place}/applet-builder/${id}?part=used`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete applet' }).click()
    await page.getByRole('dialog').getByText('Eradication can’t be deleted').waitFor()
    await page.getByRole('dialog').getByRole('link', { name: 'Case', exact: true }).waitFor()
    await picture(page, 'applet-delete-refused')
    await page.keyboard.press('Escape')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'cleanup_' })
      .getByRole('button', { name: 'Detach…' })
      .click()
    await page.getByRole('dialog').getByText('cleanup_method').waitFor()
    await lookAt(page, 'applet-detach')
    await page.getByRole('dialog').getByRole('button', { name: 'Detach' }).click()
    await expect.poll(() => linkIn('case')).toBeUndefined()
    const cleanup = (await app('case')).fields.find(({ key }) => key === 'cleanup_method')
    expect(cleanup?.label).toBe('Method')
    expect(cleanup?.applet).toBeUndefined()
  })

  /** What the other views of the update show, and back to the first. */
  async function compareForms(): Promise<void> {
    const view = page.getByRole('radiogroup', { name: 'View' })
    const version = (n: number) => page.getByRole('region', { name: `Version ${n}` })
    await view.getByText('Form before and after').click()
    await version(3).getByRole('listitem').filter({ hasText: 'Lead' }).getByText('new').waitFor()
    expect(await version(2).getByText('Lead').count()).toBe(0)
    await lookAt(page, 'applet-update-form')
    await view.getByText('YAML').click()
    const marks = (n: number, mark: string) => version(n).locator(`[data-mark="${mark}"]`)
    await marks(3, '+').filter({ hasText: 'label: Lead' }).waitFor()
    expect(await marks(2, '-').filter({ hasText: 'Lead' }).count()).toBe(0)
    expect(await version(2).getByText('label: Method').count()).toBe(1)
    await lookAt(page, 'applet-update-yaml')
    await view.getByText('What changes').click()
    await page.getByRole('grid', { name: 'What changes in Alert' }).waitFor()
  }

  async function chooseApplet(): Promise<void> {
    const choice = page.getByRole('dialog').getByRole('combobox', { name: 'Applet' })
    await choice.fill('Eradic')
    await page.getByRole('option', { name: 'Eradication' }).click()
  }

  async function publishApp(): Promise<void> {
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page
      .getByText(/^Revision \d+ published$/)
      .first()
      .waitFor()
  }
})
