import type { QueryClient } from '@tanstack/react-query'
import { dataEn } from './data/data.en.ts'
import { stopHubs } from './data/hubs.ts'
import { onPageSignals } from './data/page-signals.ts'
import { makeQueryClient } from './data/query-client.ts'
import { loginAddress } from './data/return-to.ts'
import { addressParts } from './data/search-params.ts'
import { forgetSession } from './data/session.ts'
import { makeRouter, type ProductRouter } from './routes.tsx'
import { announce } from './ui/live-region.ts'
import { shellEn } from './shell/shell.en.ts'
import { traceProduct } from './trace-product.ts'
import { addTexts, startTexts } from './ui/text/i18n.ts'

/** Builds the cache, the texts and the router, and ties failures of calls to pages. */
export function createApp(change?: (text: string) => string): { client: QueryClient; router: ProductRouter } {
  startTexts(change)
  addTexts('data', dataEn)
  addTexts('shell', shellEn)
  const client = makeQueryClient()
  const router = makeRouter(client)
  tieSignals(client, router)
  announcePages(router)
  traceProduct(router)
  return { client, router }
}

/** A change of page without a document load is silent: announces the new title to screen readers. */
function announcePages(router: ProductRouter): void {
  router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || fromLocation === undefined) return
    requestAnimationFrame(() => announce(document.title))
  })
}

function tieSignals(client: QueryClient, router: ProductRouter): void {
  let isLeaving = false
  onPageSignals({
    sessionLost: () => {
      // Several calls may notice at the same time; the first one knows which page to return to.
      if (isLeaving) return
      isLeaving = true
      const here = router.latestLocation.href
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
