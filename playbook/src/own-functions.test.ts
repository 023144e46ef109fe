import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createBudget, DEFAULT_LIMITS } from './budget.ts'
import { compileExpression } from './expression.ts'
import { OWN_NAMES } from './function-names.ts'
import { ownFunctions } from './own-functions.ts'

const bound = (limits = DEFAULT_LIMITS) => ({ budget: createBudget(limits), now: 0, seed: 'a' })
const valueOf = (source: string, scope: object = {}) => compileExpression(source).evaluate(scope, bound())
async function fault(source: string, scope: object = {}): Promise<string> {
  const value = await valueOf(source, scope).catch((error: Error) => error)
  if (!(value instanceof Error)) throw new Error(`It returned ${JSON.stringify(value)}`)
  return value.message
}

const page = readFileSync(join(import.meta.dirname, '../../docs/help/automate/expressions.md'), 'utf8')
const examples = [...page.matchAll(/^\| `(\$.+?)` \| `(.+?)` \|$/gm)].map(
  ([, source = '', result = '']) => [source, result] as const,
)

describe('functions of Caseloom', () => {
  it('are named for checks and suggestions, and each has an example in the help', () => {
    expect(new Set(Object.keys(ownFunctions()))).toEqual(OWN_NAMES)
    expect(new Set(examples.map(([source]) => /\w+/.exec(source)?.[0]))).toEqual(OWN_NAMES)
  })

  it.each(examples)('%s returns what the help says', async (source, result) => {
    expect(JSON.stringify(await valueOf(source))).toBe(result)
  })

  it.each([...OWN_NAMES])('%s returns nothing for nothing', async (name) => {
    const source = name === 'percentile' ? '$percentile(none, 50)' : `$${name}(none, "1d")`
    expect(await valueOf(['hash', 'hexDecode'].includes(name) ? `$${name}(none)` : source)).toBeUndefined()
  })

  it('are passed to functions of lists, without the index as an option', async () => {
    expect(await valueOf('$map(["a", "b"], $hash)')).toEqual([
      'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
      '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d',
    ])
    expect(
      await valueOf('ips[$inNetwork($, "10.0.0.0/8")]', { ips: ['10.1.1.1', '11.1.1.1', '10[.]2.2.2'] }),
    ).toEqual(['10.1.1.1', '10[.]2.2.2'])
    expect(await valueOf('$median(alerts.score)', { alerts: [{ score: 4 }] })).toBe(4)
  })

  it.each([
    ['$defang({})', '$defang takes text, not {}'],
    ['$parseJson("{")', '$parseJson takes JSON text, not "{"'],
    ['$urlParts("evil.com")', '$urlParts takes a URL with its scheme, not "evil.com"'],
    ['$inNetwork("10.1", "10.0.0.0/8")', '$inNetwork takes an IP address, not "10.1"'],
    [
      '$inNetwork("10.1.1.1", "10.0.0.0/33")',
      '$inNetwork takes networks such as 10.0.0.0/8, not "10.0.0.0/33"',
    ],
    ['$addressKind("0x7f000001")', '$addressKind takes an IP address, not "0x7f000001"'],
    ['$hash("a", "crc32")', '$hash takes one of md5, sha1, sha256, sha512, not "crc32"'],
    ['$hexDecode("abc")', '$hexDecode takes hexadecimal text, not "abc"'],
    ['$addTime("soon", "1d")', '$addTime takes a time, not "soon"'],
    ['$addTime("2026-03-01", "1 day")', '$addTime takes a duration such as 30s, 5m, or -1d, not "1 day"'],
    ['$median(["a"])', '$median takes numbers, not "a"'],
    ['$percentile([1], 101)', '$percentile takes a percentage from 0 to 100, not 101'],
    ['$hash([1])', '$hash takes text, not [1]'],
    ['$hmac("a", {"k": "s3cret"})', '$hmac takes its key as text'],
    ['$addTime("2026-03-01", "9999d")', '$addTime takes a duration of up to 366 days, not "9999d"'],
    ['$domainParts("a b")', '$domainParts takes a domain, a host, a URL, or an email address, not "a b"'],
    ['$networkRange("10.0.0.0/33")', '$networkRange takes networks such as 10.0.0.0/8, not "10.0.0.0/33"'],
    ['$addressToNumber("a")', '$addressToNumber takes an IP address, not "a"'],
    [
      '$numberToAddress(4294967296)',
      '$numberToAddress takes a number from 0 to 4294967295, or the digits of an IPv6 address, not 4294967296',
    ],
    ['$startOf("soon", "day")', '$startOf takes a time, not "soon"'],
    ['$startOf(8640000000000000, "year")', '$startOf takes a time, not 8640000000000000'],
    ['$endOf("2026-03-01", "hour")', '$endOf takes one of day, week, month, quarter, year, not "hour"'],
    ['$endOf("2026-03-01", "day", "Mars")', '$endOf takes a time zone such as Europe/Berlin, not "Mars"'],
    [
      '$businessHours("2026-03-01", "2026-03-02")',
      '$businessHours takes hours as an object with zone, days, from, and to',
    ],
    [
      '$businessHours("2026-03-01", "2026-03-02", {"zone": "UTC", "days": [1], "from": "9", "to": "17:00"})',
      '$businessHours takes valid hours. from: Use a time such as 08:30',
    ],
    [
      '$businessHours("2006-03-01", "2026-03-02", {"zone": "UTC", "days": [1], "from": "09:00", "to": "17:00"})',
      '$businessHours takes times up to 3660 days apart',
    ],
    [
      '$addBusinessTime("2026-03-01", "2d", {})',
      '$addBusinessTime takes a duration in hours or minutes such as 8h or 90m, not "2d"',
    ],
    [
      '$addBusinessTime("2026-03-01", "8000h", {"zone": "UTC", "days": [1], "from": "09:00", "to": "10:00"})',
      '$addBusinessTime finds no such time within 3660 days',
    ],
  ])('%s says what is wrong', async (source, message) => {
    expect(await fault(source)).toBe(message)
  })

  it('work within the limits of a step', async () => {
    const text = 'a'.repeat(1_000_000)
    const few = { ...DEFAULT_LIMITS, steps: 10_000 }
    for (const source of [
      '$hash(text)',
      '$defang(text)',
      '$refang(text)',
      '$hexEncode(text)',
      '$hmac(text, "k")',
      '$base64urlEncode(text)',
      '$base64urlDecode(text)',
      '$parseXml(text)',
      '$parseYaml(text)',
      '$toXml({"a": text})',
      '$toYaml({"a": text})',
      '$diff(text, "a")',
      '$domainParts(text)',
    ])
      await expect(compileExpression(source).evaluate({ text }, bound(few))).rejects.toMatchObject({
        code: 'expression.limit',
      })
    expect(await fault('$similarity(text, "a")', { text })).toBe(
      '$similarity compares texts of up to 2000 characters',
    )
  })
})

describe('addresses', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['::ffff:10.1.2.3', '10.0.0.0/8', true],
    ['2001:db8::1', '2001:db8::/32', true],
    ['2001:db8::1', '10.0.0.0/8', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10[.]1[.]2[.]3', '10.0.0.0/8', true],
  ])('%s in %s: %s', async (ip, network, is) => {
    expect(await valueOf('$inNetwork(ip, network)', { ip, network })).toBe(is)
  })

  it.each([
    ['8.8.8.8', 'public'],
    ['2606:4700::1', 'public'],
    ['fc00::1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['169.254.1.1', 'linkLocal'],
    ['224.0.0.1', 'multicast'],
    ['100.64.0.1', 'carrierGradeNat'],
  ])('%s is %s', async (ip, kind) => {
    expect(await valueOf('$addressKind(ip)', { ip })).toBe(kind)
  })
})

describe('networks', () => {
  it.each([
    ['0.0.0.0/0', '0.0.0.0', '255.255.255.255', 4_294_967_296],
    ['192.168.1.77/26', '192.168.1.64', '192.168.1.127', 64],
    ['10[.]0[.]0[.]1', '10.0.0.1', '10.0.0.1', 1],
    ['2001:db8::ffff/120', '2001:db8::ff00', '2001:db8::ffff', 256],
    ['2001:db8::/64', '2001:db8::', '2001:db8::ffff:ffff:ffff:ffff', '18446744073709551616'],
    ['::/0', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '340282366920938463463374607431768211456'],
  ])('%s is from %s to %s', async (network, first, last, size) => {
    expect(await valueOf('$networkRange(network)', { network })).toMatchObject({ first, last, size })
  })

  it.each([
    ['0.0.0.0', 0],
    ['255.255.255.255', 4_294_967_295],
    ['192.0.2.235', 3_221_226_219],
    ['::1', '1'],
    ['2001:db8::1', '42540766411282592856903984951653826561'],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '340282366920938463463374607431768211455'],
  ])('%s is a number and back', async (address, number) => {
    expect(await valueOf('$addressToNumber(address)', { address })).toBe(number)
    expect(await valueOf('$numberToAddress(number)', { number })).toBe(address)
  })
})

// From the test data of the Public Suffix List (publicsuffix.org), which is in the public domain.
describe('the registrable domain', () => {
  it.each([
    ['com', null],
    ['WwW.Example.COM', 'example.com'],
    ['example.example', 'example.example'],
    ['a.b.example.uk.com', 'example.uk.com'],
    ['c.mm', null],
    ['b.c.mm', 'b.c.mm'],
    ['a.b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
    ['c.kobe.jp', null],
    ['www.city.kobe.jp', 'city.kobe.jp'],
    ['www.ck', 'www.ck'],
    ['www.test.k12.ak.us', 'test.k12.ak.us'],
    ['www.食狮.公司.cn', 'xn--85x722f.xn--55qx5d.cn'],
    ['xn--85x722f.xn--fiqs8s', 'xn--85x722f.xn--fiqs8s'],
    ['hxxps://user@login.evil[.]co[.]uk:8443/a?b=http://c.com', 'evil.co.uk'],
    ['a@mail.evil.github.io', 'evil.github.io'],
    ['_dmarc.example.com.', 'example.com'],
    ['http://10.0.0.1/', null],
    ['localhost', null],
  ])('of %s is %s', async (text, domain) => {
    expect(await valueOf('$domainParts(text).domain', { text })).toBe(domain)
  })

  it.each([
    ['a.co.uk', 'icann'],
    ['a.github.io', 'private'],
    ['a.internal', 'unknown'],
  ])('%s has a suffix that is %s', async (text, kind) => {
    expect(await valueOf('$domainParts(text).suffixKind', { text })).toBe(kind)
  })
})

describe('calendars', () => {
  const week = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }

  it.each([
    ['day', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['week', 'Europe/Berlin', '2026-03-22T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['month', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T03:59:59.999Z'],
    ['quarter', 'UTC', '2026-01-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['year', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', '2026-12-31T18:14:59.999Z'],
  ])('have the %s of an instant in %s', async (unit, zone, start, end) => {
    const scope = { time: '2026-03-29T10:00:00Z', unit, zone }
    expect(await valueOf('$startOf(time, unit, zone)', scope)).toBe(start)
    expect(await valueOf('$endOf(time, unit, zone)', scope)).toBe(end)
  })

  it('count business hours in both directions, and add them', async () => {
    const scope = {
      from: '2026-11-20T15:30:00Z',
      to: '2026-11-24T09:00:00Z',
      hours: { ...week, zone: 'Europe/Berlin', holidays: ['2026-11-23'] },
    }
    expect(await valueOf('$businessHours(from, to, hours)', scope)).toBe(1.5)
    expect(await valueOf('$businessHours(to, from, hours)', scope)).toBe(-1.5)
    expect(await valueOf('$addBusinessTime(from, "90m", hours)', scope)).toBe('2026-11-24T09:00:00.000Z')
    expect(await valueOf('$addBusinessTime(from, "0h", hours)', scope)).toBe('2026-11-20T15:30:00.000Z')
  })
})

describe('a defanged text', () => {
  it.each([
    ['see https://a.evil.com/index.html?x=1.2', 'see hxxps://a[.]evil[.]com/index.html?x=1.2'],
    ['ftp://1.2.3.4/file', 'fxp://1[.]2[.]3[.]4/file'],
    ['mail a.b@evil.co.uk, then 10.0.0.1', 'mail a.b[@]evil[.]co[.]uk, then 10[.]0[.]0[.]1'],
    ['HTTP://EVIL.COM', 'HxxP://EVIL[.]COM'],
    ['hxxps://evil[.]com', 'hxxps://evil[.]com'],
    ['version 1.2 of report.pdf at 10.30', 'version 1.2 of report.pdf at 10.30'],
    ['http://intranet/a', 'hxxp://intranet/a'],
  ])('of %s is %s', async (text, defanged) => {
    expect(await valueOf('$defang(text)', { text })).toBe(defanged)
  })
})
