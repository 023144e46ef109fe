import { AssetView } from '@caseloom/contract/automation/assets'
import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { type AnsweringServer, startAnsweringServer } from '@caseloom/testkit/answering-server'
import { type Collector, startCollector } from '@caseloom/testkit/collector'
import { operate } from '@caseloom/testkit/operate'
import { type Product, startProduct } from '@caseloom/testkit/product'
import { filesBelow, type Trace, tracesOf } from '@caseloom/testkit/product-traces'
import { type SmtpStub, startSmtpStub } from '@caseloom/testkit/smtp-stub'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type HubFrames, listenToHub } from './hub-frames.ts'
import { anOperator, type Operator } from './operator.ts'
import { plantInAccount } from './plant-account.ts'

/** All begin alike, so that a part of one is found too; what follows is what addresses, JSON and HTML write otherwise. */
const MARK = 'planted-in-'
const ODD = '/"é&<+ \\'
const PLANTED = {
  basic: `${MARK}basic-1f0c${ODD}`,
  bearer: `${MARK}bearer-2b9d`,
  header: `${MARK}header-3c8e`,
  query: `${MARK}query-4d7f${ODD}`,
  client: `${MARK}client-5e6a${ODD}`,
  access: `${MARK}access-6f5b`,
  code: `${MARK}code-7a4c`,
  codeClient: `${MARK}code-client-8b3d`,
  refresh: `${MARK}refresh-9c2e`,
  codeAccess: `${MARK}code-access-ad1f`,
  refused: `${MARK}refused-be0a`,
  mail: `${MARK}mail-cf1b`,
  wrongMail: `${MARK}wrong-mail-d02c`,
  sender: `${MARK}sender-e13d`,
  model: `${MARK}model-f24e`,
  idpClient: `${MARK}idp-client-0a3f${ODD}`,
} as const
/** No secret: it must be found, or the search sees nothing. */
const CANARY = 'canary-that-sings-5150'

interface Planted {
  key: string
  connector?: string
  auth: string
  settings: JsonObject
  secrets: JsonObject
}
const ASSETS: readonly Planted[] = [
  { key: 'by-basic', auth: 'basic', settings: { username: 'robot' }, secrets: { password: PLANTED.basic } },
  { key: 'by-bearer', auth: 'bearer', settings: {}, secrets: { token: PLANTED.bearer } },
  {
    key: 'by-header',
    auth: 'apiKey',
    settings: { keyIn: 'header', keyName: 'X-Key' },
    secrets: { key: PLANTED.header },
  },
  {
    key: 'by-query',
    auth: 'apiKey',
    settings: { keyIn: 'query', keyName: 'key' },
    secrets: { key: PLANTED.query },
  },
  {
    key: 'by-client',
    auth: 'oauth2ClientCredentials',
    settings: { clientId: 'robot' },
    secrets: { clientSecret: PLANTED.client },
  },
  {
    key: 'by-code',
    auth: 'oauth2AuthorizationCode',
    settings: { clientId: 'robot' },
    secrets: { clientSecret: PLANTED.codeClient },
  },
]

/**
 * Each asset calls a service that echoes what it received in texts, headers, and errors; a record, a log line, mails,
 * and another call are built from the responses.
 */
function playbook(url: string): JsonObject {
  const tried = (key: string, after: string[], step: JsonObject): JsonObject => ({
    key: `${key}_tried`,
    action: 'flow.try',
    after,
    steps: [{ key: `${key}_failed`, ...step }],
    catch: [{ key: `${key}_why`, action: 'data.transform', with: { value: '{% $string(error) %}' } }],
  })
  const called = ASSETS.flatMap(({ key }): JsonObject[] => {
    const name = key.replace('by-', '')
    const call = (path: string, more: JsonObject = {}): JsonObject => ({
      action: 'http.request',
      asset: key,
      with: { method: 'POST', url: path, body: { of: name, by: '{% trigger.body.from %}' }, ...more },
    })
    return [
      { key: `${name}_echoed`, ...call('/told') },
      tried(name, [`${name}_echoed`], { ...call('/failed'), retry: { attempts: 2, from: '1s' } }),
    ]
  })
  const mail = { to: ['ann@example.test'], subject: 'All answers', text: '{% steps.sum.output %}' }
  return {
    playbook: 'planted',
    title: 'Calls of services that reveal everything',
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'secret' } }],
    steps: [
      ...called,
      tried('refused', [], {
        action: 'http.request',
        asset: 'by-refused',
        with: { method: 'GET', url: '/told' },
      }),
      tried('wrong', [], { action: 'mail.send', asset: 'by-wrong-mail', with: { ...mail, text: 'x' } }),
      {
        key: 'sum',
        action: 'data.transform',
        after: [
          ...ASSETS.map(({ key }) => `${key.replace('by-', '')}_tried`),
          'refused_tried',
          'wrong_tried',
        ],
        with: { value: '{% $string($merge([steps, {"trigger": trigger}])) %}' },
      },
      {
        key: 'keep',
        action: 'record.create',
        after: 'sum',
        with: { app: 'alert', set: { title: 'All answers', description: '{% steps.sum.output %}' } },
      },
      { key: 'mailed', action: 'mail.send', asset: 'by-mail', after: 'sum', with: mail },
      { key: 'captured', action: 'mail.send', after: 'sum', with: mail },
      {
        key: 'pass',
        action: 'http.request',
        after: ['keep', 'mailed', 'captured'],
        with: { method: 'POST', url: `${url}/passed`, body: { all: '{% steps.sum.output %}' } },
      },
      // While a run is under way the engine holds its journal.
      { key: 'hold', action: 'flow.wait', after: 'pass', with: { for: '1h' } },
    ],
  }
}

const base64Of = (text: string, before: number) =>
  Buffer.from(`${'\0'.repeat(before)}${text}`)
    .toString('base64')
    .replace(/=+$/, '')
/** The forms in which a text could lie anywhere: as it is, in an address, in hex (bytes of a table), within base64. */
function formsOf(text: string): string[] {
  const inside = [0, 1, 2].map((before) => base64Of(text, before).slice(before === 0 ? 0 : before + 1, -1))
  return [text, encodeURIComponent(text), Buffer.from(text).toString('hex'), ...inside]
}
function found(traces: readonly Trace[], secrets: readonly string[]): string[] {
  const forms = [...new Set(secrets.flatMap(formsOf))]
  return traces.flatMap(({ place, text }) =>
    forms.filter((form) => text.includes(form)).map((form) => `${place}: ${form} at …${around(text, form)}…`),
  )
}
const around = (text: string, form: string) => {
  const at = text.indexOf(form)
  return text.slice(Math.max(0, at - 60), at + form.length + 20)
}

describe('secrets of assets, triggers, people, models and providers', () => {
  let service: AnsweringServer
  let smtp: SmtpStub
  let collector: Collector
  let product: Product
  let operator: Operator
  let hub: HubFrames

  beforeAll(async () => {
    service = await startAnsweringServer()
    service.answer(({ method, url, headers, body }) => {
      const all: JsonObject = { method, url, headers, body }
      if (url.startsWith('/token')) {
        // A client that is let in gets tokens; one that is not is quoted in the fault itself.
        if (url.startsWith('/token-refuses'))
          return { status: 400, body: { error: JSON.stringify(all), error_description: JSON.stringify(all) } }
        const tokens =
          body.includes('authorization_code') || body.includes('refresh_token')
            ? { access_token: PLANTED.codeAccess, refresh_token: PLANTED.refresh, expires_in: 30 }
            : { access_token: PLANTED.access, expires_in: 3600 }
        return { body: tokens }
      }
      if (url.startsWith('/oidc/'))
        return {
          body: {
            issuer: `${service.origin}/oidc`,
            authorization_endpoint: `${service.origin}/authorize`,
            token_endpoint: `${service.origin}/token-refuses`,
            jwks_uri: `${service.origin}/keys`,
            token_endpoint_auth_methods_supported: ['client_secret_post'],
          },
        }
      return {
        status: url.startsWith('/failed') ? 500 : 200,
        headers: { 'x-told': encodeURI(headers['authorization'] ?? headers['x-key'] ?? url) },
        body: all,
      }
    })
    smtp = await startSmtpStub({ user: 'robot', pass: PLANTED.mail })
    collector = await startCollector()
    product = await startProduct({
      LOG_LEVEL: 'trace',
      CASELOOM_TRACES_URL: collector.url,
      CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${service.port},127.0.0.1:${smtp.port}`,
    })
    operator = await anOperator(product)
    hub = await listenToHub(product.address, operator)
  })
  afterAll(async () => {
    hub?.close()
    await product?.dispose()
    await collector?.close()
    await smtp?.close()
    await service?.close()
  })

  /** What the product answered to people, also where it refused. */
  const answers: Trace[] = []
  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const reply = await operator.call(method, path, body).catch((error: Error) => error.message)
    answers.push({ place: `answer of ${method} ${path}`, text: JSON.stringify(reply) })
    return reply
  }

  async function anAsset({ key, connector = 'http', auth, settings, secrets }: Planted): Promise<string> {
    const open = connector === 'mail' ? settings : { baseUrl: service.origin, ...settings }
    const body = { key, name: key, connector, auth, settings: open, secrets }
    const { id } = AssetView.parse(await ask('POST', '/orchestration/api/assets', body))
    return id
  }

  async function plantAssets(): Promise<void> {
    const oauth = { tokenUrl: `${service.origin}/token`, authorizeUrl: `${service.origin}/authorize` }
    for (const asset of ASSETS) {
      const isOAuth = asset.auth.startsWith('oauth2')
      const id = await anAsset({ ...asset, settings: { ...asset.settings, ...(isOAuth ? oauth : {}) } })
      if (asset.auth === 'oauth2AuthorizationCode') {
        const path = `/orchestration/api/assets/${id}/connect`
        const { url } = z.object({ url: z.string() }).parse(await operator.call('POST', path, {}))
        const state = new URL(url).searchParams.get('state') ?? ''
        await ask('POST', '/orchestration/api/assets/connect', { state, code: PLANTED.code })
        await ask('POST', '/orchestration/api/assets/connect', { state, code: PLANTED.code })
      }
      await ask('POST', `/orchestration/api/assets/${id}/test`, {})
      await ask('POST', '/orchestration/api/assets', { ...asset, name: '', settings: { baseUrl: 'ftp://x' } })
    }
    const refused = { clientId: 'robot', tokenUrl: `${service.origin}/token-refuses` }
    const secrets = { clientSecret: PLANTED.refused }
    const auth = 'oauth2ClientCredentials'
    const id = await anAsset({ key: 'by-refused', auth, settings: refused, secrets })
    await ask('POST', `/orchestration/api/assets/${id}/test`, {})
    const host = {
      from: 'desk@example.test',
      smtpHost: '127.0.0.1',
      smtpPort: smtp.port,
      smtpSecurity: 'none',
    }
    const settings = { ...host, username: 'robot' }
    for (const [key, password] of [
      ['by-mail', PLANTED.mail],
      ['by-wrong-mail', PLANTED.wrongMail],
    ] as const) {
      const mail = { key, connector: 'mail', auth: 'mail', settings, secrets: { password } }
      await ask('POST', `/orchestration/api/assets/${await anAsset(mail)}/test`, {})
    }
  }

  it('stand in no row, no journal, no log, no span, no mail, no backup and no answer, whatever a service says back', async () => {
    await plantAssets()
    const made = await plantInAccount({
      address: product.address,
      operator,
      service: service.origin,
      secrets: { model: PLANTED.model, client: PLANTED.idpClient },
      heard: (place, text) => void answers.push({ place, text }),
    })
    const hook = await operator.publish(playbook(service.origin))
    const send = (secret: string) =>
      fetch(hook.address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-webhook-secret': secret,
          authorization: `Bearer ${PLANTED.sender}`,
          cookie: `session=${PLANTED.sender}`,
          'x-api-key': PLANTED.sender,
        },
        body: JSON.stringify({ from: CANARY }),
      })
    const sent = await send(hook.secret)
    expect(sent.status).toBe(202)
    const refused = await send(`${PLANTED.sender}-wrong`)
    answers.push({ place: 'answer of the hook', text: `${refused.status} ${await refused.text()}` })
    const [run] = await vi.waitFor(
      async () => {
        const runs = await operator.runs(hook.playbookId)
        expect(runs).toMatchObject([{ state: 'waiting' }])
        expect(service.requests().some(({ url }) => url === '/passed')).toBe(true)
        return runs
      },
      { timeout: 60_000, interval: 200 },
    )
    const view = await operator.call('GET', `/orchestration/api/playbooks/${hook.playbookId}`)
    const { draft } = PlaybookView.parse(view)
    await ask('POST', `/orchestration/api/playbooks/${hook.playbookId}/test-step`, {
      document: draft as JsonValue,
      path: 'bearer_echoed',
      trigger: { key: 'hook', payload: {} },
      stubs: { bearer_echoed: { use: 'real' } },
    })
    const runPath = `/orchestration/api/runs/${run?.id}`
    const steps = [
      'basic_echoed',
      'query_tried/query_failed',
      'refused_tried/refused_why',
      'wrong_tried/wrong_why',
      'sum',
    ]
    for (const path of ['', '/evidence', '/value?path=&side=trigger']) await ask('GET', `${runPath}${path}`)
    for (const path of steps)
      for (const side of ['input', 'output'])
        await ask('GET', `${runPath}/value?path=${encodeURIComponent(path)}&side=${side}`)
    for (const path of [
      'assets',
      'playbooks',
      'runs?limit=50',
      `triggers/${hook.triggerId}/deliveries?limit=50`,
    ])
      await ask('GET', `/orchestration/api/${path}`)

    // The service received each of them, so it had something to echo.
    const heard = service.requests().map(({ url, headers, body }) => JSON.stringify([url, headers, body]))
    const pair = Buffer.from(`robot:${PLANTED.basic}`).toString('base64')
    const { bearer, header, access, codeAccess, refresh, code, model } = PLANTED
    const client = PLANTED.idpClient.slice(0, PLANTED.idpClient.length - ODD.length)
    for (const secret of [
      pair,
      bearer,
      header,
      encodeURIComponent(PLANTED.query).slice(0, 20),
      access,
      codeAccess,
    ])
      expect(heard.filter((one) => one.includes(secret)).length, secret).toBeGreaterThanOrEqual(3)
    for (const secret of [refresh, code, model, client])
      expect(
        heard.some((one) => one.includes(secret)),
        secret,
      ).toBe(true)
    const passed = service.requests().filter(({ url }) => url === '/passed')
    expect(passed).toHaveLength(1)
    expect(smtp.letters).toHaveLength(1)
    await collector.until((spans) => spans.some(({ name }) => name === 'step mail.send'))

    const whileUnderWay = await tracesOf(product)
    await ask('POST', `${runPath}/cancel`, {})
    const ended = await vi.waitFor(
      async () => {
        const runs = await operator.runs(hook.playbookId)
        expect(runs).toMatchObject([{ state: 'cancelled' }])
        return runs
      },
      { timeout: 60_000, interval: 200 },
    )
    answers.push({ place: 'answer of the list of runs', text: JSON.stringify(ended) })
    const folder = `${product.dataDir}/backup`
    const taken = await operate(['backup', folder], {
      CASELOOM_DATA: `${product.dataDir}/data`,
      CASELOOM_MASTER_KEY_FILE: `${product.dataDir}/master.key`,
    })
    expect(taken, taken.said).toMatchObject({ code: 0 })
    const traces = [
      ...whileUnderWay,
      ...(await tracesOf(product)),
      ...answers,
      ...hub.frames.map((text) => ({ place: 'hub message', text })),
      ...collector.spans.map((span) => ({ place: 'span', text: JSON.stringify(span) })),
      ...smtp.letters.map(({ raw }) => ({ place: 'letter', text: raw.replaceAll('=\r\n', '') })),
      { place: 'passed on', text: JSON.stringify(passed) },
    ]
    const backups = filesBelow(folder).map(({ place, text }) => ({ place: `backup ${place}`, text }))

    // What is searched is really what was done: the canary is found wherever it may be.
    const songs = found([...traces, ...backups], [CANARY])
    for (const place of [
      'caseloom.delivery',
      'journal ',
      'answer of GET',
      'letter',
      'passed on',
      'caseloom.mail',
      'backup',
    ])
      expect(songs.filter((one) => one.startsWith(place)).length, place).toBeGreaterThan(0)
    const words = {
      'hub message': operator.tenantId,
      span: 'step mail.send',
      '/logs/web.log': '"level"',
      '/logs/worker.log': '"level"',
      'caseloom.run_entry': 'bearer_echoed',
      'caseloom.audit_entry': operator.tenantId,
    }
    for (const [place, word] of Object.entries(words))
      expect(
        traces.some((one) => one.place.includes(place) && one.text.includes(word)),
        place,
      ).toBe(true)
    const secrets = [MARK, hook.secret, ...made, 'kettle orbit mango 7', operator.session]
    for (const secret of secrets)
      for (const form of formsOf(secret))
        expect(found([{ place: 'planted fault', text: `x ${form} y` }], secrets), form).not.toEqual([])
    expect(found(traces, secrets)).toEqual([])
    expect(found(backups, [MARK, hook.secret, ...made])).toEqual([])
  }, 300_000)
})
