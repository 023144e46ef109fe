import { expect, test } from 'vitest'
import { readCell } from './cells.rules.ts'
import { containingNetworks, readNetwork } from './network-cells.rules.ts'

test.each([
  ['10.1.2.3', '10.1.2.3'],
  [' 10[.]1[.]2[.]3 ', '10.1.2.3'],
  ['10.1.2.3/32', '10.1.2.3'],
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['2001:DB8::1/32', '2001:db8::/32'],
  ['[2001:db8:0::1]', '2001:db8::1'],
  ['10.1.2', null],
  ['10.1.2.3/33', null],
  ['10.1.2.256', null],
  ['example.com', null],
])('the network %j is stored as %j', (text, stored) => {
  expect(readNetwork(text)).toBe(stored)
})

test('an address is in networks of every size, the narrowest first', () => {
  const four = containingNetworks('10.1.2.3')
  expect(four).toHaveLength(33)
  expect(four.slice(0, 3)).toEqual(['10.1.2.3', '10.1.2.2/31', '10.1.2.0/30'])
  expect(four.at(-1)).toBe('0.0.0.0/0')
  expect(containingNetworks('10.1.0.0/16')[0]).toBe('10.1.0.0/16')
  expect(containingNetworks('10.1.0.0/16')).toHaveLength(17)
  expect(containingNetworks('2001:db8::1')).toHaveLength(129)
  expect(containingNetworks('2001:db8::1')).toContain('2001:db8::/32')
})

const KINDS = { type: 'choice', options: ['Company', 'Hosted', 'Partner'] } as const

test.each([
  [{ type: 'network' } as const, '10.9.9.9/16', { value: '10.9.0.0/16' }],
  [
    { type: 'network' } as const,
    'example',
    { fault: 'Not an IP address or a network, such as 10.20.0.0/16' },
  ],
  [KINDS, 'hosted', { value: 'Hosted' }],
  [KINDS, '', { value: null }],
  [KINDS, 'Hostde', { fault: '"Hostde" is not an option; did you mean "Hosted"?' }],
])('a cell of %j reads %j as %j', (column, given, read) => {
  expect(
    readCell({ ...column, ...('options' in column ? { options: [...column.options] } : {}) } as never, given),
  ).toEqual(read)
})
