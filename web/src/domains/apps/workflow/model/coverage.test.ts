import type { Workflow } from '@caseloom/contract/apps/workflow'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { addTexts, startTexts } from '../../../../ui/text/i18n.ts'
import { workflowEditorEn } from '../workflow-editor.en.ts'
import { type Coverage, neverTaken, takenOf } from './coverage.ts'

startTexts()
addTexts('workflow-editor', workflowEditorEn)
const t = i18next.getFixedT(null, 'workflow-editor')

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
    const message = 'No record took this branch in the last 90 days. 1,204 records were checked.'
    expect(neverTaken(workflow, coverage(1204), t)).toEqual([
      { item: 'b', severity: 'warning', code: 'branch_never_taken', message },
    ])
    expect(neverTaken(workflow, coverage(100), t)).toHaveLength(1)
    expect(neverTaken(workflow, coverage(99), t)).toEqual([])
  })
})
