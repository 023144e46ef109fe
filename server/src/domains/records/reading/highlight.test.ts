import { describe, expect, it } from 'vitest'
import { aField } from '@caseloom/testkit/a-field'
import { hitsOf, marksOf, snippetOf } from './highlight.rules.ts'

/** The snippet with its hits in brackets. */
function shown(text: string, query: string, room = 160): string | null {
  const snippet = snippetOf(text, marksOf(query), room)
  return snippet?.map((piece) => (piece.hit ? `[${piece.text}]` : piece.text)).join('') ?? null
}

describe('what is marked', () => {
  it.each([
    ['Änderung am Server', 'and', '[Änd]erung am Server'],
    ['Änderung am Server', 'ÄND', '[Änd]erung am Server'],
    ['and then some', 'and some', '[and] then [some]'],
    ['a sandbox', 'and', null],
    ['a sandbox and more', 'and more', 'a sandbox [and] [more]'],
    ['host WKS-0447 is down', 'wks-0447', 'host [WKS-0447] is down'],
    ['well known', 'well-known', '[well] [known]'],
    ['ΟΔΟΣ 7', 'οδος', '[ΟΔΟΣ] 7'],
    ['ﬁnding', 'fin', '[ﬁn]ding'],
    ['e\u0301tude', 'etude', '[e\u0301tude]'],
    ['悪意のある通信', '通信', '悪意のある[通信]'],
    ['🚨🚨 alarm 🚨', 'alarm', '🚨🚨 [alarm] 🚨'],
    ['mail.example.com', 'example.com', 'mail.[example.com]'],
    ['see evil.example.com', 'evil[.]example[.]com', 'see [evil.example.com]'],
    ['nothing', '...', null],
  ])('%j by %j', (text, query, wanted) => {
    expect(shown(text, query)).toBe(wanted)
  })

  it('cuts a long text around its first hit, between words, and says so', () => {
    const text = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`
    const cut = shown(text, 'needle', 80) ?? ''
    expect(cut).toMatch(/^…word .*\[needle\] word.*…$/)
    expect(cut.length).toBeLessThan(90)
  })

  it('never tears a character apart', () => {
    for (let at = 0; at < 12; at += 1) {
      const cut = shown(`${'x'.repeat(at)}${'🚨'.repeat(100)} needle ${'🚨'.repeat(100)}`, 'needle', 60) ?? ''
      expect(cut.isWellFormed()).toBe(true)
    }
  })

  it('makes a text of many lines one line', () => {
    expect(shown('one\n\n\ttwo', 'two')).toBe('one [two]')
  })
})

describe('where words are marked', () => {
  it.each([
    ['observables', [{ kind: 'domain', value: 'evil.example.com', note: 'seen twice' }], 'twice'],
    ['observables', [{ kind: 'ipv4', value: '192.0.2.7' }], '192.0.2.7'],
    ['tasks', [{ title: 'Call the twice betrayed', state: 'open' }], 'twice'],
  ] as const)('in %s as in any text: by these a record is found', (type, value, query) => {
    const field = { ...aField({ type }), key: 'seen', unique: false, readClass: 'all' }
    const look = { fields: [field], titleField: '', marks: marksOf(query) }
    const [hit] = hitsOf({ ...look, values: { seen: value as never } })
    expect(hit?.snippet.filter((piece) => piece.hit).map((piece) => piece.text)).toEqual([query])
  })
})
