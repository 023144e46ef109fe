import { ReportView } from '@caseloom/contract/workspaces/reports'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type TenantScope, TenantScopeContext } from '../../../data/scope.tsx'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { useSaveView } from './useSaveView.ts'

endHooksAfterEach()
// React hears of a mutation immediately, not after a timer.
notifyManager.setScheduler((run) => run())

const fetched = vi.fn<typeof fetch>()
const onDone = vi.fn<(view: ReportView) => void>()
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  for (const mock of [fetched, onDone]) mock.mockReset()
  client.clear()
})

const aView = (over: Partial<ReportView> = {}): ReportView =>
  ReportView.parse({
    id: '019a0000-0000-7000-8000-0000000000a1',
    appId: '019a0000-0000-7000-8000-0000000000a2',
    name: 'Mine',
    description: '',
    filter: null,
    text: '',
    sort: [],
    columns: [],
    sharing: [],
    owner: { id: null, name: 'Alice' },
    revision: 1,
    updatedAt: '2026-11-24T12:00:00.000Z',
    narrowed: false,
    can: { manage: true },
    ...over,
  })
// The hook reads the tenant's ID only.
const scope = { tenantId: '019a0000-0000-7000-8000-0000000000b1' } as TenantScope
const wrap = (children: ReactNode) =>
  createElement(
    QueryClientProvider,
    { client },
    createElement(TenantScopeContext, { value: scope }, children),
  )

function answered(status: number, body: object): void {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}
/** Saves a name while someone else's version is the newest. */
async function renamed(name: string, theirs: ReportView) {
  const view = aView()
  const options = { appId: view.appId, state: null, view, onDone }
  const saving = await renderHook(() => useSaveView(options), { props: null, wrap })
  const code = 'resource.version_conflict'
  answered(409, { type: 'about:blank', title: 'x', status: 409, code, requestId: 'r1' })
  answered(200, { items: [theirs] })
  answered(200, aView({ ...theirs, name, revision: 3 }))
  await doing(() => saving.now().save({ name, sharing: view.sharing }))
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await doing(() => undefined)
  return saving
}
const sentAt = (at: number): unknown => JSON.parse(String(fetched.mock.calls.at(at)?.[1]?.body))

test('a renamed view keeps how someone else shared it meanwhile', async () => {
  await renamed('Renamed', aView({ sharing: null, revision: 2 }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sentAt(2)).toMatchObject({ name: 'Renamed', sharing: null, revision: 2 })
})

test('two new names of a view are a choice', async () => {
  const saving = await renamed('Renamed', aView({ name: 'Theirs', revision: 2 }))
  expect(saving.now().merging.conflict?.parts).toEqual(['name'])
  await doing(() => saving.now().resolve({ name: 'mine' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sentAt(2)).toMatchObject({ name: 'Renamed', revision: 2 })
})
