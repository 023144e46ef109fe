import { describe, expect, test } from 'vitest'
import { extractObservables } from './extract-observables.ts'
import { canonicalObservable, defang, recognizeObservable, refang } from './observable-value.ts'
import type { ObservableKind } from './case-fields.ts'

const MD5 = 'd41d8cd98f00b204e9800998ecf8427e'
const SHA1 = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'
const SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SHA512 = `${SHA256}${SHA256}`

/** Text, then what is found in it as "kind value". */
const CASES: [string, string[]][] = [
  ['nothing to see here', []],
  ['', []],
  ['8.8.8.8', ['ipv4 8.8.8.8']],
  ['from 1.2.3[.]4, again', ['ipv4 1.2.3.4']],
  ['from 1[.]2[.]3[.]4.', ['ipv4 1.2.3.4']],
  ['(10.0.0.1)', ['ipv4 10.0.0.1']],
  ['10.0.0.1:8080 was open', ['ipv4 10.0.0.1']],
  ['version 1.2.3.4.5 of it', []],
  ['300.1.1.1 and 1.2.3', []],
  ['10.1.2.3/8 is ours', ['cidr 10.0.0.0/8']],
  ['host 192.168.1.1/32', ['cidr 192.168.1.1/32']],
  ['2001:0DB8:0:0::0001 answered', ['ipv6 2001:db8::1']],
  ['fe80::1 and ::1', ['ipv6 fe80::1', 'ipv6 ::1']],
  ['2001:db8::/32 as well', ['cidr 2001:db8::/32']],
  ['at 12:30:45 o’clock', []],
  ['std::vector<int>', []],
  ['00:1A:2b:3c:4d:5e', ['mac 00:1a:2b:3c:4d:5e']],
  ['00-1A-2b-3c-4d-5e', ['mac 00:1a:2b:3c:4d:5e']],
  ['001a.2b3c.4d5e', ['mac 00:1a:2b:3c:4d:5e']],
  ['http://evil.com/a?b=1', ['url http://evil.com/a?b=1']],
  ['hxxp://evil[.]com/a', ['url http://evil.com/a']],
  ['hXXps[:]//evil[.]com', ['url https://evil.com']],
  ['hxxps://Evil[.]COM/Path', ['url https://evil.com/Path']],
  ['(see http://evil.com/a).', ['url http://evil.com/a']],
  ['http://evil.com/a(b)', ['url http://evil.com/a(b)']],
  ['<a href="http://evil.com/x">', ['url http://evil.com/x']],
  ['h**p://evil.com/x', ['url http://evil.com/x']],
  ['ftp://files.evil.net/drop.zip', ['url ftp://files.evil.net/drop.zip']],
  ['http://1.2.3.4:8080/x', ['url http://1.2.3.4:8080/x']],
  ['http://[2001:db8::1]/x', ['url http://[2001:db8::1]/x']],
  ['http://bücher.example/x', ['url http://xn--bcher-kva.example/x']],
  ['http://evil.com', ['url http://evil.com']],
  ['evil.com', ['domain evil.com']],
  ['Login.Evil.CO.UK', ['domain login.evil.co.uk']],
  ['evil[.]com', ['domain evil.com']],
  ['evil(dot)com', ['domain evil.com']],
  ['evil{.}com', ['domain evil.com']],
  ['evil\\.com', ['domain evil.com']],
  ['evil[.]weirdtld', ['domain evil.weirdtld']],
  ['_dmarc.evil.org', ['domain _dmarc.evil.org']],
  ['bücher.de', ['domain xn--bcher-kva.de']],
  ['It was done.The rest', []],
  ['e.g. this, i.e. that', []],
  ['object.property.value', []],
  ['invoice.pdf.exe came', ['file-name invoice.pdf.exe']],
  ['invoice.zip came', ['file-name invoice.zip']],
  ['run setup.ps1 now', ['file-name setup.ps1']],
  ['Ana@Example.com', ['email ana@example.com']],
  ['ana[@]example[.]com', ['email ana@example.com']],
  ['ana(at)example(dot)com', ['email ana@example.com']],
  ['mailto:ana@example.com', ['email ana@example.com']],
  ['<ana@example.com>', ['email ana@example.com']],
  [MD5.toUpperCase(), [`md5 ${MD5}`]],
  [`sha1:${SHA1}`, [`sha1 ${SHA1}`]],
  [SHA256, [`sha256 ${SHA256}`]],
  [SHA512, [`sha512 ${SHA512}`]],
  [`${SHA256}0`, []],
  ['cve-2021-44228', ['cve CVE-2021-44228']],
  ['CVE 2021-44228', ['cve CVE-2021-44228']],
  ['AS13335 announced', ['asn AS13335']],
  ['as 5 of them', []],
  [
    'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion\\Run',
    ['registry-key HKEY_LOCAL_MACHINE\\software\\microsoft\\windows nt\\currentversion\\run'],
  ],
  ['C:\\Program Files\\Bad App\\evil.exe ran', ['path C:\\Program Files\\Bad App\\evil.exe']],
  ['\\\\server\\share\\drop.bin', ['path \\\\server\\share\\drop.bin']],
  ['/etc/cron.d/evil was new', ['path /etc/cron.d/evil']],
  ['and/or/maybe', []],
  ['CORP\\jdoe logged in', ['user corp\\jdoe']],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ['crypto-address 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa']],
  [
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    ['crypto-address bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ],
  [
    '0xDE0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
    ['crypto-address 0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae'],
  ],
  ['call +49 (30) 123-4567', ['phone +49301234567']],
  ['Subject: Your  invoice', ['subject Your invoice']],
  ['Message-ID: <abc.123@mail.evil.com>', ['message-id abc.123@mail.evil.com']],
  ['User-Agent: Mozilla/5.0 (X11)', ['user-agent Mozilla/5.0 (X11)']],
  ['Mutex: Global\\Evil', ['mutex Global\\Evil']],
  ['Hostname: WS-0042', ['host ws-0042']],
  ['User: JDoe', ['user jdoe']],
  ['Process: powershell.exe -enc AAAA', ['process powershell.exe -enc AAAA']],
  ['evil.com evil.com EVIL.com', ['domain evil.com']],
  ['evil.com\nhttp://evil.com/\n1.2.3.4', ['url http://evil.com/', 'ipv4 1.2.3.4', 'domain evil.com']],
]

describe('observables in free text', () => {
  test.each(CASES)('%j', (text, expected) => {
    const found = extractObservables(text).map(({ kind, value }) => `${kind} ${value}`)
    expect(found).toEqual(expected)
  })

  test('there are enough cases to call it a table', () => expect(CASES.length).toBeGreaterThanOrEqual(60))

  test('what was found is found again in its defanged form, as the same', () => {
    for (const [text] of CASES) {
      for (const { kind, value } of extractObservables(text)) {
        expect(canonicalObservable(kind, value), value).toBe(value)
        expect(canonicalObservable(kind, defang(kind, value)), value).toBe(value)
      }
    }
  })

  // A square of their length would take minutes: far beyond what a test may take.
  test('long and hostile texts are read to their end and yield at most a thousand', () => {
    for (const piece of [
      'a.',
      'a@',
      '1.',
      ':',
      'a\\',
      'C:\\a b\\',
      '/usr',
      'x-',
      '[.]',
      '+1 ',
      'HKLM\\a ',
      '&#',
      'Subject:',
    ])
      expect(extractObservables(piece.repeat(Math.floor(300_000 / piece.length))).length).toBeLessThanOrEqual(
        1000,
      )
    const many = Array.from({ length: 3000 }, (_none, at) => `host${at}.evil.com`).join(' ')
    expect(extractObservables(many)).toHaveLength(1000)
  })
})

describe('the kind of a bare value', () => {
  test.each<[string, ObservableKind, string]>([
    ['1.2.3[.]4', 'ipv4', '1.2.3.4'],
    ['evil.com', 'domain', 'evil.com'],
    ['hxxp://evil[.]com', 'url', 'http://evil.com'],
    ['report.docm', 'file-name', 'report.docm'],
    ['13335', 'other', '13335'],
    ['AS13335', 'asn', 'AS13335'],
    ['hello world', 'other', 'hello world'],
    ['C:\\x.exe', 'path', 'C:\\x.exe'],
    ['ana@example.com', 'email', 'ana@example.com'],
  ])('%j is %s', (text, kind, value) => expect(recognizeObservable(text)).toEqual({ kind, value }))

  test('nothing is nothing', () => expect(recognizeObservable('  ')).toBeNull())

  test('real text stays as it is when it is made real', () =>
    expect(refang('see [1] and (a) of f(x).y')).toBe('see [1] and (a) of f(x).y'))
})
