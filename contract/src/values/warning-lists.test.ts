import { describe, expect, it } from 'vitest'
import type { ObservableKind } from './case-fields.ts'
import { BUILT_IN_LISTS } from './built-in-warning-lists.ts'
import { ipBits } from './formats.ts'
import {
  canonicalEntry,
  createWarningMatcher,
  type NamedValue,
  splitByWarnings,
  WARNING_LIST_TYPES,
  type WarningList,
} from './warning-lists.ts'

const ALL: readonly ObservableKind[] = [
  'ipv4',
  'ipv6',
  'cidr',
  'domain',
  'host',
  'url',
  'email',
  'path',
  'md5',
]

function aList(over: Partial<WarningList>): WarningList {
  return { id: 'a', name: 'A', type: 'string', kinds: ALL, entries: [], ...over }
}
const entryFor = (list: Partial<WarningList>, kind: ObservableKind, value: string) =>
  createWarningMatcher([aList(list)]).hits({ kind, value })[0]?.entry ?? null

describe('a warning list', () => {
  it.each([
    ['string', ['example.com'], 'domain', 'example.com', 'example.com'],
    ['string', ['example.com'], 'domain', 'www.example.com', null],
    [
      'string',
      ['C:\\Windows\\explorer.exe'],
      'path',
      'c:\\windows\\EXPLORER.EXE',
      'C:\\Windows\\explorer.exe',
    ],
    ['hostname', ['example.com'], 'domain', 'example.com', 'example.com'],
    ['hostname', ['example.com'], 'domain', 'a.b.example.com', 'example.com'],
    ['hostname', ['example.com'], 'domain', 'notexample.com', null],
    ['hostname', ['example.com'], 'domain', 'example.com.evil.net', null],
    ['hostname', ['example.com'], 'url', 'https://www.example.com/evil.net', 'example.com'],
    ['hostname', ['example.com'], 'url', 'https://evil.net/www.example.com', null],
    ['hostname', ['example.com'], 'url', 'https://example.com@evil.net/', null],
    ['hostname', ['example.com'], 'email', 'ana@mail.example.com', 'example.com'],
    ['hostname', ['example.com'], 'path', 'example.com', null],
    ['cidr', ['10.0.0.0/8'], 'ipv4', '10.255.0.1', '10.0.0.0/8'],
    ['cidr', ['10.0.0.0/8'], 'ipv4', '11.0.0.0', null],
    ['cidr', ['10.0.0.0/8'], 'cidr', '10.1.0.0/16', '10.0.0.0/8'],
    ['cidr', ['10.1.0.0/16'], 'cidr', '10.0.0.0/8', null],
    ['cidr', ['192.0.2.7'], 'ipv4', '192.0.2.7', '192.0.2.7'],
    ['cidr', ['10.0.0.0/8', '10.1.0.0/16'], 'ipv4', '10.2.0.1', '10.0.0.0/8'],
    ['cidr', ['fc00::/7'], 'ipv6', 'fd12:3456::1', 'fc00::/7'],
    ['cidr', ['0.0.0.0/0'], 'ipv6', '::1', null],
    ['cidr', ['10.0.0.0/8'], 'url', 'http://10.1.2.3:8080/x', '10.0.0.0/8'],
    ['cidr', ['fc00::/7'], 'url', 'http://[fd00::1]/x', 'fc00::/7'],
    ['substring', ['google'], 'domain', 'www.google.co.uk', 'google'],
    ['substring', ['google'], 'url', 'https://evil.net/google', null],
    ['substring', ['\\windows\\'], 'path', 'C:\\Windows\\System32\\a.dll', '\\windows\\'],
    ['substring', ['goo', 'google'], 'domain', 'google.com', 'goo'],
  ] as const)('of the type %s with %j compares %s %s with %s', (...row) => {
    const [type, entries, kind, value, expected] = row
    expect(entryFor({ type, entries }, kind, value)).toBe(expected)
  })

  it('names only values of its kinds', () => {
    const list = { type: 'hostname', kinds: ['domain'], entries: ['example.com'] } as const
    expect(entryFor(list, 'domain', 'example.com')).toBe('example.com')
    expect(entryFor(list, 'url', 'https://example.com/')).toBeNull()
  })

  it.each([
    ['hostname', '*.Example.COM', 'example.com'],
    ['hostname', '.example.com', 'example.com'],
    ['hostname', 'bücher.example', 'xn--bcher-kva.example'],
    ['hostname', 'a b', null],
    ['hostname', 'https://example.com/x', null],
    ['cidr', '10.1.2.3/8', '10.0.0.0/8'],
    ['cidr', '192.0.2[.]1', '192.0.2.1'],
    ['cidr', '2001:DB8:0:0::/32', '2001:db8::/32'],
    ['cidr', '10.0.0.0/33', null],
    ['cidr', 'example.com', null],
    ['substring', ' Google ', 'google'],
    ['substring', 'ab', null],
    ['string', 'hxxps://Example.com/A', 'https://example.com/A'],
    ['string', '2001:DB8::1', '2001:db8::1'],
    ['string', 'D41D8CD98F00B204E9800998ECF8427E', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['string', '   ', null],
  ] as const)('of the type %s stores %s as %s', (type, text, expected) => {
    expect(canonicalEntry({ type, kinds: ALL }, text)).toBe(expected)
  })
})

describe('several lists', () => {
  it('are all named, and values split by them lose nothing', () => {
    const matcher = createWarningMatcher([
      aList({ id: 'a', name: 'Exact', entries: ['example.com'] }),
      aList({ id: 'b', name: 'Names', type: 'hostname', entries: ['com'] }),
      aList({ id: 'c', name: 'Other', type: 'hostname', entries: ['example.net'] }),
    ])
    const [one, two] = [
      { kind: 'domain', value: 'example.com' },
      { kind: 'domain', value: 'example.org' },
    ] as const
    expect(splitByWarnings(matcher, [one, two])).toEqual({
      shown: [two],
      hidden: [
        {
          ...one,
          lists: [
            { id: 'a', name: 'Exact', entry: 'example.com' },
            { id: 'b', name: 'Names', entry: 'com' },
          ],
        },
      ],
    })
  })
})

describe('the shipped lists', () => {
  it('hold entries in the form in which they are compared, each once', () => {
    for (const list of BUILT_IN_LISTS) {
      expect(list.entries.map((entry) => canonicalEntry(list, entry))).toEqual(list.entries)
      expect(new Set(list.entries).size).toBe(list.entries.length)
    }
    expect(new Set(BUILT_IN_LISTS.map(({ id }) => id)).size).toBe(5)
  })

  it.each([
    ['ipv4', '192.168.1.20', true],
    ['ipv4', '172.31.255.255', true],
    ['ipv4', '172.32.0.1', false],
    ['ipv4', '198.51.100.7', false],
    ['ipv6', 'fe80::1', true],
    ['ipv6', '::2', false],
    ['ipv4', '8.8.8.8', true],
    ['domain', 'fonts.gstatic.com', true],
    ['url', 'https://fonts.gstatic.com/x', false],
    ['domain', 'contoso.sharepoint.com', false],
    ['domain', 'login.microsoftonline.com', true],
    ['email', 'someone@outlook.com', false],
  ] as const)('say about the %s %s: %s', (kind, value, isNamed) => {
    expect(createWarningMatcher(BUILT_IN_LISTS).hits({ kind, value })).toHaveLength(isNamed ? 1 : 0)
  })
})

/** The same meaning, entry by entry. */
function isNamedOneByOne(list: WarningList, { kind, value }: NamedValue): boolean {
  if (!list.kinds.includes(kind)) return false
  const isName = ['domain', 'host', 'url', 'email'].includes(kind)
  const host = kind === 'url' ? new URL(value).hostname : (value.split('@').at(-1) ?? '')
  return list.entries.some((entry) => {
    if (list.type === 'string') return entry.toLowerCase() === value.toLowerCase()
    if (list.type === 'hostname') return isName && `.${host}`.endsWith(`.${entry}`)
    if (list.type === 'substring') return (isName ? host : value.toLowerCase()).includes(entry)
    if (!['ipv4', 'ipv6', 'cidr', 'url'].includes(kind)) return false
    const [inner, outer] = [rangeOf(kind === 'url' ? host.replace(/[[\]]/g, '') : value), rangeOf(entry)]
    if (inner === null || outer === null || inner.width !== outer.width) return false
    return outer.from <= inner.from && inner.to <= outer.to
  })
}

function rangeOf(text: string) {
  const [address = '', prefix] = text.split('/')
  const bits = ipBits(address)
  if (bits === null) return null
  const size = 2n ** BigInt(bits.width - Number(prefix ?? bits.width))
  const from = bits.value - (bits.value % size)
  return { width: bits.width, from, to: from + size - 1n }
}

/** Numbers below a bound, the same ones for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Few letters and numbers, so that values and entries meet. */
function samples(roll: (below: number) => number) {
  const label = () => ['a', 'b', 'ab'][roll(3)] ?? ''
  const name = () => Array.from({ length: 2 + roll(2) }, label).join('.')
  const v4 = () => `10.${roll(3)}.${roll(2) * 128}.${roll(4)}`
  const v6 = () => `fd00:${roll(3)}::${roll(4)}`
  const cidr = () => (roll(2) === 0 ? `${v4()}/${6 + roll(27)}` : `${v6()}/${7 + roll(122)}`)
  const value: (() => NamedValue)[] = [
    () => ({ kind: 'domain', value: name() }),
    () => ({ kind: 'url', value: `https://${roll(3) === 0 ? v4() : name()}/${name()}` }),
    () => ({ kind: 'email', value: `${label()}@${name()}` }),
    () => ({ kind: 'ipv4', value: v4() }),
    () => ({ kind: 'ipv6', value: canonicalEntry({ type: 'cidr', kinds: ALL }, v6()) ?? '::' }),
    () => ({ kind: 'cidr', value: canonicalEntry({ type: 'cidr', kinds: ALL }, cidr()) ?? '::' }),
    () => ({ kind: 'path', value: `/tmp/${name()}` }),
  ]
  const entry = {
    string: name,
    hostname: name,
    substring: name,
    cidr: () => [v4, v6, cidr][roll(3)]?.() ?? '',
  }
  return { value: () => value[roll(value.length)]?.() ?? { kind: 'other', value: '' }, entry }
}

it.each(WARNING_LIST_TYPES)('a list of the type %s names what a comparison one by one names', (type) => {
  let [named, others] = [0, 0]
  const wrong: unknown[] = []
  for (let seed = 1; seed <= 40; seed += 1) {
    const roll = dice(seed)
    const { value, entry } = samples(roll)
    const kinds = ALL.filter(() => roll(4) > 0)
    const texts = Array.from({ length: 1 + roll(12) }, () =>
      canonicalEntry({ type, kinds: ALL }, entry[type]()),
    )
    const list = aList({ type, kinds, entries: texts.filter((text) => text !== null) })
    const matcher = createWarningMatcher([list])
    for (let round = 0; round < 40; round += 1) {
      const one = value()
      const expected = isNamedOneByOne(list, one)
      if (matcher.hits(one).length > 0 !== expected) wrong.push({ seed, list, one, expected })
      if (expected) named += 1
      else others += 1
    }
  }
  expect(wrong).toEqual([])
  expect(named).toBeGreaterThan(20)
  expect(others).toBeGreaterThan(20)
})

it('100,000 entries of all types are compared with 2,000 values', () => {
  const lists = WARNING_LIST_TYPES.map((type) => {
    const entries = Array.from({ length: 25_000 }, (_none, index) =>
      type === 'cidr' ? `10.2.${index >> 8}.${index & 255}` : `host-${index}.example`,
    )
    return aList({ id: type, name: type, type, entries })
  })
  const matcher = createWarningMatcher(lists)
  const hits = Array.from({ length: 1_000 }, (_none, index) => [
    ...matcher.hits({ kind: 'domain', value: `www.host-${index}.example` }),
    ...matcher.hits({ kind: 'ipv4', value: `10.2.${index >> 8}.${index & 255}` }),
  ])
  expect(hits.every((found) => found.map(({ id }) => id).join(' ') === 'hostname substring cidr')).toBe(true)
})
