import { describe, expect, test } from 'vitest'
import { loginAddress, safeReturnTo } from './return-to.ts'

const ORIGIN = 'http://localhost:4000'

describe('the page after sign-in', () => {
  test.each([
    '/account/a/tenant/b/welcome',
    '/account/a/tenant/b/search/c?sort=x&text=a%20b#top',
    '/select-tenant?account=1',
    '/loginish',
  ])('%s passes unchanged', (path) => {
    expect(safeReturnTo(path, ORIGIN)).toBe(path)
  })

  test.each([
    'https://evil.example/x',
    '//evil.example/x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'account/a',
    '',
    '/',
    '/login',
    '/login?returnTo=/login',
    '/logout',
    '/install',
    '/tenant-error',
    undefined,
    ['/a'],
    `/${'a'.repeat(3000)}`,
  ])('%j is rejected', (asked) => {
    expect(safeReturnTo(asked, ORIGIN)).toBeNull()
  })

  test('the sign-in URL includes a safe page and drops an unsafe one', () => {
    expect(loginAddress('/account/a?x=1', ORIGIN)).toBe('/login?returnTo=%2Faccount%2Fa%3Fx%3D1')
    expect(loginAddress('//evil.example', ORIGIN)).toBe('/login')
  })
})
