import type { ModelVerb } from '@caseloom/contract/kernel/hubs'
import type { RecordView } from '@caseloom/contract/records/records'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys } from '../../data/keys.ts'
import { receiveModelEvent } from '../../data/hub-events.ts'
import { startTexts } from '../../ui/text/i18n.ts'
import { doing, endHooksAfterEach, renderHook } from '../../ui/testing/render-hook.ts'
import { type ListSearch, recordListQuery } from './model/records.queries.ts'
import { answer, APP, aRecord, bodyOf, TENANT, withQueries } from './testing/a-record.ts'
import { useLiveList } from './useLiveList.ts'

startTexts()
endHooksAfterEach()

const search: ListSearch = {}
const { queryKey } = recordListQuery(TENANT, APP, search)
const fetched = vi.fn<typeof fetch>()
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  fetched.mockReset()
  client.clear()
})

interface Given {
  rows: readonly RecordView[]
  slipsIn: boolean
  isGrouped?: boolean
}
interface Asked {
  rows: RecordView[]
  slipsIn?: boolean
  isGrouped?: boolean
}

async function aList({ rows, slipsIn = false, isGrouped = false }: Asked) {
  client.setQueryData(queryKey, { pages: [{ items: rows, next: null }], pageParams: [null] })
  const props: Given = { rows, slipsIn, isGrouped }
  return renderHook(
    (given: Given) =>
      useLiveList({
        tenantId: TENANT,
        appId: APP,
        search,
        rows: given.rows,
        isGrouped: given.isGrouped === true,
        slipsIn: () => given.slipsIn,
      }),
    { props, wrap: withQueries(client) },
  )
}

function happens(verb: ModelVerb, record: RecordView, over: object = {}): Promise<void> {
  return doing(() =>
    receiveModelEvent(client, verb, {
      tenantId: TENANT,
      kind: 'records',
      id: record.id,
      appId: APP,
      rev: 1,
      ...over,
    }),
  )
}

/** Lets the quiet time of a burst pass, and what it starts answer. */
const settle = () => doing(() => vi.advanceTimersByTimeAsync(300))
const page = (items: RecordView[]) => answer(200, { items, next: null })
const shown = () =>
  client.getQueryData<{ pages: { items: RecordView[] }[] }>(queryKey)?.pages.flatMap(({ items }) => items)

describe('a list that is scrolled or under the cursor', () => {
  test('counts new records behind the pill, each once, and reads nothing', async () => {
    const list = await aList({ rows: [aRecord(1)] })
    await happens('created', aRecord(2))
    await happens('updated', aRecord(2))
    await happens('created', aRecord(3))
    await settle()
    expect(list.now().newCount).toBe(2)
    expect(fetched).not.toHaveBeenCalled()
  })

  test('updates a changed row in place, and flashes it', async () => {
    const list = await aList({ rows: [aRecord(1, { title: 'Old' }), aRecord(2)] })
    fetched.mockResolvedValueOnce(page([aRecord(1, { title: 'New' }, 2)]))
    await happens('updated', aRecord(1))
    await settle()
    expect(bodyOf(fetched.mock.calls[0])).toMatchObject({
      filter: { field: 'tracking_id', op: 'in', value: ['ALR-1'] },
    })
    expect(shown()?.map(({ fields }) => fields['title'])).toEqual(['New', undefined])
    expect([...list.now().flashing]).toEqual([aRecord(1).id])
    await doing(() => vi.advanceTimersByTimeAsync(1000))
    expect(list.now().flashing.size).toBe(0)
  })

  test('removes a changed row that no longer matches the filter', async () => {
    await aList({ rows: [aRecord(1), aRecord(2)] })
    fetched.mockResolvedValueOnce(page([]))
    await happens('updated', aRecord(1))
    await settle()
    expect(shown()?.map(({ trackingId }) => trackingId)).toEqual(['ALR-2'])
  })

  test('a burst of events is one read', async () => {
    await aList({ rows: [aRecord(1), aRecord(2)] })
    fetched.mockResolvedValueOnce(page([aRecord(1), aRecord(2)]))
    for (const number of [1, 2, 1, 2]) await happens('updated', aRecord(number))
    await settle()
    expect(fetched).toHaveBeenCalledOnce()
    expect(bodyOf(fetched.mock.calls[0])).toMatchObject({ filter: { value: ['ALR-1', 'ALR-2'] } })
  })

  test('keeps its rows when the read fails, and the next event reads again', async () => {
    await aList({ rows: [aRecord(1, { title: 'Old' })] })
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
    await happens('updated', aRecord(1))
    await settle()
    expect(shown()?.map(({ fields }) => fields['title'])).toEqual(['Old'])
    fetched.mockResolvedValueOnce(page([aRecord(1, { title: 'New' })]))
    await happens('updated', aRecord(1))
    await settle()
    expect(shown()?.map(({ fields }) => fields['title'])).toEqual(['New'])
  })

  test('ignores the events of other apps, tenants, and kinds', async () => {
    const list = await aList({ rows: [aRecord(1)] })
    await happens('created', aRecord(2), { appId: '019a0000-0000-7000-8000-0000000000a2' })
    await happens('created', aRecord(2), { tenantId: '019a0000-0000-7000-8000-0000000000c2' })
    await happens('created', aRecord(2), { kind: 'runs' })
    await settle()
    expect(list.now().newCount).toBe(0)
    expect(fetched).not.toHaveBeenCalled()
  })

  test('does not count a deleted record as new', async () => {
    const list = await aList({ rows: [aRecord(1)] })
    await happens('destroyed', aRecord(9))
    expect(list.now().newCount).toBe(0)
  })

  test('a record that the list shows by now is no longer new', async () => {
    const list = await aList({ rows: [aRecord(1)] })
    await happens('created', aRecord(2))
    await list.rerender({ rows: [aRecord(2), aRecord(1)], slipsIn: false })
    expect(list.now().newCount).toBe(0)
  })

  test('the pill empties when it is chosen', async () => {
    const list = await aList({ rows: [aRecord(1)] })
    await happens('created', aRecord(2))
    await doing(() => list.now().showNew())
    await settle()
    expect(list.now().newCount).toBe(0)
    expect([...list.now().flashing]).toEqual([aRecord(2).id])
  })
})

describe('a list at its top', () => {
  test('drops its further pages to read from the top', async () => {
    const list = await aList({ rows: [aRecord(1)], slipsIn: true })
    client.setQueryData(queryKey, {
      pages: [
        { items: [aRecord(1)], next: 'c' },
        { items: [aRecord(2)], next: null },
      ],
      pageParams: [null, 'c'],
    })
    await happens('created', aRecord(3))
    await settle()
    expect(client.getQueryData<{ pages: unknown[] }>(queryKey)?.pages).toHaveLength(1)
    expect(list.now().newCount).toBe(0)
  })
})

test('a list that was left reads nothing any more', async () => {
  const list = await aList({ rows: [aRecord(1)] })
  await happens('updated', aRecord(1))
  await list.unmount()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetched).not.toHaveBeenCalled()
})

test('a list with groups reads all in view again: a changed row may belong to another one', async () => {
  const list = await aList({ rows: [aRecord(1)], isGrouped: true })
  const read = vi.fn(async () => ({ groups: [] }))
  const groups = keys.list(TENANT, 'records', APP, 'groups')
  const observer = new QueryObserver(client, {
    queryKey: groups,
    queryFn: read,
    initialData: { groups: [] },
    staleTime: Infinity,
  })
  const end = observer.subscribe(() => undefined)
  await happens('updated', aRecord(2))
  await settle()
  expect(read).not.toHaveBeenCalled()
  await happens('updated', aRecord(1))
  await settle()
  expect(read).toHaveBeenCalledTimes(1)
  expect(list.now().flashing).toEqual(new Set([aRecord(1).id]))
  end()
})

describe('a record that is deleted while its list is being read', () => {
  /** An answer from before the deletion, which comes after the event. */
  async function lateAnswer(queryKey: readonly unknown[], before: object, after: object) {
    const answered = Promise.withResolvers<object>()
    const read = vi.fn(async (): Promise<object> => after).mockImplementationOnce(() => answered.promise)
    const observer = new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity })
    const end = observer.subscribe(() => undefined)
    void client.refetchQueries({ queryKey })
    return { end, read, answerLate: () => doing(() => answered.resolve(before)) }
  }

  test('leaves a group whose answer brought it after the event', async () => {
    await aList({ rows: [aRecord(1)], isGrouped: true })
    const group = keys.list(TENANT, 'records', APP, 'group')
    const { end, read, answerLate } = await lateAnswer(group, { items: [aRecord(2)] }, { items: [] })
    await happens('destroyed', aRecord(2))
    await settle()
    await answerLate()
    await settle()
    expect(read).toHaveBeenCalledTimes(2)
    expect(client.getQueryData(group)).toEqual({ items: [] })
    end()
  })

  test('leaves a list whose answer brought it after the event', async () => {
    const list = await aList({ rows: [aRecord(1)] })
    const before = { pages: [{ items: [aRecord(2), aRecord(1)], next: null }], pageParams: [null] }
    const { end, answerLate } = await lateAnswer(queryKey, before, {})
    await happens('destroyed', aRecord(2))
    await settle()
    expect(fetched).not.toHaveBeenCalled()
    await answerLate()
    await list.rerender({ rows: [aRecord(2), aRecord(1)], slipsIn: false })
    fetched.mockResolvedValueOnce(page([]))
    await settle()
    expect(bodyOf(fetched.mock.calls[0])).toMatchObject({ filter: { value: ['ALR-2'] } })
    expect(shown()?.map(({ trackingId }) => trackingId)).toEqual(['ALR-1'])
    end()
  })
})
