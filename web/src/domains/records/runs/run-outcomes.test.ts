import { LayoutSection } from '@caseloom/contract/apps/layout'
import { Workflow, type WorkflowAction } from '@caseloom/contract/apps/workflow'
import type { FormState, WorkflowRunRule } from '@caseloom/contract/apps/workflow-runs'
import { expect, test } from 'vitest'
import { formLines } from './form-then.ts'
import { actionOutcome, firedInStage } from './run-outcomes.ts'

const message: WorkflowAction = { id: 'a', do: 'message', level: 'warning', text: 'Ask first.' }
const hide: WorkflowAction = { id: 'a', do: 'hide', items: [{ field: 'note' }] }
const ran = (outcome: WorkflowRunRule['outcome'], rule = 'r'): WorkflowRunRule =>
  ({ rule, outcome, operands: [], actions: [] }) as unknown as WorkflowRunRule
const hidden = { item: 'field:note', before: true, after: false }

test.each([
  ['a message of a rule that applied', message, 'true', null, 'shown'],
  ['a message of a rule that did not', message, 'false', null, 'not_reached'],
  ['a change', hide, 'true', hidden, 'changed'],
  ['what was so before', hide, 'true', { ...hidden, before: false }, 'same'],
  ['a disabled action', { ...message, off: true }, 'true', null, 'not_run'],
] as const)('how %s came out', (...[, item, outcome, effect, expected]) => {
  const run = ran(outcome)
  expect(actionOutcome({ id: 'a', level: 3, kind: 'action', item, effect, run }, { expiredAt: null })).toBe(
    expected,
  )
})

test('a stage counts its rules, nested ones included, and says when none was evaluated', () => {
  const rule = (id: string, ...rules: object[]) => ({
    id,
    when: { changed: 'note' },
    actions: [],
    branches: rules.length === 0 ? [] : [{ id: `b-${id}`, rules }],
  })
  const branches = [{ id: 'b', rules: [rule('r', rule('inner')), rule('other')] }]
  const [stage] = Workflow.parse({ stages: [{ id: 's', title: 'S', on: ['save'], branches }] }).stages
  if (stage === undefined) throw new Error('No stage')
  const elsewhere = ran('true', 'of-another-stage')
  const fired = [ran('true'), ran('true', 'inner'), ran('false', 'other'), elsewhere]
  expect(firedInStage(stage, { rules: fired })).toEqual({ fired: 2, count: 3 })
  const idle = [ran('not_run'), ran('not_run', 'inner'), ran('not_run', 'other'), elsewhere]
  expect(firedInStage(stage, { rules: idle })).toBeNull()
})

test('the form hides the fields of a section or tab that a rule hid, and shows offered buttons', () => {
  const layout = [
    { id: 'triage', title: 'Triage', fields: ['verdict'] },
    { id: 'contain', title: 'Containment', fields: ['hosts'] },
    { id: 'close', title: 'Closure', tab: 'End', fields: ['lessons'] },
  ].map((section) => LayoutSection.parse(section))
  const is = (value: boolean) => ({ value, by: ['a'] })
  const items: FormState['items'] = {
    'section:contain': { visible: is(false) },
    'tab:End': { visible: is(false) },
    'section:triage': { visible: is(true) },
    'button:purge': { offered: is(true) },
    'button:other': { offered: is(false) },
  }
  expect(formLines(layout, { items }, 'after')).toEqual([
    { kind: 'section', title: 'Triage', mark: 'shown' },
    { kind: 'field', key: 'verdict' },
    { kind: 'hidden', title: 'Containment' },
    { kind: 'hidden', title: 'Closure' },
    { kind: 'button', id: 'purge' },
  ])
  const before = formLines(layout, { items }, 'before')
  expect(before.flatMap((line) => (line.kind === 'field' ? line.key : []))).toEqual([
    'verdict',
    'hosts',
    'lessons',
  ])
})
