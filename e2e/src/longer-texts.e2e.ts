import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cutTexts, textsLeftCut } from './cut-texts.ts'
import { type Demo, startDemo } from './demo.ts'
import { anyRecord, appByKey, callTenant } from './demo-apps.ts'
import { picture } from './browser.ts'

const Items = z.object({ items: z.array(z.looseObject({ id: z.string() })) })
const SIZES = [
  { width: 1440, height: 900 },
  { width: 960, height: 650 },
] as const
/** Places inside a tenant, of an account, and of a user that are shown without anything more. */
const TENANT_PAGES = [
  'welcome',
  'home',
  'search',
  'apps',
  'reports',
  'dashboards',
  'workspaces',
  'apps/applets',
  'apps/warning-lists',
  'canvas',
  'canvas?view=list',
  'canvas?view=problems',
  'content',
  'content?tab=history',
  'content/export',
  'orchestration',
  'orchestration/runs',
  'orchestration/runs?view=queue',
  'orchestration/runs?view=failures',
  'orchestration/inbox',
  'orchestration/assets',
  'orchestration/connectors',
  'orchestration/connectors/slack',
]
const ADMIN_PAGES = [
  'users',
  'groups',
  'roles',
  'tokens',
  'tenants',
  'sign-in',
  'branding',
  'mail',
  'hero-ai',
  'audit',
  'accounts',
  'flags',
  'license',
  'installation-mail',
]

/** Every page in texts that are 40 % longer and have accents, as other languages do: what is cut here is soon cut there. */
describe('pages in longer texts', () => {
  let demo: Demo
  let places: Record<string, string[]> = {}

  beforeAll(async () => {
    demo = await startDemo()
    const { context } = demo.browser
    const { id: alert } = await appByKey(demo, 'alert')
    const { id: record } = await anyRecord(demo, alert)
    const playbooks = await callTenant(demo, 'get', '/orchestration/api/playbooks')
    const playbook = Items.parse(playbooks).items[0]?.id ?? ''
    const account = demo.place.split('/')[2] ?? ''
    const half = Math.ceil(TENANT_PAGES.length / 2)
    const inTenant = TENANT_PAGES.map((path) => `${demo.place}/${path}`)
    places = {
      'the first pages of a tenant': inTenant.slice(0, half),
      'the other pages of a tenant': inTenant.slice(half),
      'a record and its builders': [
        `${demo.place}/search/${alert}`,
        `${demo.place}/record/${alert}/${record}`,
        `${demo.place}/record/${alert}/new`,
        `${demo.place}/app-builder/${alert}`,
        `${demo.place}/orchestration/playbook/${playbook}`,
        `${demo.place}/orchestration/playbook/${playbook}?view=triggers`,
      ],
      'an account': ADMIN_PAGES.map((path) => `/account/${account}/account-admin/${path}`),
    }
    await context.addInitScript("localStorage.setItem('caseloom:pseudo', '1')")
  })
  afterAll(() => demo?.close())

  it.each([
    'the first pages of a tenant',
    'the other pages of a tenant',
    'a record and its builders',
    'an account',
  ])('of %s cut nothing, large or small, and lack no text', async (group) => {
    const { page, errors } = demo.browser
    const refused = new Set<string>()
    page.on('response', (reply) => {
      if (reply.status() >= 400) refused.add(`${reply.status()} ${new URL(reply.url()).pathname}`)
    })
    const cut: Record<string, string[]> = {}
    expect(places[group]?.length).toBeGreaterThan(0)
    for (const place of places[group] ?? []) {
      await page.goto(`${demo.product.address}${place}`)
      await page.getByRole('main').first().waitFor()
      await page.waitForLoadState('networkidle')
      for (const size of SIZES) {
        await page.setViewportSize(size)
        const name = `${place
          .split('/')
          .slice(3)
          .join('-')
          .replaceAll(/[0-9a-f-]{36}-?|\?/g, '')}-${size.width}`
        await picture(page, `longer-${name}`)
        const texts = await textsLeftCut(page)
        if (texts.length > 0) cut[name] = texts
      }
    }
    expect(cut).toEqual({})
    if (refused.size > 0) console.log(`refused while pages were shown: ${[...refused].join(', ')}`)
    expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  })

  it('are found when they are cut', async () => {
    const { page } = demo.browser
    await page.addStyleTag({
      content: 'h1 { width: 20px; overflow: hidden; text-overflow: clip !important; white-space: nowrap }',
    })
    expect((await cutTexts(page)).length).toBeGreaterThan(0)
  })
})
