import { PlaybookView, RunView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Product } from '@caseloom/testkit/product'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Browser, picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'

const WAITING: JsonObject = {
  playbook: 'contain-host',
  title: 'Contain host',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'host', action: 'data.transform', with: { value: '{% trigger.body.host %}' } },
    { key: 'approval', action: 'flow.wait', with: { for: '2h' }, after: 'host' },
    {
      key: 'report',
      action: 'data.transform',
      with: { value: '{% steps.host.output %}' },
      after: 'approval',
    },
  ],
}

const LOOPING: JsonObject = {
  playbook: 'look-up-hosts',
  title: 'Look up hosts',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    {
      key: 'each',
      title: 'For each host',
      action: 'flow.forEach',
      with: { items: '{% trigger.body.hosts %}', errors: 'collect' },
      steps: [
        { key: 'shape', action: 'data.transform', with: { value: '{% { "host": item } %}' } },
        {
          key: 'call',
          title: 'Look up',
          action: 'http.request',
          with: { url: 'http://127.0.0.1:9/{% item %}' },
          after: 'shape',
        },
      ],
    },
    { key: 'stop', action: 'http.request', with: { url: 'http://127.0.0.1:9/all' }, after: 'each' },
  ],
}

/** Stopping a run, repeating it and taking its evidence along, by the buttons of its page. */
describe('control over runs', () => {
  let demo: Demo
  let product: Product
  let browser: Browser
  let page: Page
  let place = ''

  beforeAll(async () => {
    demo = await startDemo()
    ;({ product, browser, place } = demo)
    page = browser.page
  })
  afterAll(() => demo?.close())

  const orchestration = () => `${product.address}/api/tenant/${place.split('/').at(-1)}/orchestration/api`
  const post = async (address: string, data: unknown): Promise<unknown> => {
    const reply = await page.request.post(address, { data, headers: { origin: product.address } })
    expect(reply.ok(), `${address} ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  const button = (name: string) => page.getByRole('main').getByRole('button', { name })
  const dialog = () => page.getByRole('dialog')

  it('cancels a waiting run, and its page updates', async () => {
    const draft = PlaybookView.parse(await post(`${orchestration()}/playbooks`, { document: WAITING }))
    const published = PlaybookView.parse(
      await post(`${orchestration()}/playbooks/${draft.id}/publish`, { revision: draft.revision }),
    )
    const sent = await post(published.hooks[0]?.address ?? '', { host: 'nw-ws-114' })
    const { runId } = z.object({ runId: z.string() }).parse(sent)
    await page.goto(`${product.address}${place}/orchestration/run/${runId}`)
    await page.getByRole('heading', { level: 1 }).getByText('Run').waitFor()
    await page.getByRole('main').getByText('Waiting', { exact: true }).first().waitFor()
    await expect.poll(() => button('Rerun').getAttribute('title')).toBe('This run hasn’t ended yet.')
    await lookAt(page, 'run-waiting')
    await button('Cancel run').click()
    await dialog().getByText('No new steps will start').waitFor()
    await picture(page, 'run-cancel')
    await dialog().getByRole('button', { name: 'Cancel run' }).click()
    await page.getByText('Canceled by').first().waitFor()
    await page.getByRole('main').getByText('Canceled', { exact: true }).first().waitFor()
    await expect.poll(() => button('Cancel run').getAttribute('aria-disabled')).toBe('true')
    await lookAt(page, 'run-cancelled')
  })

  it('repeats it as a new run, linked both ways, and shows it in the list', async () => {
    const original = page.url()
    await button('Rerun').click()
    await dialog().getByText('In this run, no step changed records').waitFor()
    await dialog().getByRole('button', { name: 'Rerun' }).click()
    await page.getByText('Rerun of').first().waitFor()
    expect(page.url()).not.toBe(original)
    await page.getByRole('main').getByText('Waiting', { exact: true }).first().waitFor()
    await picture(page, 'run-repeated')
    await page.getByRole('main').getByRole('definition').getByRole('link', { name: /^Run / }).click()
    await page.getByText('Reruns').first().waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Runs' }).click()
    await page
      .getByRole('grid', { name: 'Runs' })
      .getByText(/^Rerun of \d/)
      .first()
      .waitFor()
    await picture(page, 'runs-repeated')
    await page.goto(original)
  })

  it('downloads the evidence with everything that the page shows', async () => {
    const runId = page.url().split('/').at(-1)
    const download = page.waitForEvent('download')
    await button('Download evidence').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^run-\d+-evidence\.json$/)
    const { content, sha256 } = z
      .object({ content: z.looseObject({ trigger: z.unknown() }), sha256: z.string() })
      .parse(JSON.parse(await readFile(await file.path(), 'utf8')))
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(content['trigger']).toMatchObject({ value: { body: { host: 'nw-ws-114' } } })
    const reply = await page.request.get(`${orchestration()}/runs/${runId}`)
    const run = RunView.parse(await reply.json())
    expect(content['run']).toMatchObject({ id: run.id, state: 'cancelled', cancel: run.cancel })
    expect(browser.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  })

  it('shows the turns of a loop, one at a time, and what fails by step and error', async () => {
    const draft = PlaybookView.parse(await post(`${orchestration()}/playbooks`, { document: LOOPING }))
    const published = PlaybookView.parse(
      await post(`${orchestration()}/playbooks/${draft.id}/publish`, { revision: draft.revision }),
    )
    const sent = await post(published.hooks[0]?.address ?? '', { hosts: ['nw-1', 'nw-2', 'nw-3'] })
    const { runId } = z.object({ runId: z.string() }).parse(sent)
    await page.goto(`${product.address}${place}/orchestration/run/${runId}`)
    const steps = page.getByRole('region', { name: 'Steps' })
    await page.getByRole('main').getByText('Failed', { exact: true }).first().waitFor()
    await steps.getByRole('button', { name: /Look up.*3 ×/ }).click()
    await page.getByRole('textbox', { name: 'Iteration' }).fill('2')
    await page.getByText('http://127.0.0.1:9/nw-2').first().waitFor()
    await lookAt(page, 'run-turns')
    await steps.getByRole('button', { name: /shape/ }).click()
    await page.getByRole('textbox', { name: 'Iteration' }).fill('3')
    await page.getByText('"nw-3"').first().waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Rerun', exact: true }).click()
    const repeated = dialog().getByRole('region', { name: 'Steps that run again' }).getByRole('listitem')
    await repeated.filter({ hasText: 'Look up' }).getByText('3 times').waitFor()
    await repeated.filter({ hasText: 'stop' }).getByText('Failed').waitFor()
    await lookAt(page, 'run-rerun')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.goto(`${product.address}${place}/orchestration/runs?view=failures`)
    const group = page.getByRole('grid', { name: 'Failures' }).getByText('stop', { exact: true })
    await group.waitFor()
    await lookAt(page, 'runs-failures')
    await group.dblclick()
    await page.getByRole('grid', { name: 'Runs' }).getByText('Look up hosts').waitFor()
  })

  it('reruns everything that failed alike, once, and finds runs by version', async () => {
    const again = page.getByRole('main').getByRole('button', { name: 'Rerun all' })
    await again.click()
    await lookAt(page, 'runs-repeat')
    await dialog().getByRole('button', { name: 'Rerun all' }).click()
    await dialog().getByText('Done: 1 of 1').waitFor()
    await dialog().getByText('1 run restarted').waitFor()
    await picture(page, 'runs-repeat-done')
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await dialog().waitFor({ state: 'detached' })
    const grid = page.getByRole('grid', { name: 'Runs' })
    await grid
      .getByText(/^Rerun of \d/)
      .first()
      .waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Version', exact: true }).click()
    await page.getByRole('menuitem', { name: '1', exact: true }).click()
    await page.waitForURL(/[?&]release=1\b/)
    await grid.getByText('Look up hosts').first().waitFor()
    await lookAt(page, 'runs-by-version')
  })

  it('finds runs by number and date, and shows the queue', async () => {
    await page.goto(`${product.address}${place}/orchestration/runs`)
    await page.getByRole('textbox', { name: 'Run number' }).fill('Run 1')
    await page.waitForURL(/[?&]number=1\b/)
    const grid = page.getByRole('grid', { name: 'Runs' })
    await grid.getByText('Run 1', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Run number' }).fill('')
    await page.waitForURL((url) => !url.search.includes('number'))
    await page.getByRole('button', { name: 'From and to' }).click()
    await page.getByLabel('To day').fill('2020-01-31')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('any day to 2020-01-31').waitFor()
    await page.getByRole('main').getByText('No results').waitFor()
    await lookAt(page, 'runs-of-days')
    await page.getByRole('tab', { name: 'Queue' }).click()
    await page.getByText('newest up').waitFor()
    await page.getByRole('grid', { name: 'Queue' }).getByText('A delay').first().waitFor()
    await lookAt(page, 'runs-queue')
  })
})
