import { describe, expect, it } from 'vitest'
import { isKnownHost, requireKnownHost } from './known-host.ts'

const PUBLIC_URL = 'https://soc.example.org:8443'

describe('the Host header', () => {
  it.each([
    'soc.example.org:8443',
    'localhost',
    'localhost:4000',
    'LOCALHOST:4000',
    'app.localhost:4000',
    '127.0.0.1:4000',
    '127.1.2.3',
    '[::1]:4000',
  ])('may be %s', (host) => expect(isKnownHost(PUBLIC_URL, host)).toBe(true))

  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:4000',
    'soc.example.org',
    'soc.example.org.evil.example:8443',
    'localhost.evil.example',
    'evil-localhost:4000',
    '127.0.0.1.evil.example',
    '203.0.113.5:4000',
    'localhost:4000@evil.example',
    ['localhost', 'evil.example'],
  ])('may not be %j', (host) => expect(isKnownHost(PUBLIC_URL, host)).toBe(false))

  it('may be anything where a browser says that the page is ours, as behind a proxy that rewrites it', () => {
    expect(() => requireKnownHost(PUBLIC_URL, { host: 'web-1:4000', origin: PUBLIC_URL })).not.toThrow()
    const rebound = { host: 'evil.example:4000', origin: 'http://evil.example:4000' }
    expect(() => requireKnownHost(PUBLIC_URL, rebound)).toThrow()
    expect(() => requireKnownHost(PUBLIC_URL, { host: 'evil.example:4000' })).toThrow()
  })
})
