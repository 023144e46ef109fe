import { expect, it } from 'vitest'
import { ended, lookedUpBy, type ProgressMap, started } from './enrich-progress.ts'

const A = { kind: 'ipv4' as const, value: '192.0.2.1' }
const B = { kind: 'domain' as const, value: 'b.example' }
const NONE: ProgressMap = new Map()

it('counts what was started for a value and what has ended', () => {
  const both = started(started(NONE, [A, B]), [A])
  expect([...both]).toEqual([
    ['ipv4 192.0.2.1', { done: 0, all: 2 }],
    ['domain b.example', { done: 0, all: 1 }],
  ])
  const one = ended(both, [A, B])
  expect([...one]).toEqual([['ipv4 192.0.2.1', { done: 1, all: 2 }]])
  expect(ended(one, [A]).size).toBe(0)
  expect(ended(NONE, [A]).size).toBe(0)
  expect(both.size).toBe(2)
})

it('hands a playbook what it looks up', () => {
  expect(lookedUpBy({ looksUp: ['domain', 'url'] }, [A, B])).toEqual([B])
})
