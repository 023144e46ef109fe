import { runs } from '@caseloom/testkit/runs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createGuard } from './guard.ts'
import { nextHop } from './hops.ts'
import { createOutbound, type Outbound, type OutboundRequest } from './outbound.ts'

const guard = createGuard({ allow: [], ownPorts: [], ownAddresses: () => [] })
const outbounds: Outbound[] = []
afterAll(() => Promise.all(outbounds.map((one) => one.close())))

/** Names resolve as specified; connections are recorded and never opened. */
function noting(answer: (host: string) => readonly string[]) {
  const dialled: string[] = []
  const outbound = createOutbound({
    allow: [],
    ownPorts: [],
    ownAddresses: () => [],
    resolver: async (host) => answer(host),
    connector: async ({ address }) => {
      dialled.push(address)
      throw Object.assign(new Error('not dialled'), { code: 'ECONNREFUSED' })
    },
  })
  outbounds.push(outbound)
  return { outbound, dialled }
}
const get = (url: string): OutboundRequest => ({ url, method: 'GET', timeoutMs: 5_000, maxBytes: 1_000 })

type Bytes = readonly [number, number, number, number]
const byte = fc.nat(255)
const last = fc.tuple(byte, byte, byte)
/** Addresses that no one may reach, whatever a tenant's switch says. */
const forbidden: fc.Arbitrary<Bytes> = fc.oneof(
  last.map(([b, c, d]): Bytes => [127, b, c, d]),
  last.map(([b, c, d]): Bytes => [0, b, c, d]),
  last.map(([, c, d]): Bytes => [169, 254, c, d]),
  last.map(([b, c, d]): Bytes => [224 + (b % 32), b, c, d]),
  fc.constantFrom<Bytes>([168, 63, 129, 16], [100, 100, 100, 200], [192, 0, 0, 192], [255, 255, 255, 255]),
)
const open = fc.constantFrom<Bytes>([1, 1, 1, 1], [8, 8, 8, 8], [93, 184, 216, 34], [126, 255, 255, 255])

const number = ([a, b, c, d]: Bytes) => ((a * 256 + b) * 256 + c) * 256 + d
const hex = (value: number) => `0x${value.toString(16)}`
const octal = (value: number) => `0${value.toString(8)}`
const inScript = (text: string, zero: number, dot = '.') =>
  [...text].map((one) => (one === '.' ? dot : String.fromCodePoint(zero + Number(one)))).join('')
const groups = (address: Bytes, glue = ':') => {
  const value = number(address)
  return [Math.floor(value / 65_536), value % 65_536].map((one) => one.toString(16)).join(glue)
}

/** How the same address may be written where browsers, libraries or resolvers read it as the same. */
const SPELLINGS: Record<string, (address: Bytes) => string> = {
  plain: (all) => all.join('.'),
  'with a dot at its end': (all) => `${all.join('.')}.`,
  'as one number': (all) => String(number(all)),
  'as one hex number': (all) => hex(number(all)),
  'as one octal number': (all) => octal(number(all)),
  'in capitals': (all) => hex(number(all)).replace('0x', '0X').toUpperCase(),
  'hex parts': (all) => all.map(hex).join('.'),
  'octal parts': (all) => all.map(octal).join('.'),
  'mixed parts': ([a, b, c, d]) => `${hex(a)}.${b}.${octal(c)}.${d}`,
  'many zeros': ([a, b, c, d]) => `000000${a.toString(8)}.${b}.${c}.${d}`,
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'two parts': ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  'fullwidth digits': (all) => inScript(all.join('.'), 0xff10),
  'fullwidth dots': (all) => all.join('\uff0e'),
  'ideographic dots': (all) => all.join('\u3002'),
  'halfwidth dots': (all) => all.join('\uff61'),
  'mathematical digits': (all) => inScript(all.join('.'), 0x1d7ce),
  'circled digits': (all) =>
    all.join('.').replace(/[1-9]/g, (one) => String.fromCodePoint(0x245f + Number(one))),
  'soft hyphens and joiners': (all) => all.join('\u00ad.\u200b'),
  'percent-encoded': (all) =>
    [...all.join('.')].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''),
  'percent-encoded dots': (all) => all.join('%2e'),
  'IPv4-mapped': (all) => `[::ffff:${all.join('.')}]`,
  'IPv4-mapped in hex': (all) => `[::FFFF:${groups(all)}]`,
  'IPv4-mapped in full': (all) => `[0:0:0:0:0:ffff:${groups(all)}]`,
  'IPv4-compatible': (all) => `[::${all.join('.')}]`,
  'IPv4-translated': (all) => `[::ffff:0:${all.join('.')}]`,
  NAT64: (all) => `[64:ff9b::${all.join('.')}]`,
  'local NAT64': (all) => `[64:ff9b:1::${all.join('.')}]`,
  '6to4': (all) => `[2002:${groups(all)}::1]`,
  Teredo: (all) => `[2001:0:${groups(all)}::1]`,
  ISATAP: (all) => `[2600::5efe:${groups(all)}]`,
  'ISATAP of global addresses': (all) => `[2600::200:5efe:${groups(all)}]`,
}
const UNROUTED = new Set(['local NAT64', 'Teredo'])

describe.each(Object.entries(SPELLINGS))('an address %s', (name, spell) => {
  it('is refused where the address is, without asking any resolver', () => {
    fc.assert(
      fc.property(forbidden, fc.boolean(), (address, allowed) => {
        const checked = guard.check(`http://${spell(address)}:8080/x?y#z`, allowed)
        expect([spell(address), 'refused' in checked]).toEqual([spell(address), true])
      }),
      { numRuns: runs(40) },
    )
  })

  if (UNROUTED.has(name)) return
  it('is let through where the address may be reached', () => {
    fc.assert(
      fc.property(open, (address) => {
        // Some spellings are no URL at all, or a name that the resolver is asked for: never the wrong address.
        const checked = guard.check(`http://${spell(address)}/`, false)
        if ('refused' in checked) expect(checked.refused).toMatch(/isn’t valid/)
      }),
    )
  })
})

describe('what a resolver says', () => {
  it.each([
    '127.1',
    '0x7f000001',
    '2130706433',
    'localhost',
    '',
    '127.0.0.1.',
    ' 127.0.0.1',
    '::ffff:7f00:1',
  ])('%j is no address that is dialled', async (answer) => {
    const { outbound, dialled } = noting(() => [answer])
    expect(await outbound.request(get('http://name.example/'))).toMatchObject({
      error: { code: 'outbound.refused' },
    })
    expect(dialled).toEqual([])
  })

  it('is followed for allowed addresses only, wherever the others stand among them', async () => {
    const good = ['93.184.216.34', '1.1.1.1']
    const bad = ['127.0.0.1', '::1', '169.254.169.254', '10.0.0.1', '::ffff:127.0.0.1', 'fe80::1%eth0']
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...good, ...bad], { minLength: 1 }), async (answers) => {
        const { outbound, dialled } = noting(() => answers)
        const answer = await outbound.request(get('http://name.example/'))
        const allowed = answers.filter((one) => good.includes(one))
        expect(dialled).toEqual(allowed)
        const code = allowed.length === 0 ? 'outbound.refused' : 'http.unreachable'
        expect(answer).toMatchObject({ ok: false, error: { code } })
      }),
      { numRuns: runs(30) },
    )
  })

  it('counts for a stream and for a plain connection as for a request', async () => {
    const { outbound, dialled } = noting(() => ['127.0.0.1'])
    for (const host of ['name.example', '127.1', '[::1]', 'localhost', '%31%32%37.0.0.1', 'metadata.goog']) {
      const streamed = await outbound.stream(get(`http://${host}/`))
      expect([host, streamed.ok ? '' : streamed.error.code]).toEqual([host, 'outbound.refused'])
      await expect(outbound.connect({ host, port: 25 }), host).rejects.toThrow(/isn’t allowed/)
    }
    for (const host of ['name.example/x', 'a@name.example', 'name.example:26', 'a b', ''])
      await expect(outbound.connect({ host, port: 25 }), host).rejects.toThrow()
    expect(dialled).toEqual([])
  })
})

describe('a redirect', () => {
  const hop = {
    url: 'https://api.example/start',
    method: 'POST',
    headers: {
      authorization: 'Bearer x',
      cookie: 'a=b',
      'x-key': 'k',
      accept: '*/*',
      'content-type': 'text/plain',
    },
    body: 'b',
  }

  it.each([
    ['another scheme', 'http://api.example/start'],
    ['another port', 'https://api.example:444/start'],
    ['another host', 'https://api.example.evil.example/start'],
    ['another host without a scheme', '//evil.example/'],
    ['a host with a dot at its end', 'https://api.example./start'],
    ['line breaks within', 'https://evil.example/\r\nx: y'],
    ['credentials in the address', 'https://api.example@evil.example/'],
  ])('to %s takes no credentials along', (_what, location) => {
    expect(nextHop(hop, 307, location)?.headers).toEqual({ accept: '*/*', 'content-type': 'text/plain' })
    expect(nextHop(hop, 302, location)?.headers).toEqual({ accept: '*/*' })
  })

  it('back to the first origin brings the dropped credentials back to no one', () => {
    const away = nextHop(hop, 307, 'https://evil.example/')
    const back = away === null ? null : nextHop(away, 307, 'https://api.example/start')
    expect(JSON.stringify(back?.headers)).not.toMatch(/Bearer|a=b|x-key/)
  })

  it.each([
    'ftp://public.example/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'gopher://x/',
    'ws://x/',
  ])('to %s is refused by the guard', (location) => {
    const next = nextHop(hop, 302, location)
    expect('refused' in guard.check(next?.url ?? '', true)).toBe(true)
  })

  it('that cannot be read as an address is the answer itself', () => {
    expect(nextHop(hop, 302, 'http://[::1')).toBeNull()
    expect(nextHop(hop, 200, 'https://evil.example/')).toBeNull()
  })
})
