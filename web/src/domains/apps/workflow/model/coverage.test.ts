import type { Workflow } from '@caseloom/contract/apps/workflow'
import { describe, expect, it } from 'vitest'
import { type Coverage, neverTaken, takenOf } from './coverage.ts'

const rule = (id: string, off = false) => ({ id, actions: [], branches: [], ...(off ? { off } : {}) })
const workflow: Workflow = {
  stages: [
    {
      id: 's1',
      title: 'One',
      on: ['save'],
      branches: [{ id: 'b1', rules: [rule('a'), rule('b'), rule('c', true)] }],
    },
  ],
}

function coverage(records: number): Coverage {
  return { since: '', days: 90, records, rules: { a: 7, b: 0, c: 0 }, never: ['b', 'c'] }
}

describe('coverage of a workflow', () => {
  it('counts the records that took a rule, and says nothing of new rules', () => {
    expect(takenOf(coverage(7), 'a')).toBe(7)
    expect(takenOf(coverage(7), 'b')).toBe(0)
    expect(takenOf(coverage(7), 'new')).toBeNull()
    expect(takenOf(coverage(0), 'b')).toBeNull()
    expect(takenOf(null, 'a')).toBeNull()
  })

  it('names enabled rules that no record took, once enough was saved', () => {
    const found = neverTaken(workflow, coverage(200), (records) => `of ${records}`)
    expect(found).toEqual([{ item: 'b', severity: 'warning', code: 'branch_never_taken', message: 'of 200' }])
    expect(neverTaken(workflow, coverage(100), () => '')).toHaveLength(1)
    expect(neverTaken(workflow, coverage(99), () => '')).toEqual([])
  })
})
