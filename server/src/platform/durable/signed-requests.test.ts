import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { checkedOnce } from './signed-requests.ts'

const NOW = 1_800_000_000_000

function tokenUntil(at: number, name = 'x'): string {
  const claims = Buffer.from(JSON.stringify({ exp: at / 1000, name })).toString('base64url')
  return `head.${claims}.signature`
}

/** What came to the checking and to the believing side; `status` is what the check answers. */
function door(status: (token: string) => number) {
  const came: string[] = []
  let now = NOW
  const side = (name: string) => (request: Http2ServerRequest, response: Http2ServerResponse) => {
    came.push(name)
    response.writeHead(name === 'strict' ? status(String(request.headers['x-restate-jwt-v1'])) : 200)
  }
  const handler = checkedOnce(side('strict'), side('believing'), () => now)
  return {
    came,
    pass: (ms: number) => void (now += ms),
    async ask(token: string | undefined, url = '/invoke/a') {
      const response = {
        headersSent: false,
        statusCode: 0,
        writeHead(code: number) {
          response.statusCode = code
          response.headersSent = true
        },
      }
      const headers = token === undefined ? {} : { 'x-restate-jwt-v1': token }
      // The few parts of a request and its response that are read.
      handler({ url, headers } as Http2ServerRequest, response as unknown as Http2ServerResponse)
      await turn()
    },
  }
}

describe('signed requests of the engine', () => {
  it('are checked once per signature and path', async () => {
    const { ask, came } = door(() => 200)
    const token = tokenUntil(NOW + 60_000)
    for (const url of ['/invoke/a', '/invoke/a', '/invoke/b']) await ask(token, url)
    expect(came).toEqual(['strict', 'believing', 'strict'])
  })

  it('are checked each time when the signature was refused or is missing', async () => {
    const { ask, came } = door(() => 401)
    for (const token of [tokenUntil(NOW + 60_000), tokenUntil(NOW + 60_000), undefined, undefined])
      await ask(token)
    expect(came).toEqual(['strict', 'strict', 'strict', 'strict'])
  })

  it('are checked again when the signature has run out', async () => {
    const { ask, came, pass } = door(() => 200)
    const token = tokenUntil(NOW + 60_000)
    await ask(token)
    pass(60_001)
    await ask(token)
    expect(came).toEqual(['strict', 'strict'])
  })

  it('are not believed for another signature', async () => {
    const { ask, came } = door((token) => (token === tokenUntil(NOW + 60_000, 'good') ? 200 : 401))
    await ask(tokenUntil(NOW + 60_000, 'good'))
    await ask(tokenUntil(NOW + 60_000, 'bad'))
    expect(came).toEqual(['strict', 'strict'])
  })
})
