import type { When } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { operatorOf } from './test-operator.ts'

test.each<[When | null, string | undefined]>([
  [{ field: 'status', op: 'in', value: ['open'] }, 'in'],
  [{ field: 'status', op: 'in', value: ['open'], at: 'before' }, 'in'],
  [{ field: 'status', op: 'in', value: ['open'], at: 'becomes' }, 'becomes:in'],
  [{ field: 'status', op: 'notInTable', table: 'own', at: 'becomes' }, 'becomes:notInTable'],
  [{ changed: 'status' }, 'changes'],
  [{ linked: 'case', where: { field: 'level', op: 'ne', value: 'low' } }, 'ne'],
  [{ linked: 'case', where: { all: [] } }, undefined],
  [{ linked: 'case' }, undefined],
  [{ opened: ['new'] }, undefined],
  [null, undefined],
])('the operator of %j is %s', (when, operator) => {
  expect(operatorOf(when)).toBe(operator)
})
