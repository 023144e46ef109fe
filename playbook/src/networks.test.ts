import { describe, expect, it } from 'vitest'
import { isNetwork, networkSet } from './networks.ts'

describe('a set of networks', () => {
  it.each([
    [['198.51.100.0/24'], '198.51.100.7', true],
    [['198.51.100.0/24'], '198.51.101.7', false],
    [['198.51.100.0/24'], '::ffff:198.51.100.7', true],
    [['192.0.2.7'], '192.0.2.7', true],
    [['192.0.2.7'], '192.0.2.8', false],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::1'], '2001:db8::2', false],
    [['192.0.2.0/24', '2001:db8::/32'], '2001:db8::2', true],
    [['0.0.0.0/0'], '2001:db8::2', false],
  ])('%j includes %s: %s', (networks, ip, included) => {
    expect(networkSet(networks).includes(ip)).toBe(included)
  })

  it('includes nothing that is no address', () => {
    expect(networkSet(['0.0.0.0/0', '::/0']).includes('office')).toBe(false)
  })
})

it.each([
  ['192.0.2.7', true],
  ['198.51.100.0/24', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0', false],
  ['office', false],
  ['', false],
])('%s is a network: %s', (text, is) => {
  expect(isNetwork(text)).toBe(is)
})
