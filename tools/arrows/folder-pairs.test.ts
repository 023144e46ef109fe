import { describe, expect, test } from 'vitest'
import { pairFaults } from './folder-pairs.ts'
import type { Edge } from './graph.ts'

function edge(from: string, file: string, kind: 'import' | 'type' | 'url' = 'import'): Edge {
  return { from, file, via: { specifier: file, kind, line: 7, names: [] }, byPackageName: false }
}
const texts = (edges: Edge[], allowed = {}) =>
  pairFaults(edges, allowed).map(({ at, text }) => `${at} ${text}`)
const [A, B] = ['server/src/a/x.ts', 'server/src/b/y.ts']

describe('folders', () => {
  test('that import each other are named with both imports, also by types alone', () => {
    const found = [
      `server/src/a/x.ts:7 server/src/a and server/src/b import each other: ${B} and, in ${B}, ${A}`,
    ]
    expect(texts([edge(A, B), edge(B, A)])).toEqual(found)
    expect(texts([edge(A, B), edge(B, A, 'type')])).toEqual(found)
  })

  test('are a pair also where one lies in the other', () => {
    expect(
      texts([edge('web/src/a/x.ts', 'web/src/a/in/y.ts'), edge('web/src/a/in/y.ts', 'web/src/a/x.ts')]),
    ).toHaveLength(1)
  })

  test('that import one way, files of one folder, and longer circles are no pair', () => {
    expect(texts([edge(A, B)])).toEqual([])
    expect(texts([edge(A, 'server/src/a/z.ts'), edge('server/src/a/z.ts', A)])).toEqual([])
  })

  test('may be led back to by tests, started files, and tools', () => {
    expect(texts([edge(A, B), edge('server/src/b/y.test.ts', A)])).toEqual([])
    expect(texts([edge(A, B), edge(B, A, 'url')])).toEqual([])
    expect(texts([edge('tools/a/x.ts', 'tools/b/y.ts'), edge('tools/b/y.ts', 'tools/a/x.ts')])).toEqual([])
  })

  test('that are listed are excused, and the list shrinks with them', () => {
    const allowed = { 'server/src/a > server/src/b': 'for now' }
    expect(texts([edge(A, B), edge(B, A)], allowed)).toEqual([])
    expect(texts([edge(A, B)], allowed)).toEqual([
      'tools/arrows/folder-pairs.ts no longer a pair, remove it: server/src/a > server/src/b',
    ])
  })
})
