import { AssetView } from '@caseloom/contract/automation/assets'
import { ActionView } from '@caseloom/contract/automation/builder'
import { aStubServer, type StubServer } from '@caseloom/testkit/connectors-fixture'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'

const SECRET = 'harbour-velvet-9'
const pets = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Pet register', version: '3.2', description: 'Keeps pets and who owns them.' },
  servers: [{ url: `${url}/v3` }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/pets': {
      get: { operationId: 'listPets', summary: 'List pets', responses: {} },
      post: { operationId: 'addPet', summary: 'Add a pet', responses: {} },
    },
    '/upload': { post: { requestBody: { content: { 'multipart/form-data': {} } }, responses: {} } },
  },
})

/** A user connects another system: imports its actions, enters credentials, tests them, and rotates them. */
describe('assets and connectors', () => {
  let stub: StubServer
  let demo: Demo
  let page: Page
  beforeAll(async () => {
    stub = await aStubServer()
    demo = await startDemo({ CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${stub.port}` })
    page = demo.browser.page
  })
  afterAll(async () => {
    await demo?.close()
    await stub?.close()
  })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })

  it('shows connectors, and imports one from an OpenAPI document; errors show their location', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await tab('Connectors').click()
    await page.getByRole('list', { name: 'Connectors' }).getByRole('listitem').first().waitFor()
    await lookAt(page, 'connectors')
    await page.getByRole('button', { name: 'Import connector' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import connector' })
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose file' }).click()
      await (await chooser).setFiles({
        name: 'pets.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      })
    }
    await choose(JSON.stringify({ openapi: '3.1.0', paths: { '/x': { get: 7 } } }))
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('paths › /x › get: Must be an object').waitFor()
    await lookAt(page, 'connector-import-faults')
    await choose(JSON.stringify(pets(stub.url)))
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'Pet register', level: 1 }).waitFor()
    await page.getByRole('checkbox', { name: 'List pets' }).waitFor()
    await lookAt(page, 'connector')
  })

  it('adds an asset for it, whose secret is never shown again, and tests it', async () => {
    await page.getByRole('button', { name: 'Add asset' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add asset' })
    await dialog.getByRole('textbox', { name: 'Token' }).waitFor()
    await dialog.getByRole('button', { name: 'Add asset' }).click()
    await dialog.getByRole('alert').getByText('This secret is required').waitFor()
    await lookAt(page, 'asset-form')
    await dialog.getByRole('textbox', { name: 'Token' }).fill(SECRET)
    await dialog.getByRole('button', { name: 'Add asset' }).click()
    const panel = page.getByRole('complementary', { name: 'Pet register' })
    await panel.getByRole('button', { name: 'Test connection' }).click()
    await panel.getByText('Connected: The server responded with status 200').waitFor()
    expect(stub.hits.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`)
    expect(await page.content()).not.toContain(SECRET)
    await lookAt(page, 'asset')
    stub.answer.current = (hit) => ({ status: 401, body: { message: `Wrong: ${hit.headers.authorization}` } })
    await panel.getByRole('button', { name: 'Test connection' }).click()
    await panel.getByText('Failed: The server responded with status 401: Wrong: Bearer [hidden]').waitFor()
  })

  it('rotates the secret, and keeps it when only the name changes', async () => {
    const panel = page.getByRole('complementary', { name: 'Pet register' })
    await panel.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Pet register' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Pets at work')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const renamed = page.getByRole('complementary', { name: 'Pets at work' })
    await dialog.waitFor({ state: 'hidden' })
    // The result of the test before is still shown.
    const before = stub.hits.length
    await renamed.getByRole('button', { name: 'Test connection' }).click()
    await expect.poll(() => stub.hits.length).toBeGreaterThan(before)
    await renamed.getByText('Failed: The server').waitFor()
    expect(stub.hits.at(-1)?.headers.authorization).toBe(`Bearer ${SECRET}`)
    await renamed.getByRole('button', { name: 'Edit' }).click()
    const again = page.getByRole('dialog', { name: 'Edit Pets at work' })
    await again.getByRole('textbox', { name: 'Token' }).fill('another-token-7')
    await again.getByRole('button', { name: 'Save' }).click()
    await again.waitFor({ state: 'hidden' })
    await renamed.getByRole('button', { name: 'Test connection' }).click()
    await expect.poll(() => stub.hits.at(-1)?.headers.authorization).toBe('Bearer another-token-7')
  })

  it('offers its actions to playbooks, and is deleted when nothing uses it', async () => {
    const tenant = /\/tenant\/([^/]+)/.exec(page.url())?.[1] ?? ''
    const api = `${demo.product.address}/api/tenant/${tenant}/orchestration/api`
    const actions = z
      .object({ items: z.array(ActionView) })
      .parse(await (await page.request.get(`${api}/actions`)).json())
    expect(actions.items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['http.request', 'pets.addPet']),
    )
    const panel = page.getByRole('complementary', { name: 'Pets at work' })
    await panel.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete Pets at work' }).click()
    await page.getByText('Deleted Pets at work').first().waitFor()
    const assets = z
      .object({ items: z.array(AssetView) })
      .parse(await (await page.request.get(`${api}/assets`)).json())
    expect(assets.items.map(({ name }) => name)).not.toContain('Pets at work')
  })
})
