import type { SentencePart } from '@caseloom/contract/values/sentence-parts'
import { expect, it } from 'vitest'
import { sentenceText } from './sentence-text.ts'

const words = {
  people: {
    name: (id: string) => ({ u1: 'Alice' })[id],
    group: (id: string) => ({ g1: 'Blue team' })[id],
    zone: 'Asia/Kathmandu',
  },
  role: (id: string) => `role ${id}`,
  t: (...[key]: [string, ...unknown[]]) => key,
}

it.each<[SentencePart, string]>([
  ['Due', 'Due'],
  [{ type: 'datetime', value: '2026-07-31T23:00:00.000Z' }, '1 Aug 2026, 04:45'],
  [{ type: 'date', value: '2026-07-31' }, '31 Jul 2026'],
  [{ type: 'date', value: 'today' }, 'moving.points.today'],
  [{ type: 'duration', value: 9_000 }, '2h 30m'],
  [{ type: 'user', value: 'u1' }, 'Alice'],
  [{ type: 'user', value: 'gone' }, 'gone'],
  [{ type: 'group', value: 'g1' }, 'Blue team'],
  [{ type: 'role', value: 'r1' }, 'role r1'],
])('the part %j is said as %s', (part, text) => {
  expect(sentenceText([part], words)).toBe(text)
})

it('parts are one sentence', () => {
  expect(
    sentenceText(['Owner: expected set to ', { type: 'user', value: 'u1' }, ', now not set'], words),
  ).toBe('Owner: expected set to Alice, now not set')
})
