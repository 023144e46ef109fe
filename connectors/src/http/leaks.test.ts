import type { JsonValue } from '@caseloom/contract/kernel/json'
import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { httpRequest } from './http-connector.ts'
import type { ActionContext } from '../kit/action.ts'
import { type Credentials, secretForms } from '../kit/credentials.ts'
import { performManifestAction } from '../kit/manifest-action.ts'
import { withoutSecrets } from '../kit/with-credentials.ts'

const SECRET = `Pl4nted/"sécret"&<key>+=_${'z'.repeat(8)}`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const ascii = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
const html = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Ways in which servers, proxies, and libraries echo what they received; the value is the content of the response. */
const ECHOES: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'in an address': encodeURIComponent,
  'in an address with small letters': (secret) =>
    encodeURIComponent(secret).replace(/%../g, (c) => c.toLowerCase()),
  'in an address within an address': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'in a form that was made an address': (secret) => encodeURI(new URLSearchParams({ secret }).toString()),
  'in a form': (secret) => new URLSearchParams({ secret }).toString(),
  'in base64': base64,
  'in base64 behind one byte': (secret) => base64(`:${secret}`),
  'in base64 behind a name': (secret) => base64(`robot:${secret}`),
  'in base64 among others': (secret) => base64(`AB\0robot\0${secret} and more`),
  'in base64url': (secret) => Buffer.from(`a:${secret}`).toString('base64url'),
  'as JSON in a text': (secret) => JSON.stringify({ token: secret }),
  'as ASCII JSON in a text': (secret) => ascii(JSON.stringify({ token: secret })),
  'as JSON with slashes escaped': (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  'as JSON for scripts': (secret) =>
    JSON.stringify(secret).replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  'in HTML': html,
}

const CREDENTIALS: Credentials = {
  settings: {},
  base: 'https://api.example',
  headers: { authorization: `Bearer ${SECRET}` },
  query: {},
  secrets: [SECRET],
}

function context(answer: { status: number; headers?: Record<string, string>; body: string }) {
  const quiet = () => undefined
  const response = { ok: true as const, retryAfterMs: null, url: 'https://api.example/', ...answer }
  const http: ActionContext['http'] = {
    request: async () => ({ ...response, headers: answer.headers ?? {}, body: Buffer.from(answer.body) }),
  }
  const signal = new AbortController().signal
  return {
    http,
    signal,
    timeoutMs: 1_000,
    idempotencyKey: 'k',
    log: { debug: quiet, warn: quiet },
    credentials: CREDENTIALS,
  }
}
type Given = ReturnType<typeof context>

const ACTION = {
  name: 'a.b',
  request: { method: 'GET' as const, path: '/', query: {}, lists: 'repeat' as const, headers: {} },
  response: { pick: '', errors: { message: ['message'] } },
  idempotent: true,
  timeoutMs: 1_000,
}
const byManifest = (given: Given) => performManifestAction(ACTION, {}, given)
const byHttp = async (given: Given) =>
  withoutSecrets(await httpRequest.perform({ url: 'https://api.example/' }, given), CREDENTIALS)

/** Fragments of the echoed form that reveal the secret: a truncated response leaks a part of it. */
const pieces = (said: string) =>
  Array.from({ length: Math.max(1, said.length - 11) }, (_none, at) => said.slice(at, at + 12))
/** Where two texts begin to differ. */
const fork = (one: string, other: string) => [...one].findIndex((char, at) => char !== other[at])
const mirrored = (text: string) => [...text].toReversed().join('')
/** Of the said form only what hangs on the secret alone: at its edges base64 mixes in what is around. */
function inForm(echo: (secret: string) => string): string[] {
  const [said, other] = [echo(SECRET), echo('-'.repeat(Buffer.byteLength(SECRET)))]
  const from = fork(said, other) + 4
  const to = said.length - fork(mirrored(said), mirrored(other)) - 4
  return pieces(said.slice(from, to))
}

describe.each(Object.entries(ECHOES))('a secret said back %s', (_name, echo) => {
  const said = echo(SECRET)
  it.each([
    ['an action of a connector', byManifest],
    ['an HTTP request', byHttp],
  ])('never appears in what %s returns, wherever its answer is cut', async (_what, perform) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(200, 400, 500),
        fc.oneof(fc.constant(0), fc.integer({ min: 440, max: 510 }), fc.integer({ min: 1_850, max: 2_010 })),
        fc.constantFrom('text', 'json', 'message', 'header'),
        async (status, before, place) => {
          const text = `${'x'.repeat(before)} ${said} end`
          const bodies: Record<string, JsonValue> = {
            json: { deep: [{ [text]: text }] },
            message: { message: text },
          }
          const isText = place === 'text' || place === 'header'
          const type = isText ? 'text/plain' : 'application/json'
          const body = isText ? (place === 'text' ? text : '') : JSON.stringify(bodies[place])
          const headers = { 'content-type': type, ...(place === 'header' ? { 'x-told': said } : {}) }
          const result = await perform(context({ status, headers, body }))
          const shown = JSON.stringify(result)
          const again = JSON.stringify(shown).slice(1, -1)
          for (const piece of inForm(echo)) {
            const forms = [piece, JSON.stringify(piece).slice(1, -1)]
            expect(forms.some((form) => shown.includes(form) || again.includes(form))).toBe(false)
          }
        },
      ),
      { numRuns: runs(25) },
    )
  })
})

describe('the forms of a secret', () => {
  it('hide no innocent text: short parts of base64 are left alone', () => {
    expect(secretForms(['abc'])).toEqual([])
    expect(secretForms(['word']).every((form) => form.length >= 4)).toBe(true)
    expect(
      secretForms(['word']).some((form) => Buffer.from('sword fish').toString('base64').includes(form)),
    ).toBe(false)
  })

  it('find a secret at whatever place of a base64 text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (before, after) => {
        const whole = Buffer.concat([before, Buffer.from('planted-secret-1'), after])
        const text = whole.toString('base64')
        expect(secretForms(['planted-secret-1']).some((form) => text.includes(form))).toBe(true)
      }),
    )
  })
})
