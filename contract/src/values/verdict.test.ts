import { describe, expect, it } from 'vitest'
import { type Judgment, overallVerdict, type Verdict } from './verdict.ts'

const NOW = Date.parse('2026-11-29T12:00:00.000Z')
const says = (source: string, verdict: Verdict, score: number | null = null, hours?: number): Judgment => ({
  source,
  verdict,
  score,
  expiresAt: hours === undefined ? null : new Date(NOW + hours * 3_600_000).toISOString(),
})

describe('the overall verdict on a value', () => {
  it.each<[string, Judgment[], [Verdict, number | null, string | null]]>([
    ['is unknown without results', [], ['unknown', null, null]],
    [
      'is the worst, whatever the order',
      [says('A', 'clean', 90), says('B', 'suspicious', 40), says('C', 'malicious', 10)],
      ['malicious', 10, 'C'],
    ],
    [
      'has the highest score of those that agree',
      [says('A', 'malicious', 81), says('B', 'malicious', 96), says('C', 'suspicious', 99)],
      ['malicious', 96, 'B'],
    ],
    ['prefers a score over none', [says('A', 'clean'), says('B', 'clean', 0)], ['clean', 0, 'B']],
    ['breaks ties by name', [says('B', 'clean', 5), says('A', 'clean', 5)], ['clean', 5, 'A']],
    ['prefers any word over unknown', [says('A', 'unknown'), says('B', 'clean', 2)], ['clean', 2, 'B']],
    [
      'is the analyst’s if there is one, even against worse',
      [says('A', 'malicious', 99), says('Analyst', 'clean')],
      ['clean', null, 'Analyst'],
    ],
    [
      'ignores what has expired',
      [says('A', 'malicious', 99, -1), says('B', 'clean', 1, 1)],
      ['clean', 1, 'B'],
    ],
    ['ends at the very instant of the expiry', [says('A', 'malicious', 99, 0)], ['unknown', null, null]],
    [
      'ignores an analyst’s word that has expired',
      [says('A', 'malicious', 99), says('Analyst', 'clean', null, -1)],
      ['malicious', 99, 'A'],
    ],
  ])('%s', (_title, results, [verdict, score, source]) => {
    expect(overallVerdict(results, NOW)).toEqual({ verdict, score, source })
    expect(overallVerdict(results.toReversed(), NOW)).toEqual({ verdict, score, source })
  })
})
