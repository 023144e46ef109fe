import { describe, expect, it } from 'vitest'
import { choicesOf } from './notification-choices.rules.ts'
import { dueAgain, mailDue, timesOf } from './notification-times.rules.ts'

const DIGEST = { mention: { inProduct: true, mail: true, digest: true } }
const NIGHTS = { from: '22:00', to: '06:00', days: [1, 2, 3, 4, 5, 6, 7] }

interface Habits {
  digest?: boolean
  every?: 'hour' | 'day'
  at?: string
  quiet?: typeof NIGHTS | null
  zone?: string | null
  browser?: string | null
}

function habits({ digest = false, every = 'day', at = '08:00', quiet = null, ...zones }: Habits) {
  const { zone = 'Europe/Berlin', browser = null } = zones
  return {
    choices: choicesOf(digest ? DIGEST : {}),
    times: { digest: { every, at }, quiet, zone: browser },
    zone,
  }
}

const due = (now: string, given: Habits) =>
  mailDue('mention', new Date(now), habits(given))?.toISOString() ?? null

describe('the email of a notification', () => {
  it.each<[string, string, Habits, string | null]>([
    ['goes out immediately', '2026-11-30T12:00:00Z', {}, null],
    [
      'waits for the next full hour',
      '2026-11-30T12:10:00Z',
      { digest: true, every: 'hour' },
      '2026-11-30T13:00:00.000Z',
    ],
    [
      'waits for the full hour by the clock of a zone with half an hour',
      '2026-11-30T12:10:00Z',
      { digest: true, every: 'hour', zone: 'Asia/Kolkata' },
      '2026-11-30T12:30:00.000Z',
    ],
    [
      'on the hour, waits for the next one',
      '2026-11-30T12:00:00Z',
      { digest: true, every: 'hour' },
      '2026-11-30T13:00:00.000Z',
    ],
    ['waits for today’s digest', '2026-11-30T06:59:59Z', { digest: true }, '2026-11-30T07:00:00.000Z'],
    [
      'at the digest’s time, waits for tomorrow’s',
      '2026-11-30T07:00:00Z',
      { digest: true },
      '2026-12-01T07:00:00.000Z',
    ],
    [
      'at midnight, waits a day',
      '2026-11-29T23:00:00Z',
      { digest: true, at: '00:00' },
      '2026-11-30T23:00:00.000Z',
    ],
    [
      'in spring, comes when the clocks have skipped its time',
      '2026-03-28T22:00:00Z',
      { digest: true, at: '02:30' },
      '2026-03-29T01:00:00.000Z',
    ],
    ['before quiet hours goes out immediately', '2026-11-30T20:59:00Z', { quiet: NIGHTS }, null],
    [
      'from their first minute on, waits for their end',
      '2026-11-30T21:00:00Z',
      { quiet: NIGHTS },
      '2026-12-01T05:00:00.000Z',
    ],
    [
      'after midnight, waits for the end of those of the day before',
      '2026-12-01T03:00:00Z',
      { quiet: NIGHTS },
      '2026-12-01T05:00:00.000Z',
    ],
    ['at their end goes out immediately', '2026-12-01T05:00:00Z', { quiet: NIGHTS }, null],
    [
      'on a day without quiet hours goes out immediately',
      '2026-12-01T21:30:00Z',
      { quiet: { ...NIGHTS, days: [1] } },
      null,
    ],
    [
      'after midnight of a day without, waits while those of the day before last',
      '2026-12-01T03:00:00Z',
      { quiet: { ...NIGHTS, days: [1] } },
      '2026-12-01T05:00:00.000Z',
    ],
    [
      'waits for the end of quiet hours when the digest falls into them',
      '2026-11-30T21:10:00Z',
      { digest: true, every: 'hour', quiet: NIGHTS },
      '2026-12-01T05:00:00.000Z',
    ],
    [
      'goes by the browser’s zone for a profile without one',
      '2026-11-30T13:30:00Z',
      { quiet: NIGHTS, zone: null, browser: 'Asia/Tokyo' },
      '2026-11-30T21:00:00.000Z',
    ],
    [
      'goes by UTC when no zone is known',
      '2026-11-30T22:30:00Z',
      { quiet: NIGHTS, zone: null },
      '2026-12-01T06:00:00.000Z',
    ],
  ])('%s', (_title, now, given, expected) => {
    expect(due(now, given)).toBe(expected)
  })

  it.each(['signIn', 'securityChanged'] as const)('about security never waits: %s', (kind) => {
    const all = { digest: true, quiet: { ...NIGHTS, from: '00:00', to: '23:59' } }
    const stored = { [kind]: { inProduct: true, mail: true, digest: true } }
    const asked = { ...habits(all), choices: choicesOf(stored) }
    expect(asked.choices[kind].digest).toBe(false)
    expect(mailDue(kind, new Date('2026-11-30T12:00:00Z'), asked)).toBeNull()
    expect(mailDue('mention', new Date('2026-11-30T12:00:00Z'), asked)).not.toBeNull()
  })

  it('that waits is due by new habits from now on', () => {
    const { digestKinds, digest, single } = dueAgain(
      new Date('2026-11-30T12:10:00Z'),
      habits({ digest: true, every: 'hour' }),
    )
    expect(digestKinds).toEqual(['mention'])
    expect([digest.toISOString(), single.toISOString()]).toEqual([
      '2026-11-30T13:00:00.000Z',
      '2026-11-30T12:10:00.000Z',
    ])
  })
})

describe('stored times', () => {
  it.each([null, {}, { digest: { every: 'week', at: '08:00' }, quiet: null, zone: null }, 'daily'])(
    'that no one can read are the defaults: %j',
    (stored) => {
      expect(timesOf(stored)).toEqual({ digest: { every: 'day', at: '08:00' }, quiet: null, zone: null })
    },
  )

  it('are what was chosen', () => {
    const chosen = { digest: { every: 'hour', at: '09:30' }, quiet: NIGHTS, zone: 'Asia/Tokyo' }
    expect(timesOf(chosen)).toEqual(chosen)
  })
})

describe('stored choices', () => {
  it('of an earlier version have neither a digest nor channels', () => {
    expect(choicesOf({ mention: { inProduct: false, mail: true } }).mention).toEqual({
      inProduct: false,
      mail: true,
      digest: false,
      slack: false,
      teams: false,
      webhook: false,
    })
  })
})
