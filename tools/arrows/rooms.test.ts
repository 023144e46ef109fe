import { describe, expect, test } from 'vitest'
import type { Edge } from './graph.ts'
import { ROOM_ORDER, roomFaults } from './rooms.ts'

const ORDER = { 'server/src/domains/records': ['model', 'writing'] }
const BASE = 'server/src/domains/records'

function edge(from: string, to: string): Edge {
  const via = { specifier: `./${to}`, kind: 'import' as const, line: 3, names: [] }
  return { from: `${BASE}/${from}`, file: `${BASE}/${to}`, via, byPackageName: false }
}
const check = (edges: Edge[]) =>
  roomFaults(
    edges,
    edges.flatMap(({ from, file }) => [from, file ?? '']),
    ORDER,
  ).map((fault) => fault.text)

describe('rooms of a domain', () => {
  test('import lower rooms, their own files, and what lies outside the domain', () => {
    const outside = { ...edge('model/a.ts', 'b.ts'), file: 'server/src/platform/b.ts' }
    expect(check([edge('writing/a.ts', 'model/b.ts'), edge('model/a.ts', 'model/b.ts'), outside])).toEqual([])
  })

  test('import no higher room and no file at the top of the domain', () => {
    expect(check([edge('model/a.ts', 'writing/b.ts')])).toEqual([
      `imports a higher room (model > writing): ${BASE}/writing/b.ts`,
    ])
    expect(check([edge('writing/a.ts', 'records.door.ts')])).toHaveLength(1)
    expect(check([edge('records.door.ts', 'writing/a.ts')])).toEqual([])
  })

  test('may be tested from anywhere', () => {
    expect(check([edge('model/a.test.ts', 'writing/b.ts')])).toEqual([])
  })

  test('without a place in the order are refused', () => {
    expect(check([edge('attic/a.ts', 'attic/b.ts')])).toEqual(['has no place in the order of rooms'])
  })
})

test('each room has one place', () => {
  for (const rooms of Object.values(ROOM_ORDER)) expect(new Set(rooms).size).toBe(rooms.length)
})
