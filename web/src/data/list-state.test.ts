import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { listState, pagedListState } from './list-state.ts'

const offline = new ApiError({ code: 'client.offline', status: 0, title: 'x', on404: 'here' })

function aQuery(over: object = {}) {
  let asked = 0
  let more = 0
  return {
    data: undefined as unknown,
    isPending: false,
    isError: false,
    error: null as unknown,
    refetch: () => (asked += 1),
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => (more += 1),
    asked: () => asked,
    more: () => more,
    ...over,
  }
}

describe('a list that loads in one request', () => {
  test('is loading until the server answers', () => {
    const list = listState(aQuery({ isPending: true }), [])
    expect([list.status, list.isLoaded, list.error]).toEqual(['loading', false, undefined])
  })

  test('is an error, with a way to retry, when nothing was loaded', () => {
    const query = aQuery({ isError: true, error: offline })
    const list = listState(query, [])
    expect(list.status).toBe('error')
    expect(list.error).toMatchObject({ text: expect.any(String) })
    list.onRetry()
    expect(query.asked()).toBe(1)
  })

  test('keeps its rows when a later refresh fails', () => {
    const list = listState(aQuery({ data: ['a'], isError: true, error: offline }), ['a'])
    expect([list.status, list.isLoaded, list.rows]).toEqual(['ready', true, ['a']])
  })

  test('is ready, not an error, when a filter leaves nothing of what was loaded', () => {
    expect(listState(aQuery({ data: ['a'], isError: true, error: offline }), []).status).toBe('ready')
  })

  test('has no further pages', () => {
    const query = aQuery({ data: [], hasNextPage: true })
    const list = listState(query, [])
    list.onMore()
    expect([list.hasMore, query.more()]).toEqual([false, 0])
  })
})

describe('a list that loads page by page', () => {
  test('offers the next page while there is one', () => {
    const query = aQuery({ data: {}, hasNextPage: true, isFetchingNextPage: true })
    const list = pagedListState(query, ['a'])
    list.onMore()
    expect([list.hasMore, list.loadingMore, query.more()]).toEqual([true, true, 1])
  })

  test('keeps what was loaded when a further page fails', () => {
    expect(pagedListState(aQuery({ data: {}, isError: true, error: offline }), ['a']).status).toBe('ready')
  })

  test('is an error when there is no row to show', () => {
    expect(pagedListState(aQuery({ data: {}, isError: true, error: offline }), []).status).toBe('error')
  })
})
