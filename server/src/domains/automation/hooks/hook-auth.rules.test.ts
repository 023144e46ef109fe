import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type HookCheck, publicHeaders, refusalOf } from './hook-auth.rules.ts'

const now = new Date('2026-01-01T00:00:00Z')
const body = Buffer.from('{"a":1}')
const sign = (secret: string, bytes = body) =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
const hmac: HookCheck = { auth: 'hmac-sha256', header: 'X-Hub-Signature-256', secret: 's3cret' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('the credentials of a delivery', () => {
  it.each([
    ['no scheme', { auth: 'none', header: null, secret: '' }, {}, null],
    ['a good signature', hmac, { 'x-hub-signature-256': sign('s3cret') }, null],
    ['a signature in capitals', hmac, { 'x-hub-signature-256': sign('s3cret').toUpperCase() }, null],
    ['a bare signature', hmac, { 'x-hub-signature-256': sign('s3cret').slice(7) }, null],
    ['a signature by another secret', hmac, { 'x-hub-signature-256': sign('other') }, /doesn’t match/],
    ['a cut signature', hmac, { 'x-hub-signature-256': sign('s3cret').slice(0, -2) }, /doesn’t match/],
    ['an empty signature', hmac, { 'x-hub-signature-256': '' }, /doesn’t match/],
    ['no signature', hmac, {}, /x-hub-signature-256 is missing/],
    ['a good secret', { auth: 'secret', header: 'X-Token', secret: 'geheim' }, { 'x-token': 'geheim' }, null],
    ['the usual header', { auth: 'secret', header: null, secret: 'g' }, { 'x-webhook-secret': 'g' }, null],
    ['a wrong secret', { auth: 'secret', header: 'X-Token', secret: 'g' }, { 'x-token': 'h' }, /incorrect/],
    [
      'a signature in Base64',
      hmac,
      { 'x-hub-signature-256': createHmac('sha256', 's3cret').update(body).digest('base64') },
      null,
    ],
    ['a good token', { auth: 'bearer', header: null, secret: 'tok' }, { authorization: 'Bearer tok' }, null],
    [
      'a token in another scheme',
      { auth: 'bearer', header: null, secret: 'tok' },
      { authorization: 'Basic tok' },
      /token is incorrect/,
    ],
    [
      'a good password',
      { auth: 'basic', header: null, secret: 'hook:pw' },
      { authorization: basic('hook:pw') },
      null,
    ],
    [
      'a wrong password',
      { auth: 'basic', header: null, secret: 'hook:pw' },
      { authorization: basic('hook:p') },
      /incorrect/,
    ],
  ] satisfies [string, HookCheck, Record<string, string>, RegExp | null][])(
    'judges %s',
    async (_name, check, headers, refusal) => {
      const answer = await refusalOf(check, { headers, body, now })
      if (refusal === null) expect(answer).toBeNull()
      else expect(answer).toMatch(refusal)
    },
  )

  it.each([
    ['a signature that may be right', hmac, { 'x-hub-signature-256': sign('other') }, null],
    ['something that is no signature', hmac, { 'x-hub-signature-256': 'sha256=abc' }, /doesn’t match/],
    ['no signature', hmac, {}, /x-hub-signature-256 is missing/],
    [
      'a wrong secret',
      { auth: 'secret', header: null, secret: 'g' },
      { 'x-webhook-secret': 'h' },
      /incorrect/,
    ],
    ['a good secret', { auth: 'secret', header: null, secret: 'g' }, { 'x-webhook-secret': 'g' }, null],
  ] satisfies [string, HookCheck, Record<string, string>, RegExp | null][])(
    'judges %s before the body is read',
    async (_name, check, headers, refusal) => {
      const answer = await refusalOf(check, { headers, body: null, now })
      if (refusal === null) expect(answer).toBeNull()
      else expect(answer).toMatch(refusal)
    },
  )

  it('verifies a body of several slices as one', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 5, 'x')
    expect(
      await refusalOf(hmac, { headers: { 'x-hub-signature-256': sign('s3cret', bytes) }, body: bytes, now }),
    ).toBeNull()
    bytes[bytes.length - 1] = 0
    const good = sign('s3cret', Buffer.alloc(bytes.length, 'x'))
    expect(await refusalOf(hmac, { headers: { 'x-hub-signature-256': good }, body: bytes, now })).toMatch(
      /doesn’t match/,
    )
  })

  it('verifies the raw bytes, whatever they are', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0xed, 0xa0, 0x80])
    expect(
      await refusalOf(hmac, { headers: { 'x-hub-signature-256': sign('s3cret', bytes) }, body: bytes, now }),
    ).toBeNull()
    expect(
      await refusalOf(hmac, {
        headers: { 'x-hub-signature-256': sign('s3cret', bytes) },
        body: bytes.subarray(1),
        now,
      }),
    ).not.toBeNull()
  })

  it('keeps no header that lets people in', () => {
    const raw = {
      'x-hub-signature-256': sign('s3cret'),
      authorization: 'Bearer x',
      Cookie: 'session=1',
      'x-github-event': 'push',
      accept: ['a', 'b'],
    }
    expect(publicHeaders(raw, hmac)).toEqual({ 'x-github-event': 'push', accept: 'a, b' })
  })
})
