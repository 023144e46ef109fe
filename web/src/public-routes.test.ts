import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './data/search-params.ts'
import { publicRoutes } from './public-routes.tsx'
import { rootRoute } from './root-route.tsx'

const LIST = '/account/a/tenant/t/search/app?view=mine'

function routerAt(address: string) {
  return createRouter({
    routeTree: rootRoute.addChildren([...publicRoutes]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { client: new QueryClient(), installer: { done: true } },
    isServer: false,
    origin: 'http://localhost',
    parseSearch,
    stringifySearch,
  })
}

it('a search in the page that sign-in is about to replace doesn’t drop the way back to it', () => {
  const router = routerAt(`/login?returnTo=${encodeURIComponent(LIST)}`)
  const searched = router.buildLocation({ to: '.', search: () => ({ q: 'anything' }) } as never)
  expect(searched.pathname).toBe('/login')
  expect(searched.search).toMatchObject({ returnTo: LIST })
})

it('sign-in after another page leads to no page in particular', () => {
  expect(routerAt('/forgot-password').buildLocation({ to: '/login' } as never).href).toBe('/login')
})
