import type { Statement } from '@caseloom/contract/kernel/statements'
import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { openStatement } from './open-statement.ts'

const statement: Statement = {
  id: 'abc',
  parts: [
    {
      isMain: true,
      title: 'Enrich',
      permissions: 'yours',
      publisher: 'Eve',
      acts: [{ kind: 'sendMail', names: [], hidden: 0, open: false }],
    },
  ],
}

it('a refused start carries the statement; other failures carry none', () => {
  const failure = (code: 'statement.confirm_first' | 'request.too_many', over: object) =>
    new ApiError({
      code,
      status: 409,
      title: 'x',
      on404: 'here',
      problem: { type: 'x', title: 'x', status: 409, code, requestId: 'x', ...over },
    })
  expect(openStatement(failure('statement.confirm_first', { statement }))).toEqual(statement)
  expect(openStatement(failure('statement.confirm_first', {}))).toBeNull()
  expect(openStatement(failure('request.too_many', { statement }))).toBeNull()
  expect(openStatement(new Error('x'))).toBeNull()
})
