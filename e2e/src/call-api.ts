import type { Page } from 'playwright-core'
import { expect } from 'vitest'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * Calls the product's own interface as the person who is signed in on the page, the way the page itself does. Expects
 * that it succeeds; answers the body, undefined where there is none.
 */
export async function callApi(page: Page, method: Method, url: string, data?: unknown): Promise<unknown> {
  const reply = await page.request[method](url, {
    headers: { origin: new URL(url).origin, 'content-type': 'application/json' },
    ...(data === undefined ? {} : { data }),
  })
  expect(reply.ok(), `${method} ${url}: ${reply.status()} ${await reply.text()}`).toBe(true)
  return reply.status() === 204 ? undefined : reply.json()
}
