import { expect, it } from 'vitest'
import { faultAt, faultsOfIssues } from './faults.ts'

it('keeps the first error of each field, by its path inside the body', () => {
  const faults = faultsOfIssues([
    { path: ['body', 'limits', 'tokensPerDay'], message: 'Too small' },
    { path: ['limits', 'tokensPerDay'], message: 'Not whole' },
    { path: ['hosts', 1], message: 'Not a host' },
  ])
  expect(faults).toEqual({ 'limits.tokensPerDay': 'Too small', 'hosts.1': 'Not a host' })
})

it('shows at a field its own error, or that of its first invalid item', () => {
  const faults = { 'hosts.1': 'Not a host', 'hosts.3': 'Twice', name: 'Missing' }
  expect(faultAt(faults, 'hosts')).toBe('Not a host')
  expect(faultAt(faults, 'name')).toBe('Missing')
  expect(faultAt(faults, 'host')).toBeUndefined()
})
