import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { onPageSignals } from './page-signals.ts'
import { makeQueryClient, shouldRetry } from './query-client.ts'

const sessionLost = vi.fn()
const leave = vi.fn()
onPageSignals({ sessionLost, leave })
afterEach(() => {
  sessionLost.mockReset()
  leave.mockReset()
})

function notFound(on404: 'tenant-error' | 'welcome' | 'here' | 'ignore') {
  return new ApiError({ code: 'resource.not_found', status: 404, title: '', on404 })
}
const noSession = new ApiError({ code: 'session.none', status: 401, title: '', on404: 'here' })

async function load(error: Error, meta?: Record<string, unknown>) {
  const client = makeQueryClient()
  const query = {
    queryKey: ['x'],
    queryFn: async () => {
      throw error
    },
    ...(meta === undefined ? {} : { meta }),
  }
  await expect(client.fetchQuery(query)).rejects.toBe(error)
}

describe('a failed query', () => {
  test('leaves the page as its route says, on the first load', async () => {
    await load(notFound('tenant-error'))
    expect(leave).toHaveBeenCalledWith('tenant-error')
    await load(notFound('welcome'))
    expect(leave).toHaveBeenLastCalledWith('welcome')
  })

  test('stays for here and ignore', async () => {
    await load(notFound('here'))
    await load(notFound('ignore'))
    expect(leave).not.toHaveBeenCalled()
  })

  test('never leaves the page on a background refetch', async () => {
    const client = makeQueryClient()
    client.setQueryData(['x'], 1)
    await expect(
      client.fetchQuery({
        queryKey: ['x'],
        staleTime: 0,
        queryFn: () => Promise.reject(notFound('tenant-error')),
      }),
    ).rejects.toThrow()
    expect(leave).not.toHaveBeenCalled()
  })

  test('reports a lost session, except to guards', async () => {
    await load(noSession)
    expect(sessionLost).toHaveBeenCalledTimes(1)
    await load(noSession, { quiet: true })
    expect(sessionLost).toHaveBeenCalledTimes(1)
  })
})

test('a write that gets a 404 keeps the form', async () => {
  const client = makeQueryClient()
  const mutation = client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(notFound('tenant-error')) })
  await expect(mutation.execute(undefined)).rejects.toThrow()
  expect(leave).not.toHaveBeenCalled()
})

test('retries only temporary failures, twice', () => {
  const offline = new ApiError({ code: 'client.offline', status: 0, title: '', on404: 'here' })
  expect([0, 1, 2].map((failures) => shouldRetry(failures, offline))).toEqual([true, true, false])
  expect(shouldRetry(0, noSession)).toBe(false)
  expect(shouldRetry(0, new Error('x'))).toBe(false)
})
