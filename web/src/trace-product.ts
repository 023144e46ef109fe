import type { ProductRouter } from './routes.tsx'
import { beginSpan, goInside, type OpenSpan, recordError } from './data/traces.ts'
import { watchErrors } from './data/watch-errors.ts'

/** Ties navigations and errors to spans, and loads the exporter once the browser has nothing better to do. */
export function traceProduct(router: ProductRouter): void {
  watchErrors(window)
  router.update({ ...router.options, defaultOnCatch: (error) => recordError(error, 'page') })
  traceNavigations(router)
  const load = () => void import('./data/start-traces.ts').then(({ startTraces }) => startTraces())
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, 1000)
  const stop = router.subscribe('onRendered', () => {
    stop()
    whenIdle()
  })
}

/** From the first step of a navigation to its page: redirects on the way belong to it. */
function traceNavigations(router: ProductRouter): void {
  let open: OpenSpan | null = null
  let from = ''
  router.subscribe('onBeforeNavigate', () => {
    if (open !== null) return
    open = beginSpan('navigate', 'internal', { 'navigation.from': from })
    goInside(open)
  })
  router.subscribe('onResolved', () => {
    // The id of a route is its template: it names no tenant and no record.
    const to = router.state.matches.at(-1)?.routeId ?? ''
    open?.end({ 'navigation.to': to })
    open = null
    goInside(null)
    from = to
  })
}
