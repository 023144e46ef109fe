import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'

const CHECK = {
  key: 'fine',
  title: 'Host answers',
  action: 'data.transform',
  after: [{ step: 'call', when: '{% steps.call.output.status < 400 %}' }],
  with: { value: 'up' },
}
const DOCUMENT = {
  playbook: 'host-check',
  title: 'Host check',
  triggers: [{ key: 'hook', title: 'Alert', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'call', title: 'Ask the host', action: 'http.request', with: { url: 'https://host.test/' } },
    CHECK,
    {
      key: 'down',
      title: 'Host is down',
      action: 'data.transform',
      after: [{ step: 'call', when: '{% steps.call.output.status >= 400 %}' }],
      with: { value: 'down' },
    },
  ],
  output: '{% steps.fine.output %}',
}

const rated = (key: string, title: string, severity: string) => ({
  key,
  title,
  action: 'data.transform',
  after: [{ step: 'rate', when: `{% steps.rate.output = '${severity}' %}` }],
  with: { value: key },
})
const RATED = {
  playbook: 'rated',
  title: 'Rated',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'result' } }],
  steps: [
    { key: 'rate', title: 'Rate', action: 'data.transform', with: { value: '{% trigger.body.severity %}' } },
    rated('page', 'Page someone', 'high'),
    rated('file', 'File it', 'low'),
  ],
  output: '{% steps.rate.output %}',
}

/** A try becomes a test, which guards publishing; the canvas shows what no test reaches. */
describe('saved tests of a playbook', () => {
  let demo: Demo
  let page: Page
  let place = ''

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const base = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api/playbooks`
    const headers = { origin: demo.product.address }
    const reply = await page.request.post(base, { data: { document: DOCUMENT }, headers })
    expect(reply.ok(), await reply.text()).toBe(true)
    const { id } = PlaybookView.parse(await reply.json())
    place = `${base}/${id}`
    await page.goto(`${demo.product.address}${demo.place}/orchestration/playbook/${id}`)
    await page.getByRole('region', { name: 'Canvas' }).waitFor()
  })
  afterAll(() => demo?.close())

  const read = async () => PlaybookView.parse(await (await page.request.get(place)).json())
  /** As another editor of the same draft would. */
  const change = async (edit: (draft: JsonObject) => JsonObject) => {
    const { draft, revision } = await read()
    const data = { revision, document: edit(draft) }
    const reply = await page.request.put(place, { data, headers: { origin: demo.product.address } })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  const withValue = (value: string) => (draft: JsonObject) => {
    const steps = draft['steps'] as JsonObject[] // as this journey wrote them
    return {
      ...draft,
      steps: steps.map((step) => (step['key'] === 'fine' ? { ...step, with: { value } } : step)),
    }
  }
  const panel = () => page.getByRole('complementary', { name: 'Tests' })
  const canvas = () => page.getByRole('region', { name: 'Canvas' })
  const publish = () => page.getByRole('button', { name: 'Publish', exact: true })
  const dialog = () => page.getByRole('dialog')

  const saveAs = async (name: string) => {
    await dialog().getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog().getByRole('button', { name: 'Save as test' }).click()
    await dialog().waitFor({ state: 'hidden' })
  }

  it('saves a try as a test', async () => {
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByRole('button', { name: 'Start test' }).click()
    await page.getByRole('button', { name: 'Save as test' }).click({ timeout: 60_000 })
    await dialog().getByText('everyone who can read the playbook can see its data').waitFor()
    await picture(page, 'tests-save')
    await saveAs('Host is up')
    await expect
      .poll(async () => JSON.stringify((await read()).draft), { timeout: 20_000 })
      .toContain('Host is up')
  })

  it('runs it and shows on the canvas what no test reaches, and how to get there', async () => {
    await page.getByRole('tab', { name: 'Tests 1' }).click()
    await panel().getByText('1 passed, 0 failed').waitFor({ timeout: 60_000 })
    await page.getByText('Branches 1 of 2').waitFor()
    await canvas()
      .getByRole('button', { name: /^Host answers, data\.transform, 1×/ })
      .waitFor()
    await canvas()
      .getByRole('button', { name: /^Host is down, data\.transform, never/ })
      .click()
    await panel().getByRole('heading', { name: 'No test reaches Host is down' }).waitFor()
    await panel().getByText('if {% steps.call.output.status >= 400 %}').waitFor()
    await lookAt(page, 'tests-coverage')
    await page.getByRole('switch', { name: 'Coverage' }).click()
    await canvas().getByText('never', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByRole('switch', { name: 'Coverage' }).click()
    await canvas().getByText('never', { exact: true }).waitFor()
  })

  it('publishing is refused while the test fails, and names it', async () => {
    await change(withValue('broken'))
    await panel().getByText('0 passed, 1 failed').waitFor({ timeout: 60_000 })
    await panel().getByText('got broken').waitFor()
    await picture(page, 'tests-failing')
    await publish().click()
    await dialog().getByText('Publishing runs one saved test.').waitFor()
    await dialog().getByRole('button', { name: 'Publish version 1', exact: true }).click()
    await dialog().getByText('Failing tests: Host is up').waitFor({ timeout: 60_000 })
    await picture(page, 'tests-refused')
    expect(await dialog().getByRole('button', { name: 'Publish version 1 anyway' }).isDisabled()).toBe(true)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'hidden' })
    expect((await read()).publishedVersion).toBeNull()
  })

  it('accepts what the test got, after one question, and publishes', async () => {
    await panel().getByRole('button', { name: 'Accept as expected' }).click()
    await dialog().getByText('up → broken').waitFor()
    await dialog().getByRole('button', { name: 'Accept as expected' }).click()
    await panel().getByText('1 passed, 0 failed').waitFor({ timeout: 60_000 })
    await publish().click()
    await dialog().getByRole('button', { name: 'Publish version 1', exact: true }).click()
    await dialog().waitFor({ state: 'hidden', timeout: 60_000 })
    await expect.poll(async () => (await read()).publishedVersion, { timeout: 20_000 }).toBe(1)
  })

  it('publishes despite a failing test for a reason, which the version shows', async () => {
    await change(withValue('fixed'))
    await panel().getByText('0 passed, 1 failed').waitFor({ timeout: 60_000 })
    await publish().click()
    await dialog().getByRole('button', { name: 'Publish version 2', exact: true }).click()
    await dialog()
      .getByRole('textbox', { name: 'Reason to publish anyway' })
      .fill('The host is being replaced')
    await dialog().getByRole('button', { name: 'Publish version 2 anyway' }).click()
    await dialog().waitFor({ state: 'hidden', timeout: 60_000 })
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page
      .getByText('Published with failing tests: Host is up. Reason: The host is being replaced')
      .waitFor()
  })

  it('renames, duplicates, and deletes tests, and expects the output of a step', async () => {
    await page.getByRole('tab', { name: 'Tests 1' }).click()
    const more = (title: string) => panel().getByRole('button', { name: `Actions for ${title}`, exact: true })
    const act = async (title: string, name: string) => {
      await more(title).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Host is up', 'Rename')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Host replies')
    await dialog().getByRole('button', { name: 'Rename test' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await act('Host replies', 'Duplicate')
    await page.getByRole('tab', { name: 'Tests 2' }).waitFor()
    await act('Copy of Host replies', 'Delete')
    await page.getByRole('tab', { name: 'Tests 1' }).waitFor()
    await panel().getByText('0 passed, 1 failed').waitFor({ timeout: 60_000 })
    await panel().getByRole('combobox', { name: 'Expect the output of a step' }).click()
    await page.getByRole('option', { name: 'Host answers' }).click()
    await panel().getByText('Host answers output').waitFor()
    const saved = async () => JSON.stringify((await read()).draft['tests'])
    await expect.poll(saved, { timeout: 20_000 }).toContain('"output":"fixed"')
    expect(await saved()).toContain('Host replies')
  })

  it('makes tests of runs, also of one that got where no test does', async () => {
    const base = place.slice(0, place.lastIndexOf('/'))
    const headers = { origin: demo.product.address }
    const post = async (url: string, data: unknown) => {
      const reply = await page.request.post(url, { data, headers })
      expect(reply.ok(), await reply.text()).toBe(true)
      return reply
    }
    const draft = PlaybookView.parse(await (await post(base, { document: RATED })).json())
    const published = await post(`${base}/${draft.id}/publish`, { revision: draft.revision })
    const [hook] = PlaybookView.parse(await published.json()).hooks
    const path = new URL(hook?.address ?? '').pathname
    // The answer is the result of the run, which has ended then.
    for (const severity of ['low', 'high'])
      expect(await (await post(`${demo.product.address}${path}`, { severity })).text()).toContain(severity)
    await page.goto(`${demo.product.address}${demo.place}/orchestration/playbook/${draft.id}?view=tests`)
    await panel().getByRole('button', { name: 'From a run' }).click()
    await page.getByRole('menuitem', { name: /^Run / }).first().click()
    await saveAs('High severity')
    await panel().getByText('1 passed, 0 failed').waitFor({ timeout: 60_000 })
    await page.getByText('Branches 1 of 2').waitFor()
    await canvas()
      .getByRole('button', { name: /^File it, data\.transform, never/ })
      .click()
    await panel()
      .getByRole('button', { name: /^Make a test from run/ })
      .click()
    await saveAs('Low severity')
    await panel().getByText('2 passed, 0 failed').waitFor({ timeout: 60_000 })
    await page.getByText('Branches 2 of 2').waitFor()
    await picture(page, 'tests-of-runs')
  })
})
