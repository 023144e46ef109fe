import { describe, expect, test } from 'vitest'
import { attackPath, TACTIC_NAMES, type Tactic, techniquesOf } from './attack-tactics.ts'
import { allTechniques } from './attack-techniques.ts'

function event(happenedAt: string, tactics: Tactic[], technique: string | null = null) {
  return { happenedAt, tactics, technique }
}

describe('the path of an attack', () => {
  test('has every tactic in the order of the matrix, with none filled at first', () => {
    const path = attackPath([])
    expect(path.map(({ tactic }) => tactic)).toEqual(TACTIC_NAMES)
    expect(path).toHaveLength(14)
    expect(path.every(({ events, first }) => events === 0 && first === null)).toBe(true)
    expect([path[0]?.tactic, path.at(-1)?.tactic]).toEqual(['Reconnaissance', 'Impact'])
  })

  test('counts the events of each tactic and knows the first, whatever their order and zone', () => {
    const path = attackPath([
      event('2026-11-23T02:12:50.000Z', ['Lateral Movement']),
      event('2026-11-22T23:14:06.000+01:00', ['Initial Access']),
      event('2026-11-22T23:02:11.000Z', ['Lateral Movement', 'Initial Access']),
      event('2026-11-22T20:00:00.000Z', []),
    ])
    const filled = path.filter(({ events }) => events > 0)
    expect(filled).toEqual([
      { tactic: 'Initial Access', events: 2, first: '2026-11-22T22:14:06.000Z' },
      { tactic: 'Lateral Movement', events: 2, first: '2026-11-22T23:02:11.000Z' },
    ])
  })

  test('counts each technique once, and events without one not at all', () => {
    const at = '2026-11-22T22:14:06.000Z'
    expect(techniquesOf([event(at, [], 'T1566'), event(at, [], 'T1566'), event(at, [], 'T1490')])).toBe(2)
    expect(techniquesOf([event(at, [])])).toBe(0)
  })

  test('uses every tactic that techniques name, and no other', () => {
    const named = new Set([...allTechniques().values()].flatMap(({ tactics }) => tactics))
    expect([...named].toSorted()).toEqual([...TACTIC_NAMES].toSorted())
  })
})
