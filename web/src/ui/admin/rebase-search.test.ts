import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { rebaseSearch } from './rebase-search.ts'

interface Search {
  text?: string
  action?: string
  days?: string
}

it('applies exactly the requested changes', () => {
  const now: Search = { text: 'typed meanwhile', days: '7' }
  expect(rebaseSearch<Search>({}, { action: 'tenant' }, now)).toEqual({ ...now, action: 'tenant' })
  expect(rebaseSearch<Search>({ days: '7' }, {}, now)).toEqual({ text: 'typed meanwhile' })
  expect(rebaseSearch<Search>({ days: '7' }, { days: '30' }, now)).toEqual({ ...now, days: '30' })
  expect(rebaseSearch<Search>({ days: '7' }, { days: '7' }, {})).toEqual({})
})

it('preserves a text and a filter that change before the page has rendered either', async () => {
  const history = createMemoryHistory({ initialEntries: ['/?days=7'] })
  const router = createRouter({
    routeTree: createRootRoute(),
    history,
    isServer: false,
    origin: 'http://localhost',
  })
  history.subscribe(() => void router.load())
  await router.load()
  const seen: Search = { days: '7' }
  const change = (next: Search) =>
    router.navigate({
      to: '.',
      search: (now: Search) => rebaseSearch(seen, next, now),
      replace: true,
    } as never)
  // Both come from the last rendered page.
  await Promise.all([change({ ...seen, text: 'suspended' }), change({ ...seen, action: 'tenant' })])
  expect(router.latestLocation.search).toEqual({ days: 7, text: 'suspended', action: 'tenant' })
})
