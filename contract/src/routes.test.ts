import { describe, expect, it } from 'vitest'
import { TaskUpdate } from './kernel/hubs.ts'
import { FeatureFlags } from './identity/identity.ts'
import { licenseSettings } from './tenancy/licensing.ts'
import { bodyLimitOf, OPEN_BODY_LIMIT } from './kernel/route.ts'
import { ROUTES } from './routes.ts'

describe('the routes of the product', () => {
  const routes = Object.entries(ROUTES)

  it('stand under three roots; only hooks of outside senders have one of their own [S7.01]', () => {
    const outside = routes.filter(([, route]) => !/^\/(?:tenant|api|iam)\//.test(route.path))
    expect(new Set(outside.map(([, route]) => route.path))).toEqual(new Set(['/hooks/:tenantId/:hookKey']))
  })

  it('serve identity, tenancy and orchestration [S1.04]', () => {
    const paths = routes.map(([, route]) => route.path)
    for (const part of ['/iam/session', '/tenant/account/:accountId/tenants', '/orchestration/api/runs'])
      expect(
        paths.some((path) => path.includes(part)),
        part,
      ).toBe(true)
  })

  it('hold installer, version, branding, flags and license', () => {
    const names = Object.keys(ROUTES)
    for (const name of ['installStatus', 'productVersion', 'brandingLogo', 'featureFlags', 'uploadLicense'])
      expect(names).toContain(name)
  })

  it('read the license at a tenant path that ends in settings/license [S7.04]', () => {
    expect(licenseSettings.path).toMatch(/^\/tenant\/.*settings\/license$/)
    expect(Object.values(ROUTES)).toContain(licenseSettings)
  })

  it('are each guarded by a need, or open on purpose', () => {
    for (const [name, route] of routes)
      expect((route.needs === undefined) !== (route.open === undefined), name).toBe(true)
  })

  it('take at most 64 KiB from strangers, unless they check the sender before the body', () => {
    const open = routes.filter(([, route]) => route.open === true && route.bodyAfterCheck !== true)
    const larger = open.filter(([, route]) => bodyLimitOf(route) > OPEN_BODY_LIMIT)
    // The provider's signed answer is all that a SAML sign-in has to show.
    expect(larger.map(([name]) => name)).toEqual(['samlAcs'])
    const checked = routes.filter(([, route]) => route.bodyAfterCheck === true)
    expect(checked.map(([name]) => name).sort()).toEqual(['hook', 'mcpAnywhereMessage', 'relayTraces'])
  })
})

it('has the flags of the specification, and one that gates the assistant [S6.05]', () => {
  expect(Object.keys(FeatureFlags.shape).sort()).toEqual([
    'AiComponentExecution',
    'ClassicContent',
    'HeroAi',
    'HomePage',
    'MultiTenant',
    'OnPremInstall',
    'SolutionBuilder',
  ])
})

it('reports type, time and id of a task [S3.07]', () => {
  expect(Object.keys(TaskUpdate.shape).sort()).toEqual(['dateTime', 'taskId', 'type'])
})
