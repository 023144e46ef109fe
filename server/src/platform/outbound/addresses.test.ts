import { describe, expect, test } from 'vitest'
import { classify, sameAddress } from './addresses.ts'

describe('kinds of addresses', () => {
  test.each([
    ['93.184.216.34', 'public', 'public'],
    ['1.1.1.1', 'public', 'public'],
    ['127.0.0.1', 'refused', 'loopback'],
    ['127.255.255.254', 'refused', 'loopback'],
    ['0.0.0.0', 'refused', 'unspecified'],
    ['0.1.2.3', 'refused', 'unspecified'],
    ['169.254.169.254', 'refused', 'link-local'],
    ['100.100.100.200', 'refused', 'metadata'],
    ['168.63.129.16', 'refused', 'metadata'],
    ['168.63.129.17', 'public', 'public'],
    ['192.0.0.192', 'refused', 'reserved'],
    ['198.18.0.1', 'refused', 'reserved'],
    ['224.0.0.1', 'refused', 'multicast'],
    ['239.255.255.255', 'refused', 'multicast'],
    ['240.0.0.1', 'refused', 'reserved'],
    ['255.255.255.255', 'refused', 'broadcast'],
    ['10.0.0.1', 'private', 'private'],
    ['172.16.0.1', 'private', 'private'],
    ['172.31.255.255', 'private', 'private'],
    ['172.32.0.1', 'public', 'public'],
    ['192.168.1.1', 'private', 'private'],
    ['100.64.0.1', 'private', 'shared'],
    ['::', 'refused', 'unspecified'],
    ['::1', 'refused', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'refused', 'loopback'],
    ['fe80::1', 'refused', 'link-local'],
    ['fe80::1%eth0', 'refused', 'link-local'],
    ['fec0::1', 'refused', 'site-local'],
    ['ff02::1', 'refused', 'multicast'],
    ['fd00:ec2::254', 'refused', 'metadata'],
    ['fd20:ce::254', 'refused', 'metadata'],
    ['fd12:3456::1', 'private', 'private'],
    ['2606:4700:4700::1111', 'public', 'public'],
    ['2001:db8::1', 'refused', 'reserved'],
    ['2001:0:53aa:64c::1', 'refused', 'reserved'],
    ['100::1', 'refused', 'reserved'],
    ['5f00::1', 'refused', 'reserved'],
    ['::ffff:127.0.0.1', 'refused', 'loopback'],
    ['::ffff:7f00:1', 'refused', 'loopback'],
    ['::ffff:10.0.0.1', 'private', 'private'],
    ['::ffff:8.8.8.8', 'public', 'public'],
    ['::ffff:0:127.0.0.1', 'refused', 'loopback'],
    ['::127.0.0.1', 'refused', 'loopback'],
    ['::169.254.169.254', 'refused', 'link-local'],
    ['64:ff9b::127.0.0.1', 'refused', 'loopback'],
    ['64:ff9b::a9fe:a9fe', 'refused', 'link-local'],
    ['64:ff9b:1::7f00:1', 'refused', 'reserved'],
    ['2002:7f00:1::', 'refused', 'loopback'],
    ['2002:a00:1::1', 'private', 'private'],
    ['2001:470::5efe:127.0.0.1', 'refused', 'loopback'],
    ['2606:4700::200:5efe:a9fe:a9fe', 'refused', 'link-local'],
    ['nonsense', 'refused', 'unreadable'],
    ['', 'refused', 'unreadable'],
    ['127.1', 'refused', 'unreadable'],
  ])('%s is %s (%s)', (address, kind, what) => {
    expect(classify(address)).toEqual({ kind, what })
  })

  test('spellings of one address are the same, addresses of two families never', () => {
    expect(sameAddress('::1', '0:0::0:1')).toBe(true)
    expect(sameAddress('fe80::1%eth0', 'FE80::1')).toBe(true)
    expect(sameAddress('127.0.0.1', '::ffff:127.0.0.1')).toBe(false)
    expect(sameAddress('localhost', 'localhost')).toBe(false)
  })
})
