import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, openBrowser } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { appByKey } from './demo-apps.ts'

/** What crossed the network, in bytes of headers and packed bodies, and the largest of it. */
interface Loaded {
  requests: number
  bytes: number
  script: number
  largest: string[]
}

/** What a page requests until it rests, by the browser's own count: scripts, styles, fonts, pictures, and data. */
async function loadOf(context: BrowserContext, page: Page, open: () => Promise<unknown>): Promise<Loaded> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const paths = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  )
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) paths.delete(requestId)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => paths.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    sizes.set(requestId, encodedDataLength),
  )
  await open()
  await page.waitForLoadState('networkidle')
  await session.detach()
  const files = [...paths].map(([id, path]) => ({ path, bytes: sizes.get(id) ?? 0 }))
  const sum = (some: typeof files) => some.reduce((total, { bytes }) => total + bytes, 0)
  return {
    requests: files.length,
    bytes: sum(files),
    script: sum(files.filter(({ path }) => path.endsWith('.js'))),
    largest: files
      .toSorted((one, other) => other.bytes - one.bytes)
      .slice(0, 10)
      .map(({ path, bytes }) => `${bytes} ${path}`),
  }
}

/** Pages as on the first day and after each update: the browser has nothing of them yet. */
describe('with a cold cache', () => {
  let demo: Demo
  let fresh: Browser

  beforeAll(async () => {
    demo = await startDemo()
    fresh = await openBrowser()
  })
  afterAll(async () => {
    await fresh?.close()
    await demo?.close()
  })

  it('the sign-in page takes at most 25 requests and 200 KiB of script', async () => {
    const { context, page } = fresh
    const loaded = await loadOf(context, page, async () => {
      await page.goto(demo.product.address)
      await page.getByLabel('Email').waitFor()
    })
    const found = JSON.stringify(loaded)
    expect(loaded.script, found).toBeGreaterThan(100 * 1024)
    expect(loaded.script, found).toBeLessThanOrEqual(200 * 1024)
    expect(loaded.requests, found).toBeLessThanOrEqual(25)
  })

  it('the first list after it takes at most 60 requests and 450 KiB in all', async () => {
    const { context, page } = fresh
    const { id } = await appByKey(demo, 'alert')
    await context.addCookies(await demo.browser.context.cookies())
    const loaded = await loadOf(context, page, async () => {
      await page.goto(`${demo.product.address}${demo.place}/search/${id}`)
      await page.getByRole('row').nth(3).waitFor()
    })
    const found = JSON.stringify(loaded)
    expect(loaded.bytes, found).toBeGreaterThan(200 * 1024)
    expect(loaded.bytes, found).toBeLessThanOrEqual(450 * 1024)
    expect(loaded.requests, found).toBeLessThanOrEqual(60)
    console.log(`first list: ${loaded.requests} requests, ${Math.round(loaded.bytes / 1024)} KiB`)
  })
})
