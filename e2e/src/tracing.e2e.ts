import type { JsonObject } from '@caseloom/contract/kernel/json'
import { type CallStub, startCallStub } from '@caseloom/testkit/call-stub'
import { type CollectedSpan, type Collector, startCollector } from '@caseloom/testkit/collector'
import { type Product, startProduct } from '@caseloom/testkit/product'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Browser, openBrowser, picture } from './browser.ts'
import { anOperator } from './operator.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const PERSON = { email: 'maren@example.test', password: 'kettle orbit mango 7' }
const OFFLINE = /You’re offline\. Your input is safe/

const SEARCH = /records\/search$/

async function logIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(PERSON.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

function problem(status: number, code: string) {
  const body = { type: 'about:blank', title: 'Something went wrong', status, code, requestId: 'request-42' }
  return { status, contentType: 'application/problem+json', body: JSON.stringify(body) }
}

/** Asks an outside service, so that its run needs the engine and a worker. */
function askingPlaybook(url: string): JsonObject {
  return {
    playbook: 'ask_outside',
    title: 'Ask outside',
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'accepted' } }],
    steps: [
      {
        key: 'ask',
        action: 'http.request',
        with: { method: 'POST', url: `${url}/ask`, body: { subject: 'x' } },
      },
    ],
  }
}

/** One trace from the browser and from a webhook through web, engine and worker to the outside. */
describe('tracing', () => {
  let collector: Collector
  let stub: CallStub
  let product: Product
  let browser: Browser
  let page: Page
  const inTrace = (spans: readonly CollectedSpan[]) => spans.filter((span) => span.traceId === TRACE)
  const named = (spans: readonly CollectedSpan[], name: string | RegExp) =>
    spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))

  beforeAll(async () => {
    collector = await startCollector()
    stub = await startCallStub(0)
    product = await startProduct({
      LOG_LEVEL: 'warn',
      CASELOOM_TRACES_URL: collector.url,
      CASELOOM_TRACES_HEADERS: 'x-api-key=collector%20secret',
      CASELOOM_OUTBOUND_ALLOW: stub.hostAndPort,
    })
    browser = await openBrowser()
    page = browser.page
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
    await stub?.close()
    await collector?.close()
  })

  it('follows a webhook through web and worker to the outside under one trace id [S1.05]', async () => {
    const operator = await anOperator(product)
    const hook = await operator.publish(askingPlaybook(stub.url))
    const called = stub.nextCall()
    const reply = await fetch(hook.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${CALLER}-01`,
        tracestate: 'sender=1',
        baggage: 'user=ana',
      },
      body: '{}',
    })
    expect(reply.status).toBe(202)
    await called
    const call = stub.calls.at(-1)
    const [, traceId, callerOfStub] = call?.traceparent.split('-') ?? []
    expect([traceId, call?.baggage]).toEqual([TRACE, ''])
    const services = ['caseloom-web', 'caseloom-worker']
    await collector.until((spans) => {
      const own = inTrace(spans)
      return (
        services.every((service) => own.some((span) => span.service === service)) &&
        named(own, 'run').length > 0
      )
    })
    const spans = inTrace(collector.spans)
    const [request] = named(spans, 'POST /hooks/:tenantId/:hookKey')
    const [step] = named(spans, 'step http.request')
    const [outside] = named(spans, 'POST')
    expect(request).toMatchObject({ service: 'caseloom-web', parentSpanId: CALLER, failed: false })
    expect(outside).toMatchObject({
      service: 'caseloom-worker',
      spanId: callerOfStub,
      parentSpanId: step?.spanId,
    })
    const slice = spans.find((span) => span.spanId === step?.parentSpanId)
    expect(slice).toMatchObject({ service: 'caseloom-worker', name: 'run', parentSpanId: request?.spanId })
    expect(named(spans, 'transaction').length).toBeGreaterThan(0)
    expect(JSON.stringify(collector.spans)).not.toContain(PERSON.email)
    expect(collector.requests.every((headers) => headers['x-api-key'] === 'collector secret')).toBe(true)
  })

  it('records navigations and requests of the browser, and the server continues their traces [S7.10]', async () => {
    await page.goto(product.address)
    await logIn(page)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    const ofBrowser = () => collector.spans.filter((span) => span.service === 'caseloom-browser')
    const pairs = () =>
      ofBrowser().flatMap((span) => {
        const served = collector.spans.find((other) => other.parentSpanId === span.spanId)
        return served?.service === 'caseloom-web' ? [{ span, served }] : []
      })
    await collector.until(
      () =>
        named(ofBrowser(), 'navigate').length > 1 &&
        pairs().some(({ span }) => span.name === 'POST /iam/login'),
    )
    for (const { span, served } of pairs())
      expect([served.traceId, served.name]).toEqual([span.traceId, span.name])
    const navigation = named(ofBrowser(), 'navigate').find((span) => span.facts['navigation.to'] === '/login')
    expect(named(ofBrowser(), 'GET /iam/session').map((span) => span.parentSpanId)).toContain(
      navigation?.spanId,
    )
    const text = JSON.stringify(ofBrowser())
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(text).not.toContain(PERSON.email)
    expect(text).not.toContain('telemetry/v1/traces')
  })

  it('records an uncaught error, which the console still shows [S8.06]', async () => {
    const pageError = page.waitForEvent('pageerror')
    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new RangeError('uncaught in a test')
        }),
    )
    expect((await pageError).message).toBe('uncaught in a test')
    await collector.until((spans) => spans.some((span) => span.exceptions.includes('uncaught in a test')))
    const span = collector.spans.find((one) => one.exceptions.includes('uncaught in a test'))
    expect(span).toMatchObject({ name: 'error', failed: true, facts: { 'error.source': 'window' } })
    browser.errors.length = 0
  })

  it('records the error of a page that can’t be rendered, and still shows the error page [S8.06]', async () => {
    await page.route('**/assets/orchestration-*.js', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await page.getByRole('heading', { name: 'Couldn’t load this page' }).waitFor()
    await collector.until((spans) => spans.some((span) => span.facts['error.source'] === 'page'))
    await page.unroute('**/assets/orchestration-*.js')
    await page.goto(`${product.address}/`)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  it('slows nothing down while the collector hangs', async () => {
    collector.mood = 'hangs'
    const asked = collector.nextRequest()
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Orchestration' }).click()
    await page.getByText('Ask outside').first().waitFor()
    await asked
    await main.getByRole('link', { name: 'Alert', exact: true }).click()
    await page.getByRole('heading', { name: 'No records yet' }).waitFor()
    collector.mood = 'takes'
  })

  it('names the request that failed and offers another try', async () => {
    await page.route(SEARCH, (route) => route.fulfill(problem(500, 'internal.error')))
    await page.reload()
    await page.getByText('request-42').first().waitFor()
    await picture(page, 'server-error')
    const again = page.getByRole('button', { name: 'Try again' })
    await Promise.all([page.waitForRequest(SEARCH), again.click()])
    await again.waitFor()
    await page.unroute(SEARCH)
    // The page also retries automatically once its hub is connected; then the button is gone.
    const shown = page.getByRole('heading', { name: 'No records yet' })
    await again.or(shown).first().waitFor()
    await again.click({ timeout: 2_000 }).catch(() => undefined)
    await shown.waitFor()
  })

  it('redirects to sign-in when the session has expired, and back to the same page', async () => {
    const here = new URL(page.url()).pathname
    await browser.context.clearCookies()
    await page.getByPlaceholder('Search Alert').fill('anything')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/login\?.*returnTo=/, { waitUntil: 'commit' })
    await logIn(page)
    await page.waitForURL((url) => url.pathname === here, { waitUntil: 'commit' })
    await page.getByPlaceholder('Search Alert').fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No records yet' }).waitFor()
    browser.errors.length = 0
  })

  it('shows calmly that the browser is offline, and recovers automatically', async () => {
    await browser.context.setOffline(true)
    const strip = page.getByText(OFFLINE)
    await strip.waitFor()
    await picture(page, 'offline')
    await page.evaluate(axe.source)
    const found: unknown = await page.evaluate(
      `axe.run('main, [role=status]', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }).then((result) => result.violations.map((one) => one.id))`,
    )
    expect(z.array(z.string()).parse(found)).toEqual([])
    await page.setViewportSize({ width: 960, height: 650 })
    await picture(page, 'offline-small')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'offline-in-dark')
    const again = page.waitForResponse(SEARCH)
    await browser.context.setOffline(false)
    await strip.waitFor({ state: 'detached' })
    await again
  })
})
