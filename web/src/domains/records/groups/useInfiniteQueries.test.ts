import { infiniteQueryOptions, notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { useInfiniteQueries } from './useInfiniteQueries.ts'

endHooksAfterEach()
// React hears of an answer immediately, not after a timer.
notifyManager.setScheduler((run) => run())

interface Page {
  items: string[]
  next: string | null
}
const read = vi.fn<(name: string, cursor: string | null) => Promise<Page>>()
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  read.mockImplementation(async (name, cursor) => ({
    items: [`${name} ${cursor ?? 'first'}`],
    next: cursor === null ? 'second' : null,
  }))
})
afterEach(() => {
  read.mockReset()
  client.clear()
})

const listOf = (name: string) =>
  infiniteQueryOptions({
    queryKey: ['list', name],
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam }) => read(name, pageParam),
    getNextPageParam: (page: Page) => page.next,
  })

const wrap = (children: ReactNode) => createElement(QueryClientProvider, { client }, children)
const watching = (names: string[]) =>
  renderHook(
    (given: { names: string[] }) =>
      useInfiniteQueries(new Map(given.names.map((name) => [name, listOf(name)]))),
    { props: { names }, wrap },
  )
type Lists = Awaited<ReturnType<typeof watching>>
const shown = ({ now }: Lists) =>
  Object.fromEntries([...now()].map(([name, { data }]) => [name, data?.pages.flatMap(({ items }) => items)]))

test('reads each list once, whichever others come and go', async () => {
  const lists = await watching(['a'])
  await doing(() => Promise.resolve())
  expect(shown(lists)).toEqual({ a: ['a first'] })
  await lists.rerender({ names: ['a', 'b'] })
  await doing(() => Promise.resolve())
  expect(shown(lists)).toEqual({ a: ['a first'], b: ['b first'] })
  await lists.rerender({ names: ['b'] })
  expect(shown(lists)).toEqual({ b: ['b first'] })
  expect(read.mock.calls).toEqual([
    ['a', null],
    ['b', null],
  ])
})

test('loads the next page of one list alone', async () => {
  const lists = await watching(['a', 'b'])
  await doing(() => Promise.resolve())
  await doing(async () => {
    await lists.now().get('b')?.fetchNextPage()
  })
  expect(shown(lists)).toEqual({ a: ['a first'], b: ['b first', 'b second'] })
  expect(lists.now().get('b')?.hasNextPage).toBe(false)
})

test('shows that a list couldn’t be read, and reads it again on request', async () => {
  read.mockRejectedValueOnce(new Error('gone'))
  const lists = await watching(['a'])
  await doing(() => Promise.resolve())
  expect(lists.now().get('a')?.isError).toBe(true)
  await doing(async () => {
    await lists.now().get('a')?.refetch()
  })
  expect(shown(lists)).toEqual({ a: ['a first'] })
})

test('a page that was left watches no list', async () => {
  const lists = await watching(['a'])
  await doing(() => Promise.resolve())
  await lists.unmount()
  expect(client.getQueryCache().findAll({ type: 'active' })).toEqual([])
})
