import { licenseSettings } from '@caseloom/contract/tenancy/licensing'
import { getRecord } from '@caseloom/contract/records/records'
import { brandingLogo, brandingName } from '@caseloom/contract/tenancy/tenancy-admin'
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

  test('is the tenant error page in general, and for the license settings [S2.36 S2.37]', () => {
    expect(on404Of(getRecord)).toBe('tenant-error')
    expect(on404Of(licenseSettings)).toBe('tenant-error')
  })

  test('is the welcome page for home and favorites [S2.38]', () => {
    expect(['home', 'favourites'].map((last) => on404OfPath(`/api/tenant/t/${last}`))).toEqual([
      'welcome',
      'welcome',
    ])
  })

  test('is silent for marketplace, branding, add-shared-user, and favorite [S2.39]', () => {
    const silent = ['marketplace', 'branding/logo', 'branding/name', 'add-shared-user', 'favourite']
    expect(silent.map((path) => on404OfPath(`/tenant/account/a/${path}`))).toEqual(silent.map(() => 'ignore'))
    expect(on404Of(brandingLogo)).toBe('ignore')
    expect(on404Of(brandingName)).toBe('ignore')
  })

  test("the route's own action overrides its path", () => {
    expect(on404Of({ path: '/api/x/home', on404: 'here' })).toBe('here')
    expect(on404Of({ path: '/api/x/home' })).toBe('welcome')
  })
})

describe('what the page does', () => {
  test('a first load follows the route', () => {
    expect(pageActionOf404('tenant-error', 'load')).toBe('tenant-error')
    expect(pageActionOf404('welcome', 'load')).toBe('welcome')
  })

  test("a refetch and a write don't leave the page", () => {
    expect(pageActionOf404('tenant-error', 'refetch')).toBe('here')
    expect(pageActionOf404('welcome', 'write')).toBe('here')
    expect(pageActionOf404('ignore', 'refetch')).toBe('ignore')
  })
})
