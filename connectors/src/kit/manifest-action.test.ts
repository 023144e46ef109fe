import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { ActionContext } from './action.ts'
import type { Credentials } from './credentials.ts'
import { ManifestAction } from './manifest.ts'
import { MAX_PAGES, performManifestAction } from './manifest-action.ts'
import { baseOf } from './request-of.ts'
import type { HttpFailure, HttpRequest, HttpResponse } from './transport.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: JsonValue; retryAfterMs?: number }
const SECRET = 'tok/en+1=ä'

function aContext(answer: (request: HttpRequest, at: number) => Answer | HttpFailure = () => ({})) {
  const sent: HttpRequest[] = []
  const credentials: Credentials = {
    settings: { project: 'P1' },
    base: 'https://api.example/v2/',
    headers: { authorization: `Bearer ${SECRET}` },
    query: {},
    secrets: [SECRET],
  }
  const context: ActionContext & { credentials: Credentials } = {
    http: {
      async request(request) {
        sent.push(request)
        const given = answer(request, sent.length - 1)
        if ('error' in given) return given
        const { status = 200, headers = {}, body = null, retryAfterMs = null } = given
        const type = { 'content-type': 'application/json' }
        const bytes = Buffer.from(JSON.stringify(body))
        return {
          ok: true,
          status,
          headers: { ...type, ...headers },
          body: bytes,
          retryAfterMs,
        } satisfies HttpResponse
      },
    },
    credentials,
    idempotencyKey: 'run/step~1',
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    log: { debug: () => undefined, warn: () => undefined },
  }
  return { context, sent }
}

type Given = z.input<typeof ManifestAction>
function anAction(request: Given['request'], more: Partial<Given> = {}): ManifestAction {
  return ManifestAction.parse({ name: 'demo.act', title: 'Act', input: { type: 'object' }, request, ...more })
}

async function urlOf(request: Given['request'], input: JsonObject) {
  const { context, sent } = aContext()
  const result = await performManifestAction(anAction(request), input, context)
  return { result, url: sent[0]?.url, sent }
}

describe('the request of an action', () => {
  test('path, query, headers and body are filled; what is absent falls away', async () => {
    const { context, sent } = aContext()
    const action = anAction({
      method: 'POST',
      path: '/projects/{settings.project}/issues/{id}',
      query: { q: '{text}', labels: '{labels}', gone: '{gone}' },
      headers: { 'X-Kind': 'kind-{kind}' },
      body: {
        value: { fields: { title: '{title}', note: '{gone}', who: { id: '{gone}' } }, list: ['{title}'] },
      },
    })
    const input = { id: 'a b/c', text: 'x&y=1', labels: ['a', 'b'], kind: 'k', title: { deep: 1 } }
    expect(await performManifestAction(action, input, context)).toEqual({ ok: true, output: null })
    expect(sent[0]).toMatchObject({
      url: 'https://api.example/v2/projects/P1/issues/a%20b%2Fc?q=x%26y%3D1&labels=a&labels=b',
      method: 'POST',
      headers: { 'x-kind': 'kind-k', authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: '{"fields":{"title":{"deep":1}},"list":[{"deep":1}]}',
      idempotencyKey: 'run/step~1',
      timeoutMs: 30_000,
    })
  })

  test('without a template the body is the rest of the input; forms and texts are written as such', async () => {
    const { sent } = await urlOf({ method: 'POST', path: '/x/{id}', body: {} }, { id: 1, a: 'ä', b: [1] })
    expect(sent[0]?.body).toBe('{"a":"ä","b":[1]}')
    const form = await urlOf(
      { method: 'POST', path: '/x', body: { type: 'form' } },
      { a: 'ä&', b: [1, 2], c: null },
    )
    expect(form.sent[0]?.body).toBe('a=%C3%A4%26&b=1&b=2')
    const text = await urlOf(
      { method: 'PUT', path: '/x', body: { type: 'text', value: '{t}' } },
      { t: '<a/>' },
    )
    expect(text.sent[0]).toMatchObject({
      body: '<a/>',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  })

  test.each([['..'], ['.'], ['a/../b'], ['a\\..\\b'], ['a\r\nX: 1'], ['a\u0000'], [''], [null], [{ a: 1 }]])(
    'a path parameter of %j is refused before anything is sent',
    async (id) => {
      for (const path of ['/x/{id}', '/x/{+id}']) {
        const { result, sent } = await urlOf({ method: 'GET', path }, { id })
        expect(result).toMatchObject({ ok: false, error: { code: 'input.invalid', retryable: false } })
        expect(sent).toEqual([])
      }
    },
  )

  test('no path parameter reaches another origin, a query or a fragment', async () => {
    for (const id of ['//evil.example', '@evil.example', '?a=1', '#x', '%2e%2e', 'a;b', ':80']) {
      const { url = '' } = await urlOf({ method: 'GET', path: '/{id}' }, { id })
      expect(new URL(url).origin).toBe('https://api.example')
      expect(new URL(url).search + new URL(url).hash).toBe('')
      expect(new URL(url).pathname).toBe(`/v2/${encodeURIComponent(id)}`)
    }
    const { url } = await urlOf({ method: 'GET', path: '/files/{+path}' }, { path: 'src/a b?.ts' })
    expect(url).toBe('https://api.example/v2/files/src/a%20b%3F.ts')
  })

  test('a header with line breaks is refused', async () => {
    const { result, sent } = await urlOf(
      { method: 'GET', path: '/', headers: { 'X-A': '{a}' } },
      { a: 'x\r\ny: z' },
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
    expect(sent).toEqual([])
  })

  test('settings make up a base address only with plain names', () => {
    expect(baseOf('{settings.baseUrl}', { baseUrl: 'https://a.example/x/' })).toBe('https://a.example/x')
    expect(baseOf('https://{settings.team}.a.example', { team: 'ours' })).toBe('https://ours.a.example')
    for (const team of ['evil.example/', 'a@b', 'x?', '', '..'])
      expect(baseOf('https://{settings.team}.a.example', { team })).toBeNull()
    expect(baseOf('{settings.baseUrl}', { baseUrl: 'ftp://a' })).toBeNull()
    expect(baseOf('{settings.baseUrl}', { baseUrl: 'https://me:pw@a.example' })).toBeNull()
  })
})

describe('the answer of an action', () => {
  const get: Given['request'] = { method: 'GET', path: '/x' }

  test('the picked part is the output', async () => {
    const { context } = aContext(() => ({ body: { data: { items: [1, { a: 2 }] } } }))
    const picked = (pick: string) => performManifestAction(anAction(get, { response: { pick } }), {}, context)
    expect(await picked('data.items.1.a')).toEqual({ ok: true, output: 2 })
    expect(await picked('data.none')).toEqual({ ok: true, output: null })
  })

  test('an error includes the server’s reason and whether a retry is worthwhile', async () => {
    const errors = { message: ['error.text', 'message'] }
    const perform = async (status: number, method: 'GET' | 'POST', idempotent = false) => {
      const { context } = aContext(() => ({
        status,
        retryAfterMs: 5_000,
        body: { message: 'No such thing' },
      }))
      return performManifestAction(
        anAction({ method, path: '/x' }, { response: { errors }, idempotent }),
        {},
        context,
      )
    }
    expect(await perform(404, 'GET')).toMatchObject({
      error: { message: 'The server responded with status 404: No such thing', retryable: false },
    })
    expect(await perform(429, 'POST')).toMatchObject({ error: { retryable: true, retryAfterMs: 5_000 } })
    expect(await perform(502, 'GET')).toMatchObject({ error: { retryable: true } })
    expect(await perform(502, 'POST')).toMatchObject({ error: { retryable: false } })
    expect(await perform(502, 'POST', true)).toMatchObject({ error: { retryable: true } })
  })

  test('a refusal inside an answer of 200 is an error', async () => {
    const response: Given['response'] = { errors: { message: ['error'], when: { at: 'ok', is: false } } }
    const { context } = aContext(() => ({ body: { ok: false, error: 'channel_not_found' } }))
    expect(await performManifestAction(anAction(get, { response }), {}, context)).toMatchObject({
      error: { code: 'connector.refused', message: 'The server rejected the request: channel_not_found' },
    })
  })

  test('a lost answer of what must not happen twice is not worth a retry', async () => {
    const lost: HttpFailure = { ok: false, error: { code: 'http.timeout', message: 'lost', retryable: true } }
    const { context } = aContext(() => lost)
    const post = anAction({ method: 'POST', path: '/x' })
    expect(await performManifestAction(post, {}, context)).toMatchObject({ error: { retryable: false } })
    expect(await performManifestAction(anAction(get), {}, context)).toMatchObject({
      error: { retryable: true },
    })
  })

  test('secrets come back in no form, neither in outputs nor in errors', async () => {
    const base64 = Buffer.from(SECRET).toString('base64')
    const echo = {
      a: `Bearer ${SECRET}`,
      [SECRET]: [encodeURIComponent(SECRET), base64, JSON.stringify({ SECRET })],
    }
    for (const status of [200, 400]) {
      const { context } = aContext(() => ({ status, body: { ...echo, message: SECRET } }))
      const response: Given['response'] = { errors: { message: ['message'] } }
      const text = JSON.stringify(await performManifestAction(anAction(get, { response }), {}, context))
      for (const form of [SECRET, encodeURIComponent(SECRET), base64]) expect(text).not.toContain(form)
      expect(text).toContain('[hidden]')
    }
    const { context } = aContext(() => {
      throw new Error(SECRET)
    })
    const broken = JSON.stringify(await performManifestAction(anAction(get), {}, context))
    expect(broken).toContain('connector.broken')
    expect(broken).not.toContain(SECRET)
  })

  test('logs the error of an action that throws, with its stack and without secrets', async () => {
    const { context } = aContext(() => {
      throw new TypeError(`no such header: ${SECRET}`)
    })
    const logged: unknown[] = []
    const log = { debug: () => undefined, warn: (fields: object) => logged.push(fields) }
    await performManifestAction(anAction(get), {}, { ...context, log })
    expect(logged).toEqual([
      { action: anAction(get).name, err: expect.objectContaining({ name: 'TypeError' }) },
    ])
    const [{ err }] = logged as [{ err: Error }]
    expect(err.message).toBe('no such header: [hidden]')
    expect(err.stack).toMatch(/manifest-action\.test/)
    expect(err.stack).not.toContain(SECRET)
  })
})

describe('paging', () => {
  const get: Given['request'] = { method: 'GET', path: '/x' }
  const paged = (paging: NonNullable<Given['response']>['paging']) => anAction(get, { response: { paging } })

  test('follows a cursor in the query until there is none', async () => {
    const { context, sent } = aContext((_request, at) => ({
      body: { items: [at], meta: { next: at < 2 ? `c${at}` : '' } },
    }))
    const action = paged({ kind: 'cursor', items: 'items', from: 'meta.next', param: 'cursor' })
    expect(await performManifestAction(action, {}, context)).toEqual({
      ok: true,
      output: { items: [0, 1, 2], more: false },
    })
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['', '?cursor=c0', '?cursor=c1'])
  })

  test('a cursor goes into a body where the interface wants it there', async () => {
    const { context, sent } = aContext((_request, at) => ({ body: { items: [at], next: at < 1 ? 7 : null } }))
    const paging = { kind: 'cursor', items: 'items', from: 'next', param: 'after', in: 'body' } as const
    const action = anAction({ method: 'POST', path: '/x', body: {} }, { response: { paging } })
    await performManifestAction(action, { q: 1 }, context)
    expect(sent.map(({ body }) => body)).toEqual(['{"q":1}', '{"q":1,"after":7}'])
  })

  test('follows links of its own origin only', async () => {
    const { context, sent } = aContext((_request, at) => ({
      body: [at],
      headers: {
        link:
          at === 0
            ? '<https://api.example/v2/x?p=2>; rel="next", <x>; rel="last"'
            : '<https://evil.example/>; rel=next',
      },
    }))
    const result = await performManifestAction(paged({ kind: 'link', items: '' }), {}, context)
    expect(result).toEqual({ ok: true, output: { items: [0, 1], more: false } })
    expect(sent.map(({ url }) => url)).toEqual(['https://api.example/v2/x', 'https://api.example/v2/x?p=2'])
  })

  test('an address with dots in its name is found', async () => {
    const { context, sent } = aContext((_request, at) => ({
      body: { value: [at], ...(at === 0 ? { '@odata.nextLink': 'https://api.example/v2/x?$skip=1' } : {}) },
    }))
    await performManifestAction(paged({ kind: 'link', items: 'value', from: '@odata.nextLink' }), {}, context)
    expect(sent).toHaveLength(2)
  })

  test.each([
    ['offset', ['?size=2', '?size=2&at=2', '?size=2&at=4']],
    ['page', ['?size=2', '?size=2&at=2', '?size=2&at=3']],
  ] as const)('counts by %s until a page is incomplete', async (kind, expected) => {
    const { context, sent } = aContext((_request, at) => ({ body: at < 2 ? [1, 2] : [3] }))
    const paging = { kind, items: '', param: 'at', size: { param: 'size', value: 2 } }
    const result = await performManifestAction(paged(paging), {}, context)
    expect(result).toEqual({ ok: true, output: { items: [1, 2, 1, 2, 3], more: false } })
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(expected)
  })

  test('stops at the cap of a server that never stops, and at the number that is wanted', async () => {
    const endless = () => aContext(() => ({ body: { items: [1, 2], next: 'x' } }))
    const paging = { kind: 'cursor', items: 'items', from: 'next', param: 'c', limit: 'limit' } as const
    const first = endless()
    const result = await performManifestAction(paged(paging), {}, first.context)
    expect(first.sent).toHaveLength(MAX_PAGES)
    expect(result).toMatchObject({ ok: true, output: { more: true } })
    const second = endless()
    const few = await performManifestAction(paged(paging), { limit: 3 }, second.context)
    expect(few).toEqual({ ok: true, output: { items: [1, 2, 1], more: true } })
    expect(second.sent).toHaveLength(2)
  })
})
