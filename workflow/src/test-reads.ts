import { tableName } from './table-uses.ts'
import type { Leaf, Test } from './tests.ts'

/** The leaves of a condition with their places. */
export function leavesOf(test: Test, path = ''): { test: Leaf; path: string }[] {
  switch (test.kind) {
    case 'all':
    case 'any':
    case 'none':
      return test.parts.flatMap((part, at) =>
        leavesOf(part, path === '' ? `${test.kind}.${at}` : `${path}.${test.kind}.${at}`),
      )
    default:
      return [{ test, path }]
  }
}

/** Fields whose values a condition reads, and the tables that it asks. */
export function readsOf(test: Test): string[] {
  return [...new Set(leavesOf(test).flatMap(({ test: leaf }) => [...leafReads(leaf), ...tablesOf(leaf)]))]
}

function tablesOf(leaf: Leaf): string[] {
  return leaf.kind === 'table' ? [tableName(leaf.test.table)] : []
}

export function leafReads(test: Leaf): string[] {
  switch (test.kind) {
    case 'field':
      return [...new Set([test.field.key, test.field.source])]
    case 'table':
      return [test.test.field]
    case 'changed':
    case 'linked':
      return [test.key]
    case 'expression':
      return [...new Set([...test.reading.record, ...test.reading.before])]
    case 'actor':
    case 'opened':
      return []
    default:
      return test satisfies never
  }
}

/** Whether a condition may give something else although no field of the record changed. */
export function isUnsteady(test: Test): boolean {
  return leavesOf(test).some(({ test: leaf }) =>
    leaf.kind === 'field' ? leaf.field.moving : leaf.kind === 'linked' || leaf.kind === 'table',
  )
}
