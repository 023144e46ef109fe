import { describe, expect, test } from 'vitest'
import type { ActionContext } from '../kit/action.ts'
import { httpRequest } from './http-connector.ts'

/** A server of five items in pages of two; each answer says how to continue in all ways. */
function aServer({ broken = 0, lead = (next: string) => next } = {}) {
  const asked: string[] = []
  const context: ActionContext = {
    http: {
      async request({ url }) {
        asked.push(url)
        const { searchParams } = new URL(url)
        const at = Number(searchParams.get('at') ?? searchParams.get('page') ?? 1)
        const items = [1, 2, 3, 4, 5].slice((at - 1) * 2, at * 2)
        const next = at < 3 ? lead(`https://api.example/x?at=${at + 1}`) : null
        const body = { data: { items }, next, cursor: at < 3 ? String(at + 1) : '' }
        return {
          ok: true,
          status: at === broken ? 503 : 200,
          headers: {
            'content-type': 'application/json',
            ...(next === null ? {} : { link: `<https://api.example/y>; rel="prev", <${next}>; rel="next"` }),
          },
          retryAfterMs: at === broken ? 2_000 : null,
          body: Buffer.from(JSON.stringify(body)),
        }
      },
    },
    idempotencyKey: 'run-1/list~1',
    signal: new AbortController().signal,
    timeoutMs: 30_000,
    log: { debug: () => undefined, warn: () => undefined },
  }
  return { context, asked }
}

const url = 'https://api.example/x'
const items = 'data.items'

describe('pages of http.request', () => {
  test.each([
    ['the Link header', { by: 'link', items }],
    ['an address in the body', { by: 'next', items, from: 'next' }],
    ['a cursor', { by: 'cursor', items, from: 'cursor', param: 'at' }],
  ])('are read by %s until there are no more', async (_name, paging) => {
    const { context, asked } = aServer()
    const result = await httpRequest.perform({ url, paging }, context)
    expect(result).toMatchObject({
      ok: true,
      output: { status: 200, body: [1, 2, 3, 4, 5], pages: 3, more: false },
    })
    expect(asked).toEqual([url, `${url}?at=2`, `${url}?at=3`])
  })

  test('are read by number until one is empty', async () => {
    const { context, asked } = aServer()
    const result = await httpRequest.perform({ url, paging: { by: 'page', items, param: 'page' } }, context)
    expect(result).toMatchObject({ output: { body: [1, 2, 3, 4, 5], pages: 4, more: false } })
    expect(asked).toEqual([url, `${url}?page=2`, `${url}?page=3`, `${url}?page=4`])
  })

  test.each([
    ['pages', { pages: 2 }, [1, 2, 3, 4]],
    ['items', { limit: 3 }, [1, 2, 3]],
  ])('stop at the bound of %s, which the output says', async (_name, bound, body) => {
    const { context, asked } = aServer()
    const result = await httpRequest.perform({ url, paging: { by: 'link', items, ...bound } }, context)
    expect(result).toMatchObject({ output: { body, more: true } })
    expect(asked).toHaveLength(2)
  })

  test.each([
    'https://elsewhere.example/x',
    'http://api.example/x',
    'file:///etc/passwd',
    'https://api.example/x',
  ])('that lead to %s are not followed', async (next) => {
    const { context, asked } = aServer({ lead: () => next })
    await httpRequest.perform({ url, paging: { by: 'next', items, from: 'next' } }, context)
    expect(asked).toEqual([url])
  })

  test('fail as a whole when one of them fails, and are tried again', async () => {
    const { context } = aServer({ broken: 2 })
    const result = await httpRequest.perform({ url, paging: { by: 'link', items } }, context)
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'http.status', retryable: true, retryAfterMs: 2_000 },
    })
  })

  test.each([{ by: 'next' }, { by: 'cursor', from: 'cursor' }, { by: 'page' }, { by: 'link', pages: 101 }])(
    'described by %j are no input',
    async (paging) => {
      const { context, asked } = aServer()
      const result = await httpRequest.perform({ url, paging }, context)
      expect(result).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
      expect(asked).toEqual([])
    },
  )
})
