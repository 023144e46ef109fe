import { describe, expect, test } from 'vitest'
import type { ActionContext } from '../kit/action.ts'
import type { HttpFailure, HttpRequest, HttpResponse } from '../kit/transport.ts'
import { httpRequest } from './http-connector.ts'

type Answer = Partial<Omit<HttpResponse, 'body'>> & { body?: string | Uint8Array }

function aContext(answer: Answer | HttpFailure | Error = {}) {
  const sent: HttpRequest[] = []
  const warned: object[] = []
  const context: ActionContext = {
    http: {
      async request(request) {
        sent.push(request)
        if (answer instanceof Error) throw answer
        if ('error' in answer) return answer
        const { body = '', ...rest } = answer
        const bytes = typeof body === 'string' ? Buffer.from(body) : body
        return { ok: true, status: 200, headers: {}, retryAfterMs: null, ...rest, body: bytes }
      },
    },
    idempotencyKey: 'run-1/notify~1',
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    log: { debug: () => undefined, warn: (facts) => void warned.push(facts) },
  }
  return { context, sent, warned }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

describe('http.request', () => {
  test('a JSON body is sent as JSON with the idempotency key, and a JSON answer is parsed', async () => {
    const { context, sent } = aContext({ status: 201, headers: json, body: '{"verdict":"bad"}' })
    const result = await httpRequest.perform(
      {
        method: 'POST',
        url: 'https://api.example/x?a=1',
        query: { b: 'ä&', c: [1, true], d: null },
        body: { n: 1 },
      },
      context,
    )
    expect(result).toEqual({ ok: true, output: { status: 201, headers: json, body: { verdict: 'bad' } } })
    expect(sent).toEqual([
      {
        url: 'https://api.example/x?a=1&b=%C3%A4%26&c=1&c=true',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"n":1}',
        timeoutMs: 30_000,
        maxBytes: 20 * 1024 * 1024,
        signal: context.signal,
        idempotencyKey: 'run-1/notify~1',
      },
    ])
  })

  test('the key goes with every method, also with those that send nothing', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { context, sent } = aContext()
      await httpRequest.perform({ method, url: 'https://api.example/' }, context)
      expect(sent).toMatchObject([{ method, idempotencyKey: 'run-1/notify~1' }])
      expect(sent[0]).not.toHaveProperty('body')
    }
  })

  test('a text body goes out as it is, and a content type of the author stays', async () => {
    const { context, sent } = aContext()
    await httpRequest.perform({ method: 'POST', url: 'https://a.example/', body: '<a/>' }, context)
    const headers = { 'Content-Type': 'application/xml' }
    await httpRequest.perform({ method: 'POST', url: 'https://a.example/', body: '<a/>', headers }, context)
    await httpRequest.perform({ method: 'POST', url: 'https://a.example/', body: null }, context)
    expect(sent.map((one) => [one.body, one.headers])).toEqual([
      ['<a/>', { 'content-type': 'text/plain; charset=utf-8' }],
      ['<a/>', { 'Content-Type': 'application/xml' }],
      ['null', { 'content-type': 'application/json' }],
    ])
  })

  test.each([
    ['no body', {}, '', null],
    ['text', { 'content-type': 'text/html' }, '<p>ä</p>', '<p>ä</p>'],
    ['JSON without its type', {}, '{"a":1}', '{"a":1}'],
    ['problem details', { 'content-type': 'application/problem+json' }, '{"a":1}', { a: 1 }],
    ['what only claims to be JSON', json, 'oops', 'oops'],
    ['another charset', { 'content-type': 'text/plain; charset=iso-8859-1' }, Buffer.from([0xe4]), 'ä'],
    ['bytes', { 'content-type': 'image/png' }, Buffer.from([0x89, 0xff]), { base64: 'if8=' }],
  ])('an answer with %s', async (_name, headers, body, expected) => {
    const { context } = aContext({ headers, body })
    const result = await httpRequest.perform({ url: 'https://a.example/' }, context)
    expect(result).toMatchObject({ ok: true, output: { body: expected } })
  })

  test.each([
    [400, false],
    [401, false],
    [404, false],
    [408, true],
    [409, false],
    [425, true],
    [429, true],
    [500, true],
    [503, true],
  ])('status %i is an error, worth a retry: %s', async (status, retryable) => {
    const { context } = aContext({ status, headers: json, body: '{"why":"x"}' })
    const result = await httpRequest.perform({ url: 'https://a.example/' }, context)
    expect(result).toEqual({
      ok: false,
      error: {
        code: 'http.status',
        message: `The server responded with status ${status}`,
        retryable,
        detail: { status, headers: json, body: { why: 'x' } },
      },
    })
  })

  test('the pause that the server asks for is passed on, for faults that a retry can fix', async () => {
    const busy = aContext({ status: 429, retryAfterMs: 7000 })
    const refused = aContext({ status: 403, retryAfterMs: 7000 })
    const request = { url: 'https://a.example/' }
    expect(await httpRequest.perform(request, busy.context)).toMatchObject({ error: { retryAfterMs: 7000 } })
    const other = await httpRequest.perform(request, refused.context)
    expect(other).not.toMatchObject({ error: { retryAfterMs: 7000 } })
  })

  test('a long error body is retained in part only', async () => {
    const { context } = aContext({ status: 500, body: 'x'.repeat(100_000) })
    const result = await httpRequest.perform({ url: 'https://a.example/' }, context)
    expect(JSON.stringify(result).length).toBeLessThan(3000)
  })

  test('a failure of the transport is the failure of the step', async () => {
    const error = { code: 'outbound.refused', message: 'x resolves to a loopback address', retryable: false }
    const { context } = aContext({ ok: false, error })
    expect(await httpRequest.perform({ url: 'http://x/' }, context)).toEqual({ ok: false, error })
  })

  test('the shorter of the two time limits holds', async () => {
    const { context, sent } = aContext()
    for (const timeout of ['500ms', '5s', '1h'])
      await httpRequest.perform({ url: 'https://a.example/', timeout }, context)
    expect(sent.map((one) => one.timeoutMs)).toEqual([500, 5000, 30_000])
  })

  test('all faults of the input are named and nothing is sent', async () => {
    const { context, sent } = aContext()
    const result = await httpRequest.perform(
      { method: 'FETCH', url: '', headers: { a: 1 }, extra: 1 },
      context,
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'input.invalid', retryable: false } })
    const text = JSON.stringify(result)
    for (const part of ['method', 'url', 'headers', 'extra']) expect(text).toContain(part)
    expect(await httpRequest.perform({ url: 'nowhere', query: { a: 1 } }, context)).toMatchObject({
      error: { code: 'input.invalid' },
    })
    expect(sent).toEqual([])
  })

  test('a broken transport fails the step without its inner message, and is logged', async () => {
    const { context, warned } = aContext(new Error('inner detail'))
    const result = await httpRequest.perform({ url: 'https://a.example/' }, context)
    expect(result).toMatchObject({ ok: false, error: { code: 'connector.broken' } })
    expect(JSON.stringify(result)).not.toContain('inner detail')
    expect(warned).toHaveLength(1)
  })

  test('credentials come back neither in outputs nor in errors, wherever the server repeats them', async () => {
    const headers = { Authorization: 'Bearer s3cr3t-token-1', 'X-Api-Key': 'k3y-k3y-k3y' }
    const echo = JSON.stringify({
      you: 'Bearer s3cr3t-token-1',
      'k3y-k3y-k3y': ['s3cr3t-token-1'],
      plain: 'stays',
    })
    for (const status of [200, 500]) {
      const { context, sent } = aContext({
        status,
        headers: { ...json, 'set-cookie': 'sid=abc' },
        body: echo,
      })
      const result = await httpRequest.perform({ url: 'https://a.example/', headers }, context)
      expect(JSON.stringify(result)).not.toMatch(/s3cr3t|k3y-|sid=abc/)
      expect(JSON.stringify(result)).toContain('stays')
      expect(sent[0]?.headers).toEqual(headers)
    }
  })

  test('the input in history shows no credentials', () => {
    const input = {
      url: 'https://me:pw@a.example/x?api_key=k1&page=2&token=t1',
      headers: { Authorization: 'Bearer b1', Accept: 'x' },
      query: { secret: 'q1', page: 3 },
      body: { n: 1 },
    }
    expect(httpRequest.masked(input)).toEqual({
      url: 'https://[hidden]@a.example/x?api_key=[hidden]&page=2&token=[hidden]',
      headers: { Authorization: '[hidden]', Accept: 'x' },
      query: { secret: '[hidden]', page: 3 },
      body: { n: 1 },
    })
    expect(httpRequest.masked('odd')).toBe('odd')
    expect(input.headers.Authorization).toBe('Bearer b1')
  })
})
