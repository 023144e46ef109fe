import { describe, expect, it } from 'vitest'
import { parseText, printYaml } from './yaml.ts'

function issuesOf(text: string): string[] {
  const parsed = parseText(text)
  return parsed.ok ? [] : parsed.issues.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

function valueOf(text: string): unknown {
  const parsed = parseText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  return parsed.value
}

describe('reading text', () => {
  it('takes YAML and JSON alike', () => {
    expect(valueOf('a: 1\nb: [x, "y"]\nc: { d: null }\n')).toEqual({ a: 1, b: ['x', 'y'], c: { d: null } })
    expect(valueOf('{"a": 1, "b": ["x", "y"], "c": {"d": null}}')).toEqual({
      a: 1,
      b: ['x', 'y'],
      c: { d: null },
    })
    expect(valueOf('\uFEFFa: 1')).toEqual({ a: 1 })
    expect(valueOf('')).toBeNull()
  })

  it('reads words as YAML 1.2 does: yes and on are texts, dates are texts', () => {
    expect(valueOf('a: yes\nb: on\nc: 2026-11-21\nd: 0o17\ne: 1_000\nf: true')).toEqual({
      a: 'yes',
      b: 'on',
      c: '2026-11-21',
      d: 15,
      e: '1_000',
      f: true,
    })
  })

  it('keeps expressions in block texts', () => {
    expect(valueOf('a: |-\n  {% (\n    1 + 1\n  ) %}\n')).toEqual({ a: '{% (\n  1 + 1\n) %}' })
  })

  it.each([
    ['a: [1, 2', '1:9 '],
    ['a: 1\n b: 2', '1:4 '],
    ['a: 1\na: 2', '2:1 Map keys must be unique'],
    ['{"a": 1,}}', '1:10 '],
    ['a: !!js/function x', '1:4 '],
    ['a: !secret x', '1:4 '],
    ['---\na: 1\n---\nb: 2', '3:1 '],
    ['a: "\\x"', '1:5 '],
    ['[1]: x', '1:1 '],
  ])('reports line and column of the fault in %j', (text, beginning) => {
    const [first] = issuesOf(text)
    expect(first?.startsWith(beginning), first).toBe(true)
  })

  it('refuses aliases, so that no bomb can go off', () => {
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefghijklmnop'
        .split('')
        .map((key, i) => `${key}: &${key} [*${'abcdefghijklmnop'[i]}, *${'abcdefghijklmnop'[i]}]`),
    ]
    expect(issuesOf(bomb.join('\n'))).toEqual([
      '2:8 Aliases (*name) aren’t supported: repeat the value instead',
    ])
  })

  it('does not merge by <<', () => {
    expect(valueOf('a: { <<: { b: 1 } }')).toEqual({ a: { '<<': { b: 1 } } })
  })

  it('keeps a property called __proto__ a property', () => {
    const value = valueOf('{"__proto__": {"polluted": true}}') as object
    expect(Object.hasOwn(value, '__proto__')).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('refuses NUL and half of a surrogate pair with their place', () => {
    expect(issuesOf('a: 1\nb: x\u0000')).toEqual(['2:5 The text contains a NUL character'])
    expect(issuesOf('a: "\ud800x"')).toEqual(['1:5 The text contains an unpaired surrogate'])
  })

  it('refuses text that is too long or nested too deeply', () => {
    expect(issuesOf('x'.repeat(2_000_001))[0]).toContain('more than 2000000 characters')
    expect(issuesOf('['.repeat(100_000))[0]).toContain('1:1001 The text is nested too deeply')
    expect(issuesOf('{a: '.repeat(50_000))[0]).toContain('nested too deeply')
    expect(issuesOf('- '.repeat(100_000))[0]).toContain('nested too deeply')
    expect(issuesOf('? '.repeat(100_000))[0]).toContain('nested too deeply')
  })
})

describe('a text that is a bomb', () => {
  const times = (count: number, make: (at: number) => string) =>
    Array.from({ length: count }, (_no, at) => make(at))
  it.each<[string, string, RegExp | null]>([
    ['40,000 keys, all different', times(40_000, (at) => `key_number_${at}:`).join('\n'), null],
    [
      '40,000 keys, the last twice',
      `${times(40_000, (at) => `k${at}:`).join('\n')}\nk39999:`,
      /must be unique/,
    ],
    ['a map of 20,000 keys on one line', `{${times(20_000, (at) => `k${at}: 1`).join(',')}}`, null],
    ['a scalar of two million characters', `a: ${'x'.repeat(1_999_990)}`, null],
    ['a folded scalar of many lines', `a: >\n${'  x\n'.repeat(400_000)}`, null],
    ['a fault in each of its lines', 'a: [\n'.repeat(900), /./],
    ['tags without end', times(10_000, () => '- !!binary aGk=').join('\n'), /./],
    [
      'nested by a blank in each line',
      times(1_900, (at) => `${' '.repeat(at)}a:`).join('\n'),
      /nested too deeply|^$/,
    ],
    ['maps in lists without end', '- - ? - '.repeat(20_000), /nested too deeply/],
    ['brackets of both kinds', '[{a: '.repeat(100_000), /nested too deeply/],
    ['merge keys', `a: &a {b: 1}\nc:\n${times(5_000, () => '  <<: *a').join('\n')}`, /Aliases|unique/],
    ['anchors without end', times(10_000, (at) => `- &a${at} x`).join('\n'), null],
    ['200,000 documents', '---\n'.repeat(200_000), /./],
    ['quotes that never end', `a: "${'\\n'.repeat(900_000)}`, /./],
  ])('ends soon, in few words: %s', { timeout: 60_000 }, (_name, text, said) => {
    // Work, not the clock: other tests share the machine.
    const begun = process.cpuUsage()
    const parsed = parseText(text)
    const { user, system } = process.cpuUsage(begun)
    expect((user + system) / 1_000).toBeLessThan(5_000)
    if (said === null) expect(parsed.ok).toBe(true)
    else if (parsed.ok) expect('').toMatch(said)
    else {
      expect(parsed.issues.length).toBeLessThanOrEqual(100)
      expect(parsed.issues[0]?.message).toMatch(said)
    }
  })
})

describe('finding the place of a path', () => {
  const parsed = parseText('playbook: x\nsteps:\n  - key: a\n    with: { value: [1, oops] }\n  - key: b\n')
  if (!parsed.ok) throw new Error('does not parse')

  it.each<[(string | number)[], number, number]>([
    [['playbook'], 1, 11],
    [['steps', 0, 'key'], 3, 10],
    [['steps', 0, 'with', 'value', 1], 4, 24],
    [['steps', 1], 5, 5],
    [['steps', 1, 'with', 'missing'], 5, 5],
    [['nowhere'], 1, 1],
    [[], 1, 1],
  ])('%j is at %d:%d', (path, line, column) => {
    expect(parsed.locate(path)).toEqual({ line, column })
  })
})

describe('printing', () => {
  it('gives YAML that reads back the same', () => {
    const value = {
      a: 'yes',
      b: ['{% x %}', 1, null, true],
      c: { 'odd key': 'multi\nline', d: '2026-11-21', e: '1e3' },
      f: [],
    }
    expect(valueOf(printYaml(value))).toEqual(value)
    const shared = { x: 1 }
    expect(printYaml({ a: shared, b: shared })).toBe('a:\n  x: 1\nb:\n  x: 1\n')
  })
})
