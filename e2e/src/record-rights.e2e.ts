import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, lookAt } from './axe.ts'
import { type Browser, picture } from './browser.ts'
import { callApi } from './call-api.ts'
import { type Demo, openAs, startDemo } from './demo.ts'
import { allSaved } from './leave-field.ts'

/** Alice, an administrator, and Bob, an analyst, with the same records before them. */
describe('permissions on a record', () => {
  let demo: Demo
  let alice: Page
  let other: Browser
  let bob: Page
  let record: { id: string; name: string }

  beforeAll(async () => {
    demo = await startDemo()
    alice = demo.browser.page
    other = await openAs(demo, 'bob')
    bob = other.page
  })
  afterAll(async () => {
    await other?.close()
    await demo?.close()
  })

  const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
  const grid = (page: Page) => page.getByRole('grid', { name: 'Alert' })
  const openList = async (page: Page) => {
    await main(page).getByRole('link', { name: 'Alert', exact: true }).click()
    await grid(page).getByRole('row').nth(2).waitFor()
  }
  const row = (page: Page) => grid(page).getByRole('row').filter({ hasText: record.name })
  const menu = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })

  it('a lock makes the record read-only for others immediately, and shows who locked it and why', async () => {
    await openList(alice)
    await openList(bob)
    await grid(bob).getByRole('row').nth(2).click()
    await bob.getByRole('tab', { name: 'Timeline' }).waitFor()
    const [, id = ''] = /record\/[^/]+\/([0-9a-f-]{36})/.exec(bob.url()) ?? []
    record = { id, name: (await bob.getByRole('heading', { level: 1 }).innerText()).trim() }
    await row(alice).first().click()
    await alice.getByRole('heading', { level: 1, name: record.name }).waitFor()
    await menu(alice, 'Lock…')
    const asking = dialog(alice, /^Lock /)
    await asking.getByRole('textbox', { name: /Reason/ }).fill('Evidence is being copied')
    await picture(alice, 'record-rights-lock')
    expect(await faultsOf(alice), 'lock dialog').toEqual([])
    await asking.getByRole('button', { name: 'Lock', exact: true }).click()
    await bob
      .getByText(/locked this record/)
      .first()
      .waitFor()
    await bob.getByText('Evidence is being copied').first().waitFor()
    await expect.poll(() => bob.getByRole('button', { name: /^Edit / }).count()).toBe(0)
    await bob.getByRole('button', { name: 'Why?' }).click()
    await bob
      .getByText(/locked the record: Evidence is being copied/)
      .first()
      .waitFor()
    await lookAt(bob, 'record-rights-locked')
    await bob.keyboard.press('Escape')
    await menu(bob, 'Permissions')
    await dialog(bob, /^Permissions for /)
      .getByText('Not allowed')
      .waitFor()
    await lookAt(bob, 'record-rights-why')
    await bob.keyboard.press('Escape')
  })

  it('a lock is marked in lists, and can be ended by the person who set it', async () => {
    await openList(bob)
    await row(bob)
      .getByRole('img', { name: /^Locked by/ })
      .waitFor()
    await row(bob).first().click()
    await bob
      .getByText(/locked this record/)
      .first()
      .waitFor()
    await alice.getByText('You locked this record').first().waitFor()
    await alice.getByRole('button', { name: 'Unlock' }).click()
    await bob
      .getByRole('button', { name: /^Edit / })
      .first()
      .waitFor()
    await alice.getByRole('tab', { name: 'Timeline' }).click()
    await alice
      .getByText(/locked the record: Evidence/)
      .first()
      .waitFor()
    await alice.getByRole('tab', { name: 'Details' }).click()
  })

  it('shows who else has it open, and marks the field in which they type', async () => {
    const here = (page: Page) => page.getByRole('list', { name: 'Also viewing' })
    await here(alice).getByText('Bob Brandt is viewing this record').waitFor()
    await here(bob)
      .getByText(/^Alice \w+ is viewing this record$/)
      .waitFor()
    await bob.getByRole('button', { name: 'Edit Description' }).click()
    const text = bob.getByRole('textbox', { name: 'Description' })
    await text.fill('Evidence is on its way')
    await here(alice).getByText('Bob Brandt is editing Description').waitFor()
    const flag = alice.getByText('Bob Brandt is editing', { exact: true })
    await flag.waitFor()
    await lookAt(alice, 'record-rights-presence')
    await text.press('Escape')
    await expect.poll(() => flag.count()).toBe(0)
    await openList(bob)
    await expect.poll(() => here(alice).count()).toBe(0)
    await row(bob).first().click()
    await here(alice).getByText('Bob Brandt is viewing this record').waitFor()
  })

  it('restricted in one browser, it disappears immediately from the page, the list, and the search of the other', async () => {
    const second = await other.context.newPage()
    await second.goto(demo.product.address)
    await openList(second)
    await row(second).first().waitFor()
    const third = await other.context.newPage()
    await third.goto(`${demo.product.address}${demo.place}/search?q=${encodeURIComponent(record.name)}`)
    const result = third.getByRole('list', { name: 'Results' }).locator(`a[href*="${record.id}"]`)
    await result.first().waitFor()
    await menu(alice, 'Restrict…')
    const asking = dialog(alice, /^Restrict /)
    await asking.getByRole('radio', { name: 'Only selected people' }).check()
    await asking.getByRole('combobox', { name: 'Add a role, group, or person' }).click()
    await alice.getByRole('option', { name: 'Tenant administrator' }).click()
    await asking.getByText(/Will lose access: .*Bob Brandt/).waitFor()
    await lookAt(alice, 'record-rights-restrict')
    await asking.getByRole('button', { name: 'Apply' }).click()
    await bob.getByText('You no longer have access to this record').first().waitFor()
    await grid(bob).waitFor()
    await expect.poll(() => row(bob).count()).toBe(0)
    await expect.poll(() => row(second).count()).toBe(0)
    // What was found leaves the page of the search as well.
    await expect.poll(() => result.count()).toBe(0)
    await third.close()
    await alice.getByText('Restricted', { exact: true }).first().waitFor()
    await lookAt(alice, 'record-rights-restricted')
    await openList(alice)
    await row(alice)
      .getByRole('img', { name: /^Restricted/ })
      .waitFor()
    await lookAt(alice, 'record-rights-list')
    await second.close()
  })

  it('it reappears when the restriction ends, and the timeline shows both changes', async () => {
    await row(alice).first().click()
    await menu(alice, 'Restrict…')
    const asking = dialog(alice, /^Restrict /)
    await asking.getByRole('radio', { name: /^Everyone with access to/ }).check()
    await asking.getByText(/Will regain access: .*Bob Brandt/).waitFor()
    await asking.getByRole('button', { name: 'Apply' }).click()
    // His cursor is on the row after the one that he lost: the list doesn’t move under it unasked.
    await bob.getByRole('button', { name: '1 new' }).click()
    await row(bob).first().waitFor()
    await alice.getByRole('tab', { name: 'Timeline' }).click()
    await alice.getByText('removed the restriction').first().waitFor()
    await alice
      .getByText(/restricted the record: Tenant administrator/)
      .first()
      .waitFor()
  })

  it('what a role doesn’t allow is explained where it would be', async () => {
    await row(bob).first().click()
    await menu(bob, 'Permissions')
    const asking = dialog(bob, /^Permissions for /)
    await asking.getByRole('combobox', { name: 'Action' }).click()
    await bob.getByRole('option', { name: 'Delete' }).click()
    await asking.getByText('No role of you grants permission to delete records.').waitFor()
    await bob.keyboard.press('Escape')
    expect(other.errors.filter((text) => !/40[14]|423/.test(text))).toEqual([])
  })

  it('simultaneous changes by two people raise a conflict instead of overwriting', async () => {
    const [, appId = '', id = ''] = /record\/([0-9a-f-]{36})\/([0-9a-f-]{36})/.exec(bob.url()) ?? []
    const address = `${demo.product.address}/api/tenant/${demo.tenantId}/apps/${appId}/records/${id}`
    const stored = async () => RecordView.parse(await callApi(alice, 'get', address))
    await bob.getByRole('button', { name: 'Edit Description' }).click()
    await bob.getByRole('textbox', { name: 'Description' }).fill('As Bob sees it')
    const { version } = await stored()
    await callApi(alice, 'patch', address, { version, fields: { description: 'As Alice sees it' } })
    // The page has read what she saved: only now it would be overwritten unseen.
    await bob.getByText(/changed this record while you were editing/).waitFor()
    await bob.keyboard.press('Tab')
    const asking = dialog(bob, /^Someone else changed this/)
    await asking.getByText('As Alice sees it').waitFor()
    expect((await stored()).fields['description']).toBe('As Alice sees it')
    await lookAt(bob, 'record-conflict')
    await asking.getByRole('button', { name: 'Use all theirs' }).click()
    await asking.getByRole('button', { name: 'Keep all mine' }).click()
    await asking.getByRole('button', { name: 'Save chosen values' }).click()
    await asking.waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored()).fields['description']).toBe('As Bob sees it')
    await allSaved(bob)
  })

  it('an app restricted to selected people disappears from the sidebar and the open page of others', async () => {
    const appId = /record\/([0-9a-f-]{36})/.exec(bob.url())?.[1] ?? ''
    await alice.goto(`${demo.product.address}${demo.place}/app-builder/${appId}`)
    await alice.getByRole('radiogroup').getByText('Members', { exact: true }).click()
    await alice.getByRole('radio', { name: 'Only selected people' }).check()
    await alice.getByRole('combobox', { name: 'Add a role, group, or person' }).click()
    await alice.getByRole('option', { name: 'Tenant administrator' }).click()
    await lookAt(alice, 'record-rights-sharing')
    await alice.getByRole('button', { name: 'Publish', exact: true }).click()
    await bob.getByText('You no longer have access to this record').first().waitFor()
    await expect.poll(() => main(bob).getByRole('link', { name: 'Alert', exact: true }).count()).toBe(0)
  })
})
