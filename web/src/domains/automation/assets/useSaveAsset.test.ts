import { AssetView } from '@caseloom/contract/automation/assets'
import type { ConnectorView } from '@caseloom/contract/automation/connectors'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TenantScope, TenantScopeContext } from '../../../data/scope.tsx'
import { doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { draftOf } from './asset-form.ts'
import { assetsEn } from './assets.en.ts'
import { useSaveAsset } from './useSaveAsset.ts'

startTexts()
addTexts('assets', assetsEn)
endHooksAfterEach()
// React hears of a mutation immediately, not after a timer.
notifyManager.setScheduler((run) => run())

const fetched = vi.fn<typeof fetch>()
const onDone = vi.fn<(asset: AssetView) => void>()
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  for (const mock of [fetched, onDone]) mock.mockReset()
  client.clear()
})

const anAsset = (over: Partial<AssetView> = {}): AssetView =>
  AssetView.parse({
    id: '019a0000-0000-7000-8000-0000000000a1',
    key: 'mail',
    name: 'Mail',
    description: null,
    connector: { key: 'http', title: 'HTTP' },
    auth: 'bearer',
    settings: {},
    secrets: ['token'],
    state: 'untested',
    lastTest: null,
    rotatedAt: null,
    sharing: null,
    maxTlp: null,
    maxPap: null,
    revision: 1,
    updatedAt: '2026-11-24T12:00:00.000Z',
    can: { use: true, manage: true },
    ...over,
  })
// The hook reads the key only, and the tenant's ID only.
const connector = { key: 'http' } as ConnectorView
const scope = { tenantId: '019a0000-0000-7000-8000-0000000000b1' } as TenantScope

const wrap = (children: ReactNode) =>
  createElement(
    QueryClientProvider,
    { client },
    createElement(TenantScopeContext, { value: scope }, children),
  )
const aSave = (asset: AssetView) =>
  renderHook(() => useSaveAsset({ asset, connector, onDone }), { props: null, wrap })
type Saving = Awaited<ReturnType<typeof aSave>>

function answered(status: number, body: object): void {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}
/** Someone else saved first; the list has their version. */
function met(...newest: AssetView[]): void {
  const code = 'resource.version_conflict'
  answered(409, { type: 'about:blank', title: 'x', status: 409, code, requestId: 'r1' })
  answered(200, { items: newest })
}
const sentAt = (at: number): unknown => JSON.parse(String(fetched.mock.calls.at(at)?.[1]?.body))

async function saved(saving: Saving, work: () => void): Promise<void> {
  await doing(work)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await doing(() => undefined)
}

describe('saving an asset', () => {
  test('keeps what someone else changed in other parts, and the secret that was typed', async () => {
    const asset = anAsset()
    const saving = await aSave(asset)
    const mine = { ...draftOf(connector, asset), name: 'Mine', secrets: { token: 'secret' } }
    met(anAsset({ description: 'Theirs', revision: 2 }))
    answered(200, anAsset({ name: 'Mine', description: 'Theirs', revision: 3 }))
    await saved(saving, () => saving.now().save(mine))
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    expect(sentAt(2)).toMatchObject({
      name: 'Mine',
      description: 'Theirs',
      secrets: { token: 'secret' },
      revision: 2,
    })
    expect(saving.now().merging.conflict).toBeNull()
  })

  test('asks where both changed the same part, and saves the choice', async () => {
    const asset = anAsset()
    const saving = await aSave(asset)
    met(anAsset({ name: 'Theirs', revision: 2 }))
    await saved(saving, () => saving.now().save({ ...draftOf(connector, asset), name: 'Mine' }))
    expect(saving.now().merging.conflict?.parts).toEqual(['name'])
    expect(onDone).not.toHaveBeenCalled()
    answered(200, anAsset({ name: 'Theirs', revision: 3 }))
    await saved(saving, () => saving.now().merging.resolve({ name: 'theirs' }))
    expect(sentAt(2)).toMatchObject({ name: 'Theirs', revision: 2 })
    expect(onDone).toHaveBeenCalledOnce()
  })

  test('says that an asset is gone', async () => {
    const asset = anAsset()
    const saving = await aSave(asset)
    met()
    await saved(saving, () => saving.now().save({ ...draftOf(connector, asset), name: 'Mine' }))
    expect(saving.now().error).toMatchObject({ code: 'resource.version_conflict' })
  })
})
