import type { QueryClient } from '@tanstack/react-query'
import { stopHubs } from './data/hubs.ts'
import { onPageSignals } from './data/page-signals.ts'
import { loginAddress } from './data/return-to.ts'
import { addressParts } from './data/search-params.ts'
import { forgetSession } from './data/session.ts'
import type { ProductRouter } from './routes.tsx'

type Router = Pick<ProductRouter, 'latestLocation' | 'navigate' | 'state'>

/** Failures of calls lead away from the page: to sign-in, the error page of a tenant, or the welcome page. */
export function tieSignals(client: QueryClient, router: Router): void {
  let isLeaving = false
  onPageSignals({
    sessionLost: () => {
      // Several calls may notice at the same time; the first one knows which page to return to.
      if (isLeaving) return
      const { href: here, pathname } = router.latestLocation
      // A call that fails late, on the sign-in page, must not forget the page to return to.
      if (pathname === '/login') return
      isLeaving = true
      stopHubs()
      forgetSession(client)
      const goal = addressParts(loginAddress(here, location.origin))
      void router.navigate({ ...goal, replace: true, state: { notice: 'signedOut' } }).finally(() => {
        isLeaving = false
      })
    },
    leave: (to) => {
      if (to === 'tenant-error') {
        void router.navigate({ to: '/tenant-error' })
        return
      }
      const params: { accountId?: string; tenantId?: string } = router.state.matches.at(-1)?.params ?? {}
      const { accountId, tenantId } = params
      if (accountId === undefined || tenantId === undefined) void router.navigate({ to: '/login' })
      else
        void router.navigate({
          to: '/account/$accountId/tenant/$tenantId/welcome',
          params: { accountId, tenantId },
        })
    },
  })
}
