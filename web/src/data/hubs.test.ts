import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetOtherTenants, startHubs, stopHubs, watchTask } from './hubs.ts'
import { keys } from './keys.ts'
import { makeQueryClient } from './query-client.ts'

const A = '019a0000-0000-7000-8000-0000000000a1'
const B = '019a0000-0000-7000-8000-0000000000b1'

interface FakeSocket {
  name: string
  connected: boolean
  active: boolean
  on: (event: string, listener: (...given: unknown[]) => void) => void
  emit: (event: string, ...given: unknown[]) => void
  connect: () => void
  disconnect: () => void
  heard: Map<string, (...given: unknown[]) => void>
  sent: [event: string, payload: unknown][]
}

const lines: FakeSocket[] = []
/** Server answers to the next requests; empty means success. */
const answers: unknown[] = []
vi.mock('socket.io-client', () => ({
  io: (name: string): FakeSocket => {
    const line: FakeSocket = {
      name,
      connected: true,
      active: true,
      heard: new Map(),
      sent: [],
      on: (event, listener) => line.heard.set(event, listener),
      emit: (event, payload, ack) => {
        line.sent.push([event, payload])
        if (typeof ack === 'function') ack(answers.shift() ?? { ok: true })
      },
      connect: () => undefined,
      disconnect: () => {
        line.connected = false
      },
    }
    lines.push(line)
    return line
  },
}))

afterEach(() => {
  stopHubs()
  lines.length = 0
  answers.length = 0
  vi.useRealTimers()
})

function filled() {
  const client = makeQueryClient()
  for (const tenant of [A, B]) {
    client.setQueryData(keys.list(tenant, 'records', 'app'), ['secret of', tenant])
    client.setQueryData(keys.one(tenant, 'runs', 'run', 'step'), { of: tenant })
  }
  client.setQueryData(keys.session, null)
  client.setQueryData(['me'], { name: 'A' })
  return client
}

const cachedBy = (client: ReturnType<typeof makeQueryClient>) =>
  client
    .getQueryCache()
    .getAll()
    .map((query) => JSON.stringify(query.queryKey))

describe('a tenant switch', () => {
  test('clears queries and mutations of the old tenant', async () => {
    const client = filled()
    const write = client.getMutationCache().build(client, { mutationFn: () => Promise.resolve('done') })
    await write.execute({ title: `typed in ${A}` })
    forgetOtherTenants(client, B)
    expect(cachedBy(client).filter((key) => key.includes(A))).toEqual([])
    expect(cachedBy(client).filter((key) => key.includes(B))).toHaveLength(2)
    expect(cachedBy(client)).toContain('["session"]')
    expect(cachedBy(client)).toContain('["me"]')
    expect(client.getMutationCache().getAll()).toEqual([])
  })

  test('disconnects the old tenant and joins the new one [S4.16]', async () => {
    const client = filled()
    await startHubs(client, A)
    expect(lines.map((line) => line.name)).toEqual(['/hubs/model', '/hubs/task'])
    await startHubs(client, B)
    expect(lines.map((line) => line.connected)).toEqual([false, false, true, true])
    lines[2]?.heard.get('connect')?.()
    expect(lines[2]?.sent).toEqual([['enter', { tenantId: B }]])
    expect(cachedBy(client).filter((key) => key.includes(A))).toEqual([])
  })
})

describe('the hubs', () => {
  test('refetch cached data after a disconnect', async () => {
    const client = filled()
    // The module remembers the previous tenant: start in another one.
    await startHubs(client, '019a0000-0000-7000-8000-0000000000c1')
    client.setQueryData(keys.list(B, 'playbooks'), ['rows'])
    client.setQueryData(keys.list(B, 'records', 'app'), ['rows'])
    await startHubs(client, B)
    lines[2]?.heard.get('connect')?.()
    const list = () => client.getQueryState(keys.list(B, 'playbooks'))?.isInvalidated
    const records = () => client.getQueryState(keys.list(B, 'records', 'app'))?.isInvalidated
    // Record events may have been missed between the first read of a list and joining the rooms.
    await vi.waitFor(() => expect(records()).toBe(true), { timeout: 15_000 })
    expect(list()).toBe(false)
    stopHubs()
    await startHubs(client, B)
    lines[4]?.heard.get('connect')?.()
    await vi.waitFor(() => expect(list()).toBe(true), { timeout: 15_000 })
  })

  test('stay connected while the tenant stays the same', async () => {
    const client = filled()
    await startHubs(client, B)
    await startHubs(client, B)
    expect(lines).toHaveLength(2)
  })

  test('disconnect immediately, even while they are still loading', async () => {
    const client = filled()
    const starting = startHubs(client, A)
    stopHubs()
    await starting
    expect(lines.filter((line) => line.connected)).toEqual([])
  })
})

test('permissions, flags, and the license are refetched once the rooms are joined, because earlier events were missed', async () => {
  const client = filled()
  client.setQueryData(keys.license, 'valid')
  await startHubs(client, A)
  const model = lines[0]
  const isStale = () => [keys.session, keys.license].map((key) => client.getQueryState(key)?.isInvalidated)
  expect(isStale()).toEqual([false, false])
  model?.heard.get('connect')?.()
  await vi.waitFor(() => expect(isStale()).toEqual([true, true]), { timeout: 15_000 })
})

test.each([
  ['license.invalid', true],
  ['right.missing', false],
])('a join that is refused with %s makes the license stale: %s', async (code, isStale) => {
  const client = filled()
  client.setQueryData(keys.license, 'valid')
  await startHubs(client, A)
  answers.push({ ok: false, code })
  lines[0]?.heard.get('connect')?.()
  expect(client.getQueryState(keys.license)?.isInvalidated).toBe(isStale)
})

describe('the watch of a run or job', () => {
  test('refetches both at the start, because updates since the first read were missed', async () => {
    const client = filled()
    await startHubs(client, A)
    for (const kind of ['runs', 'jobs'] as const) client.setQueryData(keys.one(A, kind, 'task'), 'before')
    const unwatch = watchTask(client, A, 'task')
    for (const kind of ['runs', 'jobs'] as const)
      expect(client.getQueryState(keys.one(A, kind, 'task'))?.isInvalidated, kind).toBe(true)
    unwatch()
  })

  test("is retried when the server couldn't decide", async () => {
    const client = filled()
    await startHubs(client, A)
    const watches = () => lines[1]?.sent.filter(([event]) => event === 'watch').length
    vi.useFakeTimers()
    answers.push({ ok: false, code: 'dependency.unavailable' })
    const unwatch = watchTask(client, A, 'task')
    expect(watches()).toBe(1)
    await vi.advanceTimersByTimeAsync(3000)
    expect(watches()).toBe(2)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(watches()).toBe(2)
    unwatch()
  })

  test("isn't retried without permission", async () => {
    const client = filled()
    await startHubs(client, A)
    vi.useFakeTimers()
    answers.push({ ok: false, code: 'license.invalid' })
    const unwatch = watchTask(client, A, 'task')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(lines[1]?.sent.map(([event]) => event)).toEqual(['watch'])
    unwatch()
  })

  test("isn't retried once its page has closed", async () => {
    const client = filled()
    await startHubs(client, A)
    vi.useFakeTimers()
    answers.push({ ok: false, code: 'dependency.unavailable' })
    watchTask(client, A, 'task')()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(lines[1]?.sent.map(([event]) => event)).toEqual(['watch', 'unwatch'])
  })
})
