import { describe, expect, test } from 'vitest'
import { isInterfacePath, wantsNoPage } from './interface-path.ts'

describe('a path of the interface', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/API/nothing',
    '/api.json',
    '/api?x',
    '/iam/x',
    '/hooks/x',
    '/tenant/x',
    '/metrics',
    '/metrics/',
    '/metrics?x=1',
    '/.env',
    '/.git/config',
    '/%2egit/config',
    '/app/.env',
    '/.well-known/x',
  ])('%s is answered without a page', (path) => {
    expect(isInterfacePath(path)).toBe(true)
  })

  test.each(['/', '/welcome', '/apiary', '/metricsboard', '/record/a/b', '/help/use', '/dashboard/x?tab=.a'])(
    '%s is the web app’s',
    (path) => {
      expect(isInterfacePath(path)).toBe(false)
    },
  )

  test.each([
    ['application/json', true],
    ['application/problem+json, */*;q=0.1', true],
    ['application/xml', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['text/html, application/json', false],
    ['*/*', false],
    [undefined, false],
  ])('who accepts %s wants no page: %s', (accept, expected) => {
    expect(wantsNoPage(accept)).toBe(expected)
  })
})
