import { AttackEventUpdate } from '@caseloom/contract/records/attack-events'
import { describe, expect, test } from 'vitest'
import { changedEvent, eventInWords, type EventValues, tacticsOfEvent } from './attack-event.rules.ts'

const NOW = new Date('2026-11-23T03:00:00.000Z')
const BEFORE: EventValues = {
  happenedAt: '2026-11-22T22:14:06.000Z',
  type: 'email_activity',
  text: 'Invoice link opened',
  technique: 'T1566.002',
  tactic: null,
  asset: null,
  source: 'Mail gateway',
}
const change = (set: object) => changedEvent(BEFORE, AttackEventUpdate.parse(set), NOW)

describe('an attack event', () => {
  test.each([
    ['absent members stay', {}, {}],
    ['null clears', { source: null, technique: null }, { source: null, technique: null }],
    ['a technique is stored in canonical form', { technique: ' t1059.001 ' }, { technique: 'T1059.001' }],
    [
      'a tactic of the technique is stored',
      { technique: 'T1078', tactic: 'Persistence' },
      { technique: 'T1078', tactic: 'Persistence' },
    ],
    [
      'any tactic goes without a technique',
      { technique: null, tactic: 'Impact' },
      { technique: null, tactic: 'Impact' },
    ],
    [
      'clocks may be a little ahead',
      { happenedAt: '2026-11-23T03:04:00.000Z' },
      { happenedAt: '2026-11-23T03:04:00.000Z' },
    ],
  ])('changes: %s', (_, set, wanted) => {
    expect(change(set)).toEqual({ values: { ...BEFORE, ...wanted }, issues: [] })
  })

  test('loses the chosen tactic when its technique becomes one of another', () => {
    const chosen = { ...BEFORE, technique: 'T1078', tactic: 'Persistence' as const }
    expect(changedEvent(chosen, { technique: 'T1490' }, NOW).values).toMatchObject({
      technique: 'T1490',
      tactic: null,
    })
  })

  test.each([
    ['an unknown technique', { technique: 'T9999' }, 'technique', 'unknown_technique'],
    ['a tactic that the technique doesn’t serve', { tactic: 'Impact' }, 'tactic', 'wrong_tactic'],
    ['a time in the future', { happenedAt: '2026-11-23T03:06:00.000Z' }, 'happenedAt', 'in_future'],
  ])('rejects %s', (_, set, member, code) => {
    expect(change(set).issues).toEqual([expect.objectContaining({ path: ['body', member], code })])
  })

  test.each([
    ['the chosen tactic', { technique: 'T1078', tactic: 'Persistence' as const }, ['Persistence']],
    ['the tactics of its technique', { technique: 'T1566', tactic: null }, ['Initial Access']],
    ['those of several', { technique: 'T1040', tactic: null }, ['Credential Access', 'Discovery']],
    ['none', { technique: null, tactic: null }, []],
  ])('counts in %s', (_, event, tactics) => {
    expect(tacticsOfEvent(event)).toEqual(tactics)
  })

  test('is one line of the history, however long its text', () => {
    expect(eventInWords(BEFORE)).toBe('T1566.002 Invoice link opened')
    expect(eventInWords({ technique: null, text: 'One\n two' })).toBe('One two')
    expect([...eventInWords({ technique: null, text: '🦊'.repeat(300) })]).toHaveLength(201)
  })
})
