import { describe, expect, it } from 'vitest'
import { fail } from '../errors.ts'
import { sqlStateOf, transientCause } from './transient-errors.ts'

const errorWith = (code: string) => Object.assign(new Error('refused'), { code })

describe('errors of the database', () => {
  it.each([
    ['25006', 'read_only'],
    ['53100', 'full'],
    ['58030', 'full'],
    ['53000', 'exhausted'],
    ['53200', 'exhausted'],
    ['53300', 'exhausted'],
    ['57014', 'busy'],
    ['55P03', 'busy'],
    ['40001', 'busy'],
    ['40P01', 'busy'],
    ['57P01', 'unreachable'],
    ['57P03', 'unreachable'],
    ['08006', 'unreachable'],
    ['25P03', 'unreachable'],
    ['ECONNREFUSED', 'unreachable'],
    ['ENOENT', 'unreachable'],
    ['EPIPE', 'unreachable'],
  ])('%s passes: %s', (code, cause) => expect(transientCause(errorWith(code))).toBe(cause))

  it.each(['23505', '42501', '42P01', '22003', '54000', '57000', 'ENOSPC'])('%s does not pass', (code) =>
    expect(transientCause(errorWith(code))).toBeNull(),
  )

  it('are recognized behind an error that was made from them', () => {
    const outer = new Error('The table is locked', { cause: errorWith('55P03') })
    expect(transientCause(outer)).toBe('busy')
    expect(sqlStateOf(fail('dependency.unavailable', { cause: errorWith('40001') }))).toBe('40001')
  })

  it('say nothing when the error is no database error', () => {
    expect(transientCause('25006')).toBeNull()
    expect(sqlStateOf(new Error('25006'))).toBeNull()
  })
})
