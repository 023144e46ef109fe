import type { QueryClient } from '@tanstack/react-query'
import { dataEn } from './data/data.en.ts'
import { makeQueryClient } from './data/query-client.ts'
import { makeRouter, type ProductRouter } from './routes.tsx'
import { announce } from './ui/live-region.ts'
import { shellEn } from './shell/shell.en.ts'
import { tieSignals } from './tie-signals.ts'
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
