import { describe, expect, it } from 'vitest'
import { ownPath } from './return-to.rules.ts'

describe('where a sign-in leads back to', () => {
  it.each([
    '/',
    '/account/1/tenant/2?x=1#y',
    '/a%20b',
    '/a//b',
    '/a?next=https://evil.test',
    '/%C3%A9',
    '/a:b@c',
  ])('may be our own %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/a\\..\\..\\\\evil.test',
    'https://evil.test',
    'HTTPS://evil.test',
    'https:evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'evil.test',
    '@evil.test',
    '',
    ' /a',
    '/\t/evil.test',
    '/\n/evil.test',
    '\t//evil.test',
    '/%2f/evil.test',
    '/%2F%2Fevil.test',
    '/%5cevil.test',
    '/%09/evil.test',
    '/..//evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/\u0000//evil.test',
    `/${'x'.repeat(2000)}`,
  ])('is never %j', (path) => {
    expect(ownPath(path)).toBeNull()
  })
})
