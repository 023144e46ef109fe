import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'

const DOCUMENT = {
  playbook: 'panel-intake',
  title: 'Panel intake',
  triggers: [{ key: 'hook', title: 'Alert', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    {
      key: 'normalize',
      title: 'Normalize',
      action: 'data.transform',
      with: { value: { reference: '{% trigger.body.id %}', title: 'GitHub: {% trigger.body.title %}' } },
    },
    {
      key: 'save',
      title: 'Save alert',
      action: 'record.upsert',
      after: 'normalize',
      with: { app: 'alert', match: {}, set: {} },
    },
  ],
}

/** The panels beside the canvas: forms of steps, expressions, triggers, settings, the text, tests. */
describe('the panels of the playbook builder', () => {
  let demo: Demo
  let page: Page
  let id = ''

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const base = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api/playbooks`
    const reply = await page.request.post(base, {
      data: { document: DOCUMENT },
      headers: { origin: demo.product.address },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    ;({ id } = PlaybookView.parse(await reply.json()))
  })
  afterAll(() => demo?.close())

  const open = async (search = '') => {
    await page.goto(`${demo.product.address}${demo.place}/orchestration/playbook/${id}${search}`)
    await page.getByRole('region', { name: 'Canvas' }).waitFor()
  }
  const read = async () => {
    const base = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api/playbooks/${id}`
    return JSON.stringify(PlaybookView.parse(await (await page.request.get(base)).json()).draft)
  }
  const panel = () => page.getByRole('complementary')
  const pick = async (form: Locator, name: string, option: string) => {
    await form
      .getByRole('combobox', { name, exact: true })
      .or(form.getByRole('textbox', { name, exact: true }))
      .first()
      .click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const box = (name: string) => panel().getByRole('textbox', { name, exact: true })

  it('takes a sample for the trigger', async () => {
    await open('?node=trigger/hook')
    await panel().getByRole('heading', { name: 'Alert', level: 2 }).waitFor()
    await panel().getByRole('button', { name: 'Paste sample' }).click()
    await box('Sample (JSON)').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"body":{"id":"GH-7","title":"Prototype pollution","severity":"high"}}')
    await panel().getByRole('button', { name: 'Use sample' }).click()
    await panel().getByText('pasted', { exact: true }).waitFor()
    await lookAt(page, 'panel-trigger')
  })

  it('maps fields of a record with a completed expression and shows what it gives', async () => {
    await page
      .getByRole('region', { name: 'Canvas' })
      .getByRole('button', { name: /^Save alert/ })
      .first()
      .click()
    await panel().getByRole('heading', { name: 'Save alert', level: 2 }).waitFor()
    await panel().getByRole('combobox', { name: 'Add a field to match by' }).click()
    await page.getByRole('option').first().click()
    const match = panel().locator('[data-path^="steps.1.with.match."] [contenteditable="true"]').first()
    await match.click()
    await page.keyboard.type('{')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.type('trigger.body.i')
    // It is among those of the start as well: Enter takes the one that what was typed has selected.
    await page.getByRole('option', { name: /trigger\.body\.id/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await panel().getByText('GH-7').first().waitFor()
    await expect.poll(read, { timeout: 10_000 }).toContain('{% trigger.body.id %}')
    // The tree of references puts a path into a field; the name of a group opens it and inserts nothing.
    await panel().getByRole('button', { name: 'Insert a reference into Title' }).click()
    await page.getByRole('button', { name: /^trigger/ }).click()
    await page.getByRole('button', { name: 'Collapse trigger' }).waitFor()
    await page.getByRole('button', { name: 'Expand body' }).click()
    await picture(page, 'panel-references')
    await page.getByRole('button', { name: /^title/ }).click()
    await panel().getByText('Prototype pollution').first().waitFor()
    await lookAt(page, 'panel-step')
  })

  it('has a fault at its field, to which the list of problems leads', async () => {
    const title = panel().locator('[data-path="steps.1.with.set.title"] [contenteditable="true"]')
    await title.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(' {% steps.nope.output %}')
    const problems = page.getByRole('region', { name: 'Problems' })
    await panel()
      .getByText(/Unknown step "nope"/)
      .first()
      .waitFor()
    await picture(page, 'panel-fault')
    await problems
      .getByText(/Unknown step "nope"/)
      .first()
      .click()
    const focused = page.locator('[contenteditable="true"]:focus')
    await focused.waitFor()
    await page.keyboard.press('Control+End')
    // One for the whole pill, one for the space before it.
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await expect.poll(read, { timeout: 10_000 }).not.toContain('nope')
  })

  it('writes a condition as lines and as an expression', async () => {
    await panel()
      .getByRole('tab', { name: /^Conditions/ })
      .click()
    await panel().getByRole('button', { name: 'Add condition' }).click()
    await panel().getByRole('textbox', { name: 'Right side of condition 1' }).fill('high')
    await expect.poll(read, { timeout: 10_000 }).toContain('= \\"high\\"')
    await panel().getByText('Expression', { exact: true }).click()
    await box('Only if').waitFor()
    await lookAt(page, 'panel-conditions')
    await box('Only if').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await expect.poll(read, { timeout: 10_000 }).not.toContain('when')
    await panel()
      .getByRole('tab', { name: /^On failure/ })
      .click()
    await panel().getByRole('switch', { name: 'Retry on failure' }).click()
    await expect.poll(read, { timeout: 10_000 }).toContain('"retry":{"attempts":3}')
    await lookAt(page, 'panel-failure')
  })

  it('shows what is written as YAML on the canvas', async () => {
    await page
      .getByRole('tab', { name: 'YAML' })
      .or(page.getByRole('tab', { name: 'Source' }))
      .click()
    const text = page.getByRole('textbox', { name: 'Playbook as YAML' })
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(
      '\n  # For the second line\n  - key: noted\n    title: Noted here\n    action: data.template\n    after: save\n    with: { text: hello }\n' +
        '  - key: listed\n    title: List\n    action: file.parse\n    after: noted\n    with: { text: "a,b\\n1,x", format: csv }\n',
    )
    await page
      .getByRole('region', { name: 'Canvas' })
      .getByRole('button', { name: /^Noted here/ })
      .first()
      .waitFor()
    await expect.poll(read, { timeout: 10_000 }).toContain('Noted here')
    // The comment is stored with the step.
    await expect.poll(read, { timeout: 10_000 }).toContain('For the second line')
    await lookAt(page, 'panel-yaml')
  })

  it('runs a test of the draft and of one step, and compares the last runs', async () => {
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await panel().getByRole('heading', { name: 'Test', level: 2 }).waitFor()
    // It reaches nothing outside, so that the test performs it.
    await panel().getByRole('heading', { name: 'Scripts and file steps' }).waitFor()
    const way = panel().getByRole('radiogroup', { name: 'How to run List' })
    await expect.poll(() => way.getByRole('radio', { name: 'Real' }).isChecked()).toBe(true)
    expect(await panel().getByText('These steps run for real').count()).toBe(0)
    await lookAt(page, 'panel-test')
    await panel().getByRole('button', { name: 'Start test' }).click()
    await panel().getByRole('list', { name: 'Test steps' }).waitFor()
    await expect
      .poll(() => panel().getByRole('list', { name: 'Test steps' }).getByText('Succeeded').count(), {
        timeout: 30_000,
      })
      .toBe(4)
    // The canvas shows the progress of each step.
    await page
      .getByRole('region', { name: 'Canvas' })
      .getByRole('button', { name: /^Normalize.*Succeeded/ })
      .waitFor()
    await panel()
      .getByRole('button', { name: /Normalize/ })
      .click()
    await lookAt(page, 'panel-tested')
    await panel().getByRole('button', { name: 'Compare', exact: true }).click()
    await panel().getByText('There are no runs to compare yet.').or(panel().getByRole('table')).waitFor()
    await page
      .getByRole('region', { name: 'Canvas' })
      .getByRole('button', { name: /^Save alert/ })
      .first()
      .click()
    await panel().getByRole('tab', { name: 'Test' }).click()
    await panel().getByRole('button', { name: 'Test step' }).click()
    await panel().getByText('Used a mock output').waitFor()
    await lookAt(page, 'panel-step-test')
    await page.getByRole('region', { name: 'Canvas' }).getByRole('button', { name: /^List/ }).first().click()
    await panel().getByRole('tab', { name: 'Test' }).click()
    await panel().getByRole('button', { name: 'Test step' }).click()
    await panel()
      .getByText(/^Finished in/)
      .waitFor()
  })

  it('compares the last runs that really came with the draft, and says what would differ', async () => {
    const base = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api/playbooks`
    const ask = async (method: 'POST' | 'PUT', path: string, data: unknown) => {
      const reply = await page.request.fetch(`${base}${path}`, {
        method,
        data,
        headers: { origin: demo.product.address },
      })
      expect(reply.ok(), await reply.text()).toBe(true)
      return PlaybookView.parse(await reply.json())
    }
    const scored = (value: string, hook: { when?: string } = {}) => ({
      playbook: 'scored',
      title: 'Scored',
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'result' }, ...hook }],
      steps: [{ key: 'rate', title: 'Rate', action: 'data.transform', with: { value } }],
      output: '{% steps.rate.output %}',
    })
    const made = await ask('POST', '', { document: scored('{% trigger.body.score %}') })
    const { hooks, revision } = await ask('POST', `/${made.id}/publish`, { revision: made.revision })
    for (const score of [10, 60, 99]) {
      const reply = await page.request.post(hooks[0]?.address ?? '', { data: { score } })
      expect(await reply.json()).toBe(score)
    }
    const document = scored('{% trigger.body.score > 50 ? 99 : trigger.body.score %}', {
      when: '{% trigger.body.score > 20 %}',
    })
    await ask('PUT', `/${made.id}`, { revision, document })
    await page.goto(`${demo.product.address}${demo.place}/orchestration/playbook/${made.id}`)
    await page.getByRole('region', { name: 'Canvas' }).waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await panel().getByRole('button', { name: 'Compare', exact: true }).click()
    await panel().getByText('2 of 3 runs would change with this draft.').waitFor()
    const table = panel().getByRole('table')
    await table.getByRole('row', { name: /60 → 99/ }).waitFor()
    await table.getByRole('row', { name: /Filtered/ }).waitFor()
    await table.getByRole('row', { name: /no change/ }).waitFor()
    await table.scrollIntoViewIfNeeded()
    await lookAt(page, 'panel-replay')
    await open()
  })

  it('changes the settings of the playbook, and breaks no rule of the page', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await panel().getByRole('heading', { name: 'Playbook settings', level: 2 }).waitFor()
    await panel().getByRole('button', { name: 'Add field' }).click()
    await panel().getByRole('textbox', { name: 'Title of field 1' }).fill('Host name')
    await expect.poll(read, { timeout: 10_000 }).toContain('"title":"Host name"')
    await panel().getByRole('combobox', { name: 'Keep runs' }).click()
    await page.getByRole('option', { name: 'For a number of days' }).click()
    await panel().getByRole('textbox', { name: 'Days' }).fill('7')
    await expect.poll(read, { timeout: 10_000 }).toContain('"keepRuns":7')
    await panel().getByRole('button', { name: 'Add error handler' }).click()
    await page.getByRole('region', { name: 'Canvas' }).getByText('When the run fails').waitFor()
    await lookAt(page, 'panel-settings')
    expect(demo.browser.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  })

  it('chooses records by conditions on fields, and adds an asset from the step that needs it', async () => {
    const steps = [
      { key: 'find', title: 'Find alerts', action: 'record.search', with: { app: 'alert' } },
      {
        key: 'ask',
        title: 'Ask elsewhere',
        action: 'http.request',
        with: { url: 'https://intel.example' },
        after: 'find',
      },
    ]
    const base = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api/playbooks`
    const reply = await page.request.post(base, {
      data: {
        document: { ...DOCUMENT, playbook: `panel-choices-${Date.now()}`, title: 'Panel choices', steps },
      },
      headers: { origin: demo.product.address },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    ;({ id } = PlaybookView.parse(await reply.json()))
    await open('?node=find')
    await panel()
      .getByRole('button', { name: /more options$/ })
      .click()
    await panel().getByRole('group', { name: 'Filter' }).getByRole('button', { name: 'Filter' }).click()
    const form = page.getByRole('dialog').last()
    await pick(form, 'Field', 'Severity')
    await pick(form, 'Value', 'High')
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    await panel().getByRole('group', { name: 'Severity is any of High' }).waitFor()
    await expect.poll(read, { timeout: 10_000 }).toContain('"field":"severity"')
    await lookAt(page, 'panel-record-filter')
    await panel().getByRole('button', { name: 'Use an expression' }).click()
    await expect.poll(read, { timeout: 10_000 }).toContain('"value":"{%')
    await page
      .getByRole('region', { name: 'Canvas' })
      .getByRole('button', { name: /^Ask elsewhere/ })
      .click()
    await panel().getByRole('button', { name: 'Add asset' }).click()
    const asset = page.getByRole('dialog', { name: 'Add asset' })
    await asset.getByRole('textbox', { name: 'Name', exact: true }).fill('Intelligence')
    await asset.getByRole('textbox', { name: 'Base address' }).fill('https://intel.example')
    await lookAt(page, 'panel-add-asset')
    await asset.getByRole('button', { name: 'Add asset' }).click()
    // The notice stays for some seconds only: it is looked for before all else.
    await page.getByRole('region', { name: 'Notices' }).getByText('Added Intelligence').waitFor()
    await picture(page, 'panel-asset-added')
    await asset.waitFor({ state: 'detached' })
    await expect.poll(read, { timeout: 10_000 }).toContain('"asset":"intelligence"')
  })

  it('takes whole expressions key by key into every kind of input, and knows the items of loops', async () => {
    const steps = [
      { key: 'shape', title: 'Shape', action: 'data.transform' },
      { key: 'ask', title: 'Ask elsewhere', action: 'http.request', after: 'shape' },
      { key: 'script', title: 'Calculate', action: 'code.script', after: 'ask' },
      { key: 'keep', title: 'Keep some', action: 'data.filter', after: 'script' },
      {
        key: 'each',
        title: 'For each',
        action: 'flow.forEach',
        after: 'keep',
        with: { items: '{% trigger.body.found %}' },
        steps: [{ key: 'turn', title: 'One turn', action: 'data.transform' }],
      },
    ]
    const base = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api/playbooks`
    const reply = await page.request.post(base, {
      data: {
        document: { ...DOCUMENT, playbook: `panel-typing-${Date.now()}`, title: 'Panel typing', steps },
      },
      headers: { origin: demo.product.address },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    ;({ id } = PlaybookView.parse(await reply.json()))
    const node = (title: string) =>
      page
        .getByRole('region', { name: 'Canvas' })
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .first()
        .click()
    const editor = (path: string) => panel().locator(`[data-path="${path}"] [contenteditable="true"]`).first()
    const options = () =>
      panel()
        .getByRole('button', { name: /more options$/ })
        .click()
    // A pause after the first half lets the draft be saved and checked under the caret.
    const typeInto = async (path: string, text: string, half: number) => {
      await editor(path).click()
      const element = await editor(path).elementHandle()
      await page.keyboard.type(text.slice(0, half))
      await expect.poll(read, { timeout: 10_000 }).toContain(text.slice(0, half).trim())
      await page.keyboard.type(text.slice(half))
      await expect.poll(read, { timeout: 10_000 }).toContain(text)
      expect(await element?.evaluate((one) => one === document.activeElement), path).toBe(true)
    }
    await open('?node=shape')
    await typeInto('steps.0.with.value', '{% trigger.body.wholeValue %}', 7)
    await node('Ask elsewhere')
    await typeInto('steps.1.with.url', '{% trigger.body.address %}', 7)
    await options()
    await typeInto('steps.1.with.timeout', '{% trigger.body.patience %}', 7)
    await panel().getByRole('button', { name: 'Add to Headers' }).click()
    await typeInto('steps.1.with.headers.name', '{% trigger.body.header %}', 7)
    await node('Calculate')
    await typeInto('steps.2.with.code', 'return input.count + 1', 10)
    await node('Keep some')
    await typeInto('steps.3.with.items', '{% trigger.body.listed %}', 7)
    await panel().getByText('Expression', { exact: true }).first().click()
    await typeInto('steps.3.with.where', 'item.score > 3 and item.open', 14)
    await node('Alert')
    await panel().getByRole('button', { name: 'Paste sample' }).click()
    await box('Sample (JSON)').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"body":{"found":[{"verdict":"malicious"},{"verdict":"clean"}]}}')
    await panel().getByRole('button', { name: 'Use sample' }).click()
    await panel().getByText('pasted', { exact: true }).waitFor()
    await node('One turn')
    await editor('steps.4.steps.0.with.value').click()
    await page.keyboard.type('{% item.')
    await page.getByRole('option', { name: /^verdict/ }).waitFor()
    await page.keyboard.type('verdict %}')
    // The suggestions show the same value: what counts is the line below the field.
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await expect.poll(read, { timeout: 10_000 }).toContain('{% item.verdict %}')
    const result = panel().locator('[data-path="steps.4.steps.0.with.value"] > p')
    await expect
      .poll(() => result.allInnerTexts(), { timeout: 10_000 })
      .toEqual([expect.stringMatching(/^malicious\s+text$/)])
    await lookAt(page, 'panel-loop-item')
  })
})
