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
