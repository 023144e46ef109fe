import { describe, expect, test } from 'vitest'
import { ApiError, errorOfReply, fieldFaults, hasCode } from './api-error.ts'

const PROBLEM = {
  type: 'about:blank',
  title: 'Some of the input is invalid',
  status: 400,
  code: 'request.invalid',
  requestId: 'r-1',
  issues: [
    { path: ['body', 'email'], code: 'invalid_format', message: 'Not an address' },
    { path: ['body', 'fields', 'title'], code: 'too_long', message: 'Too long' },
    { path: ['body', 'extra'], code: 'unrecognized_keys', message: 'Unknown' },
  ],
}

function reply(status: number, body: unknown, headers: Record<string, string> = {}) {
  return errorOfReply({ status, headers: new Headers(headers), body }, 'tenant-error')
}

describe('errorOfReply', () => {
  test('has the code, issues, and request ID of the problem', () => {
    const error = reply(400, PROBLEM)
    expect(error).toMatchObject({
      code: 'request.invalid',
      status: 400,
      requestId: 'r-1',
      on404: 'tenant-error',
    })
    expect(error.issues).toHaveLength(3)
  })

  test.each([
    [401, 'session.none'],
    [403, 'right.missing'],
    [404, 'resource.not_found'],
    [413, 'request.too_large'],
    [429, 'request.too_many'],
    [502, 'dependency.unavailable'],
    [503, 'dependency.unavailable'],
    [500, 'internal.error'],
    [418, 'request.malformed'],
  ])('%i without a problem is %s', (status, code) => {
    expect(reply(status, '<html>').code).toBe(code)
  })

  test('reads the request ID and Retry-After from the headers', () => {
    const error = reply(503, '', { 'x-request-id': 'r-9', 'retry-after': '7' })
    expect(error).toMatchObject({ requestId: 'r-9', retryAfter: 7 })
  })

  test('preserves members of a single code', () => {
    const error = reply(409, { ...PROBLEM, status: 409, code: 'resource.version_conflict', conflicts: [1] })
    expect(hasCode(error, 'resource.version_conflict')).toBe(true)
    expect(error.problem?.['conflicts']).toEqual([1])
  })
})

describe('fieldFaults', () => {
  test('maps issues to their fields, and others to the empty key', () => {
    expect(fieldFaults(reply(400, PROBLEM), ['email', 'fields'])).toEqual({
      email: 'Not an address',
      fields: 'Too long',
      '': 'extra: Unknown',
    })
  })

  test('finds issues below a prefix of the body', () => {
    expect(fieldFaults(reply(400, PROBLEM), ['title'], ['fields'])).toMatchObject({ title: 'Too long' })
  })

  test('returns nothing for other failures', () => {
    expect(fieldFaults(new TypeError('x'), ['a'])).toEqual({})
    expect(
      fieldFaults(new ApiError({ code: 'client.offline', status: 0, title: '', on404: 'here' }), ['a']),
    ).toEqual({})
  })
})
