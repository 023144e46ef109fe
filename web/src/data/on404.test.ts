import { describe, expect, test } from 'vitest'
import { on404Of, on404OfPath, pageActionOf404 } from './on404.ts'

describe('a 404 by its path', () => {
  test.each([
    ['/api/tenant/t/apps/a', 'tenant-error'],
    ['/tenant/settings/license', 'tenant-error'],
    ['/api/tenant/t/home', 'welcome'],
    ['/api/tenant/t/favourites?x=1', 'welcome'],
    ['/api/tenant/t/homepages', 'tenant-error'],
    ['/api/tenant/t/home/extra', 'tenant-error'],
    ['/api/tenant/t/favourite', 'ignore'],
    ['/api/tenant/t/add-shared-user', 'ignore'],
    ['/tenant/account/a/branding/logo', 'ignore'],
    ['/tenant/account/a/branding/name', 'ignore'],
    ['/tenant/account/a/logo', 'tenant-error'],
    ['/api/tenant/t/marketplace/packages/p', 'ignore'],
  ])('%s means %s', (path, wanted) => {
    expect(on404OfPath(path)).toBe(wanted)
  })

  test('the word of the route comes before its path', () => {
    expect(on404Of({ path: '/api/x/home', on404: 'here' })).toBe('here')
    expect(on404Of({ path: '/api/x/home' })).toBe('welcome')
  })
})

describe('what the page does', () => {
  test('a first load follows the route', () => {
    expect(pageActionOf404('tenant-error', 'load')).toBe('tenant-error')
    expect(pageActionOf404('welcome', 'load')).toBe('welcome')
  })

  test('a refetch and a write stay where they are', () => {
    expect(pageActionOf404('tenant-error', 'refetch')).toBe('here')
    expect(pageActionOf404('welcome', 'write')).toBe('here')
    expect(pageActionOf404('ignore', 'refetch')).toBe('ignore')
  })
})
