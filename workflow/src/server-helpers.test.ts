import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { clockFilters } from './clock-filters.ts'
import { compileWorkflow } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { missingFields } from './missing.ts'
import { workflowProblems } from './problems.ts'
import { contextOf, optionField, rule, textField, workflowOf } from './testing.ts'

const closed: When = { field: 'status', op: 'eq', value: 'closed' }
const open = { field: 'status', op: 'eq', value: 'open' } as const
const FIELDS = [
  optionField('status', ['open', 'closed']),
  textField('why'),
  {
    ...textField('clock'),
    type: 'clock',
    start: open,
    stop: { not: open },
    warnAt: 75,
  } as unknown as FieldInput,
]

test('a field that a rule requires is missing, unless it was before the change or is hidden', () => {
  const need: WorkflowAction = { id: 'n', do: 'require', fields: ['why'] }
  const hide: WorkflowAction = { id: 'h', do: 'hide', items: [{ field: 'why' }] }
  const missing = (record: object, before: object | null, actions: WorkflowAction[] = [need]) => {
    const compiled = compileWorkflow(workflowOf(rule('r', closed, actions)), { fields: FIELDS })
    const context = contextOf(record as never, { before: before as never })
    return missingFields(compiled, context, evaluate(compiled, context))
  }
  expect(missing({ status: 'closed', why: null }, { status: 'open', why: null })).toEqual(['why'])
  expect(missing({ status: 'closed', why: null }, null)).toEqual(['why'])
  expect(missing({ status: 'closed', why: 'so' }, null)).toEqual([])
  expect(missing({ status: 'closed', why: null }, { status: 'closed', why: null })).toEqual([])
  expect(missing({ status: 'closed', why: null }, null, [need, hide])).toEqual([])
})

test('the conditions of a clock are filters: of its settings, and of rules with all that they depend on', () => {
  const stop: WorkflowAction = { id: 'p', do: 'pause_clock', field: 'clock' }
  const filters = clockFilters(workflowOf(rule('a', closed, []), rule('else', undefined, [stop])), FIELDS)
  expect(filters.get('clock')).toEqual({
    start: open,
    pause: { not: { any: [closed] } },
    stop: { not: open },
  })
})

test('a clock can’t depend on what no filter can say', () => {
  const start: WorkflowAction = { id: 'begin', do: 'start_clock', field: 'clock' }
  const codes = (when: When) =>
    workflowProblems(workflowOf(rule('r', when, [start])), { fields: FIELDS }).map(
      ({ code, path }) => `${path.slice(6).join('.')} ${code}`,
    )
  expect(codes(closed)).toEqual([])
  expect(codes({ changed: 'status' })).toEqual(['actions.0.do not_allowed'])
  expect(codes({ ...closed, at: 'becomes' } as When)).toEqual(['actions.0.do not_allowed'])
})
