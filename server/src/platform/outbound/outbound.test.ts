import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, createServer as createTcp, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { HostPort } from '../settings.ts'
import type { DialTarget } from './dial.ts'
import { createOutbound, type Outbound, type OutboundOptions, type OutboundRequest } from './outbound.ts'

const servers: Server[] = []
const outbounds: Outbound[] = []
afterEach(async () => {
  for (const outbound of outbounds.splice(0)) await outbound.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function aStub(answer: RequestListener) {
  const seen: { method: string; url: string; headers: Record<string, unknown>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer(request, response)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    port,
    seen,
    allow: { host: '127.0.0.1', port } satisfies HostPort,
    url: `http://127.0.0.1:${port}`,
  }
}

function real(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({ allow: [], ownPorts: [], ...options })
  outbounds.push(outbound)
  return outbound
}

/** A transport whose names resolve as specified and whose connections are only recorded, or led to a local stub. */
function fake(
  names: Record<string, readonly string[] | (() => readonly string[])>,
  options: Partial<OutboundOptions> & { leadTo?: number } = {},
) {
  const dialled: DialTarget[] = []
  const asked: string[] = []
  const outbound = real({
    ownAddresses: () => ['93.184.216.99'],
    ...options,
    resolver: async (host) => {
      asked.push(host)
      const named = names[host] ?? []
      const answer = typeof named === 'function' ? named() : named
      if (answer.length === 0) throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
      return answer
    },
    connector: async (target) => {
      dialled.push(target)
      if (options.leadTo === undefined)
        throw Object.assign(new Error('not dialled'), { code: 'ECONNREFUSED' })
      const socket = connect(options.leadTo, '127.0.0.1')
      await new Promise((resolve) => socket.once('connect', resolve))
      return socket
    },
  })
  return { outbound, dialled, asked }
}

function get(url: string, over: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, method: 'GET', timeoutMs: 5000, maxBytes: 1_000_000, ...over }
}

const NAMES = {
  'public.example': ['93.184.216.34'],
  'loop.example': ['127.0.0.1'],
  'loop6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'link.example': ['169.254.169.254'],
  'zero.example': ['0.0.0.0'],
  'private.example': ['192.168.1.10'],
  'mixed.example': ['127.0.0.1', '10.0.0.1', '93.184.216.34'],
  'self.example': ['93.184.216.99'],
  localhost: ['127.0.0.1', '::1'],
  'xn--bcher-kva.example': ['127.0.0.1'],
}

describe('the guard', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:8080/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.1/',
    'http://127.0.1/',
    'http://127.0.0.1./',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::127.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1]/',
    'http://[ff02::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://[fd00:ec2::254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://metadata/',
    'http://METADATA.goog./',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST:9070/',
    'http://loop.example/',
    'http://loop.example./',
    'http://loop6.example/',
    'http://mapped.example/',
    'http://nat64.example/',
    'http://link.example/',
    'http://zero.example/',
    'http://bücher.example/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://[fd12::1]/',
    'http://private.example/',
    'http://self.example:4000/',
    'http://93.184.216.99:4000/',
    'http://user:pw@public.example/',
    'http://public.example@127.0.0.1/',
    'http://public.example\\@127.0.0.1/',
    'http://public.example/\r\nHost: evil',
    ' http://public.example/',
    'http://public.ex\tample/',
    'ftp://public.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'unix:/run/docker.sock',
    'http://',
    'not an address',
    '',
    'http://public.example:0/',
    'http://public.example:99999/',
  ])('%j is refused before anything is dialled', async (url) => {
    const { outbound, dialled } = fake(NAMES, { ownPorts: [4000] })
    const answer = await outbound.request(get(url))
    expect(answer).toMatchObject({ ok: false, error: { code: 'outbound.refused', retryable: false } })
    expect(dialled).toEqual([])
  })

  test('a public name is dialled at the address that was checked, with its name for the certificate', async () => {
    const { outbound, dialled } = fake(NAMES)
    await outbound.request(get('https://public.example/x'))
    await outbound.request(get('http://[2606:4700::1]:8080/x'))
    expect(dialled).toEqual([
      { address: '93.184.216.34', host: 'public.example', port: 443, protocol: 'https:' },
      { address: '2606:4700::1', host: '2606:4700::1', port: 8080, protocol: 'http:' },
    ])
  })

  test('of several addresses only the allowed ones are dialled', async () => {
    const { outbound, dialled } = fake(NAMES)
    await outbound.request(get('http://mixed.example/'))
    expect(dialled.map(({ address }) => address)).toEqual(['93.184.216.34'])
  })

  test('a name that changes its address after the check gains nothing', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const { outbound, dialled, asked } = fake({ 'rebind.example': () => answers.shift() ?? [] })
    const first = await outbound.request(get('http://rebind.example/'))
    const second = await outbound.request(get('http://rebind.example/'))
    expect(first).toMatchObject({ error: { code: 'http.unreachable' } })
    expect(second).toMatchObject({ error: { code: 'outbound.refused' } })
    expect(dialled.map(({ address }) => address)).toEqual(['93.184.216.34'])
    expect(asked).toHaveLength(2)
  })

  test("private ranges open with the tenant's switch, loopback and our own ports do not", async () => {
    const { outbound, dialled } = fake(NAMES, { ownPorts: [4000] })
    const may = { privateRangesAllowed: true }
    expect(await outbound.request(get('http://private.example:4000/', may))).toMatchObject({
      error: { code: 'outbound.refused' },
    })
    for (const url of [
      'http://127.0.0.1/',
      'http://loop.example/',
      'http://169.254.169.254/',
      'http://[fd00:ec2::254]/',
    ])
      expect(await outbound.request(get(url, may))).toMatchObject({ error: { code: 'outbound.refused' } })
    expect(dialled).toEqual([])
    await outbound.request(get('http://private.example/', may))
    await outbound.request(get('http://10.1.2.3/', may))
    expect(dialled.map(({ address }) => address)).toEqual(['192.168.1.10', '10.1.2.3'])
  })

  test('a connection that the switch of one tenant opened does not serve another tenant', async () => {
    const stub = await aStub((_request, response) => response.end('inside'))
    const { outbound, dialled } = fake(NAMES, { leadTo: stub.port })
    const url = 'http://private.example/'
    expect(await outbound.request(get(url, { privateRangesAllowed: true }))).toMatchObject({ ok: true })
    expect(await outbound.request(get(url))).toMatchObject({ error: { code: 'outbound.refused' } })
    expect(dialled).toHaveLength(1)
    expect(stub.seen).toHaveLength(1)
  })

  test('the allow list opens exactly its host and port', async () => {
    const stub = await aStub((_request, response) => response.end('ok'))
    const outbound = real({ allow: [stub.allow], ownPorts: [stub.port] })
    expect(await outbound.request(get(stub.url))).toMatchObject({ ok: true, status: 200 })
    const { outbound: noted, dialled } = fake(NAMES, { allow: [stub.allow] })
    expect(await noted.request(get(`http://127.0.0.1:${stub.port + 1}/`))).toMatchObject({
      error: { code: 'outbound.refused' },
    })
    expect(await noted.request(get(`http://127.0.0.2:${stub.port}/`))).toMatchObject({
      error: { code: 'outbound.refused' },
    })
    expect(dialled).toEqual([])
    await noted.request(get(`http://localhost:${stub.port}/`))
    expect(dialled.map(({ address }) => address)).toEqual(['127.0.0.1'])
  })

  test.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    '//169.254.169.254/',
    'http://localhost/',
    'file:///etc/passwd',
  ])('a redirect to %s is refused like a first request', async (location) => {
    const stub = await aStub((_request, response) => response.writeHead(302, { location }).end())
    const { outbound, dialled } = fake(NAMES, { leadTo: stub.port })
    const answer = await outbound.request(get('http://public.example/'))
    expect(answer).toMatchObject({ ok: false, error: { code: 'outbound.refused' } })
    expect(dialled).toHaveLength(1)
    expect(stub.seen).toHaveLength(1)
  })
})

describe('the exchange', () => {
  test('sends what it was given and answers with status, headers, body and address', async () => {
    const stub = await aStub((_request, response) =>
      response.writeHead(201, { 'content-type': 'text/plain', 'retry-after': '7' }).end('made'),
    )
    const outbound = real({ allow: [stub.allow] })
    const answer = await outbound.request({
      ...get(`${stub.url}/a?b=1`),
      method: 'POST',
      headers: { Authorization: 'Bearer x', 'Content-Type': 'application/json' },
      body: '{"c":2}',
      idempotencyKey: 'run-1/notify~1',
    })
    expect(answer).toMatchObject({ ok: true, status: 201, url: `${stub.url}/a?b=1`, retryAfterMs: 7000 })
    expect(answer.ok && answer.body.toString()).toBe('made')
    expect(answer.ok && answer.headers['content-type']).toBe('text/plain')
    expect(stub.seen[0]).toMatchObject({ method: 'POST', url: '/a?b=1', body: '{"c":2}' })
    expect(stub.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer x',
      'content-type': 'application/json',
      'idempotency-key': 'run-1/notify~1',
      host: `127.0.0.1:${stub.port}`,
    })
  })

  test.each([
    [{ 'x-a': 'b\r\nx-evil: 1' }],
    [{ 'x-a\r\nx-evil': '1' }],
    [{ 'x a': '1' }],
    [{ 'x-a': 'nul\u0000' }],
    [{ 'x-a': 'emoji 😀' }],
    [{ Host: 'evil.example' }],
    [{ 'Content-Length': '0' }],
    [{ 'Transfer-Encoding': 'chunked' }],
    [{ 'Idempotency-Key': 'forged' }],
  ])('the headers %j are refused and nothing is sent', async (headers) => {
    const stub = await aStub((_request, response) => response.end())
    const outbound = real({ allow: [stub.allow] })
    const answer = await outbound.request(get(stub.url, { headers }))
    expect(answer).toMatchObject({ ok: false, error: { code: 'outbound.bad_request', retryable: false } })
    expect(stub.seen).toEqual([])
  })

  test.each(['CONNECT', 'TRACE', 'get', 'G ET', 'GET\r\n', ''])(
    'the method %j is refused',
    async (method) => {
      const stub = await aStub((_request, response) => response.end())
      const answer = await real({ allow: [stub.allow] }).request(get(stub.url, { method }))
      expect(answer).toMatchObject({ error: { code: 'outbound.bad_request' } })
      expect(stub.seen).toEqual([])
    },
  )

  test('a redirect to another origin carries neither credentials nor headers of unknown meaning', async () => {
    const second = await aStub((_request, response) => response.end('there'))
    const first = await aStub((_request, response) =>
      response.writeHead(307, { location: `${second.url}/next` }).end(),
    )
    const outbound = real({ allow: [first.allow, second.allow] })
    const answer = await outbound.request({
      ...get(first.url),
      method: 'POST',
      body: 'again',
      headers: { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', 'Content-Type': 'text/plain' },
      idempotencyKey: 'k1',
    })
    expect(answer).toMatchObject({ ok: true, url: `${second.url}/next` })
    const { headers = {}, ...rest } = second.seen[0] ?? {}
    expect(rest).toMatchObject({ method: 'POST', body: 'again' })
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'idempotency-key': 'k1' })
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization']))
    expect(JSON.stringify(headers)).not.toMatch(/Bearer|a=b|x-api-key/)
  })

  test('on its own origin a redirect keeps the headers, and 303 turns into a GET without body', async () => {
    const stub = await aStub((request, response) => {
      if (request.url === '/start') response.writeHead(303, { location: '/end' }).end()
      else response.end('end')
    })
    const outbound = real({ allow: [stub.allow] })
    await outbound.request({
      ...get(`${stub.url}/start`),
      method: 'PUT',
      body: 'x',
      headers: { authorization: 'B' },
    })
    expect(stub.seen[1]).toMatchObject({
      method: 'GET',
      url: '/end',
      body: '',
      headers: { authorization: 'B' },
    })
  })

  test('five redirects are followed, the sixth ends the request', async () => {
    const stub = await aStub((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('done')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const outbound = real({ allow: [stub.allow] })
    expect(await outbound.request(get(`${stub.url}/5`))).toMatchObject({ ok: true, status: 200 })
    expect(await outbound.request(get(`${stub.url}/6`))).toMatchObject({
      error: { code: 'http.too_many_redirects', retryable: false },
    })
  })

  test('a response over the cap is cut off, packed or not, however long it would continue', async () => {
    const stub = await aStub((request, response) => {
      if (request.url === '/packed') {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
        return
      }
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000)));
      }
      response.on('drain', pour)
      pour()
    })
    const outbound = real({ allow: [stub.allow] })
    for (const path of ['/packed', '/endless']) {
      const answer = await outbound.request(get(`${stub.url}${path}`, { maxBytes: 100_000 }))
      expect(answer).toMatchObject({ error: { code: 'http.too_large', retryable: false } })
    }
  })

  test('a packed response is unpacked, one that lies about its packing is reported', async () => {
    const stub = await aStub((request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(request.url === '/good' ? gzipSync('hello') : 'plain'),
    )
    const outbound = real({ allow: [stub.allow] })
    const good = await outbound.request(get(`${stub.url}/good`))
    expect(good.ok && good.body.toString()).toBe('hello')
    expect(await outbound.request(get(`${stub.url}/bad`))).toMatchObject({
      error: { code: 'http.bad_response' },
    })
  })

  test('the time limit covers the answer and its body, and cancelling ends immediately', async () => {
    const stub = await aStub((request, response) => {
      if (request.url === '/slow-body') response.writeHead(200).write('start')
    })
    const outbound = real({ allow: [stub.allow] })
    for (const path of ['/silent', '/slow-body']) {
      const answer = await outbound.request(get(`${stub.url}${path}`, { timeoutMs: 150 }))
      expect(answer).toMatchObject({ error: { code: 'http.timeout', retryable: true } })
    }
    const controller = new AbortController()
    const asked = outbound.request(get(`${stub.url}/silent`, { signal: controller.signal }))
    controller.abort()
    expect(await asked).toMatchObject({ error: { code: 'http.cancelled', retryable: false } })
  })

  test('no one listening, an unknown name and a cut connection are unreachable and worth a retry', async () => {
    const stub = await aStub((request) => void request.socket.destroy())
    const outbound = real({
      allow: [stub.allow, { host: '127.0.0.1', port: 1 }],
      resolver: async (host) => {
        throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
      },
    })
    const faults = [
      [stub.url, 'No connection: the connection was closed'],
      ['http://127.0.0.1:1/', 'No connection: the connection was refused'],
      ['http://nowhere.example/', 'No connection: the name is unknown'],
    ] as const
    for (const [url, message] of faults) {
      const answer = await outbound.request(get(url))
      expect(answer).toEqual({ ok: false, error: { code: 'http.unreachable', message, retryable: true } })
    }
  })

  test('what does not speak HTTP is reported as such', async () => {
    const tcp = createTcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')))
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
    const { port } = tcp.address() as AddressInfo
    const outbound = real({ allow: [{ host: '127.0.0.1', port }] })
    expect(await outbound.request(get(`http://127.0.0.1:${port}/`))).toMatchObject({
      error: { code: 'http.bad_response' },
    })
    expect(await outbound.request(get(`https://127.0.0.1:${port}/`))).toMatchObject({
      error: { code: 'http.tls' },
    })
    await new Promise((resolve) => tcp.close(resolve))
  })
})
