import type { ObservableRow } from '@caseloom/contract/records/observable-lookups'
import type { Observable } from '@caseloom/contract/values/case-fields'
import type { Verdict } from '@caseloom/contract/values/verdict'
import { describe, expect, it } from 'vitest'
import {
  defangedText,
  filtered,
  grouped,
  lastChecked,
  sorted,
  usualTlp,
  verdictCounts,
  withFacts,
} from './observable-list.ts'

const NOW = Date.parse('2026-11-29T12:00:00.000Z')
const observable = (id: string, kind: Observable['kind'], value: string, note?: string): Observable => ({
  id,
  kind,
  value,
  tlp: 'amber',
  ioc: false,
  sighted: false,
  ...(note === undefined ? {} : { note }),
})
const by = { kind: 'system' as const, id: null, name: 'Feed' }
const known = (one: Observable, verdict: Verdict, score: number, minutes: number): ObservableRow => ({
  ...one,
  overall: { verdict, score, source: 'Feed' },
  lookups: [
    {
      source: 'Feed',
      verdict,
      score,
      summary: '',
      link: null,
      checkedAt: new Date(NOW - minutes * 60_000).toISOString(),
      expiresAt: new Date(NOW + (60 - minutes) * 60_000).toISOString(),
      by,
    },
  ],
  sightings: { records: score, capped: false, days: [], lastSeen: null },
})

const LIST = [
  observable('a', 'domain', 'cdn.example', 'Seen by the proxy'),
  observable('b', 'ipv4', '203.0.113.47'),
  observable('c', 'domain', 'evil.example'),
  observable('d', 'ipv4', '198.51.100.18'),
]
const [A, B, C] = LIST as [Observable, Observable, Observable]
const ROWS = withFacts(
  LIST,
  new Map([
    ['a', known(A, 'clean', 2, 5)],
    ['b', known(B, 'malicious', 96, 90)],
    ['c', known(C, 'malicious', 97, 4)],
  ]),
)
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')

describe('the list of observables', () => {
  it.each([
    ['part of a value', 'example', 'ac'],
    ['a defanged value', '203[.]0.113', 'b'],
    ['a note, in any case', 'PROXY', 'a'],
    ['nothing', '  ', 'abcd'],
  ])('is found by %s', (_title, text, found) => {
    expect(ids(filtered(ROWS, { text, verdicts: new Set() }))).toBe(found)
  })

  it('is narrowed to verdicts, where one that was never looked up is unknown', () => {
    expect(ids(filtered(ROWS, { text: '', verdicts: new Set(['malicious', 'unknown'] as const) }))).toBe(
      'bcd',
    )
    expect(verdictCounts(ROWS)).toEqual([
      { verdict: 'malicious', count: 2 },
      { verdict: 'clean', count: 1 },
      { verdict: 'unknown', count: 1 },
    ])
  })

  it('is grouped by kind and by verdict, in their order', () => {
    expect(grouped(ROWS, 'kind').map(({ key, rows }) => `${key} ${ids(rows)}`)).toEqual([
      'ipv4 bd',
      'domain ac',
    ])
    expect(grouped(ROWS, 'verdict').map(({ key, rows }) => `${key} ${ids(rows)}`)).toEqual([
      'malicious bc',
      'clean a',
      'unknown d',
    ])
  })

  it.each([
    ['value', 'asc', 'dbac'],
    ['verdict', 'asc', 'cbad'],
    ['sightings', 'desc', 'cbad'],
    ['checked', 'desc', 'cabd'],
    ['unheard of', 'asc', 'abcd'],
  ] as const)('is sorted by %s %s', (key, direction, order) => {
    expect(ids(sorted(ROWS, { key, direction }))).toBe(order)
    expect(ids(sorted(ROWS, undefined))).toBe('abcd')
  })

  it('says how old the newest result is, and whether one has expired', () => {
    expect(ROWS.map((row) => lastChecked(row, NOW)?.expired ?? null)).toEqual([false, true, false, null])
  })

  it('doesn’t show what is known of a value that was replaced', () => {
    const [row] = withFacts(
      [observable('a', 'domain', 'other.example')],
      new Map([['a', known(A, 'clean', 2, 5)]]),
    )
    expect(row?.known).toBeNull()
  })

  it('is copied defanged, one a line', () => {
    expect(defangedText(ROWS.slice(0, 2))).toBe('cdn[.]example\n203[.]0[.]113[.]47')
  })

  it.each([
    ['amber', 'amber'],
    ['red', 'red'],
    ['amber_strict', 'amber+strict'],
    [null, 'amber'],
    ['secret', 'amber'],
  ])('takes the mark of a record %s as %s', (value, tlp) => {
    expect(usualTlp(value)).toBe(tlp)
  })
})
