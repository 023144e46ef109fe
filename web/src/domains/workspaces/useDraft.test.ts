import { DashboardId } from '@caseloom/contract/kernel/ids'
import type { DashboardView, Widget } from '@caseloom/contract/workspaces/workspaces'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keys } from '../../data/keys.ts'
import { type TenantScope, TenantScopeContext } from '../../data/scope.tsx'
import { addTexts, startTexts } from '../../ui/text/i18n.ts'
import { announced, doing, endHooksAfterEach, renderHook } from '../../ui/testing/render-hook.ts'
import { useDraft } from './useDraft.ts'
import { workspacesEn } from './workspaces.en.ts'

startTexts()
addTexts('workspaces', workspacesEn)
endHooksAfterEach()
// React hears of a mutation immediately, not after a timer.
notifyManager.setScheduler((run) => run())

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const fetched = vi.fn<typeof fetch>()
let client: QueryClient

beforeEach(() => {
  client = new QueryClient()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
})

function aDashboard(over: Partial<DashboardView> = {}): DashboardView {
  return {
    id: DashboardId.parse('019a0000-0000-7000-8000-0000000000d1'),
    name: 'Overview',
    description: '',
    range: '30d',
    widgets: [],
    sharing: null,
    revision: 3,
    updatedAt: '2026-11-23T10:00:00.000Z',
    can: { use: true, manage: true },
    ...over,
  } as DashboardView // `can` may grow; the draft reads none of it
}

const note: Widget = { id: 'text-1', title: 'Note', x: 0, y: 0, w: 4, h: 2, kind: 'text', markdown: '' }
// The draft reads the tenant's ID only.
const scope = { tenantId: TENANT } as TenantScope

function wrap(children: ReactNode) {
  return createElement(
    QueryClientProvider,
    { client },
    createElement(TenantScopeContext, { value: scope }, children),
  )
}

const anEdit = (dashboard = aDashboard()) =>
  renderHook((given: DashboardView) => useDraft(given), { props: dashboard, wrap })
type Edit = Awaited<ReturnType<typeof anEdit>>

function answered(status: number, body: object): void {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}

function sentAt(at: number): unknown {
  return JSON.parse(String(fetched.mock.calls.at(at)?.[1]?.body))
}

async function settled(edit: Edit, work: () => void): Promise<void> {
  await doing(work)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await doing(() => undefined)
  expect(edit.now().saving).toBe(false)
}

describe('editing a dashboard', () => {
  test('starts with what is stored, and is dirty only when something differs', async () => {
    const edit = await anEdit()
    expect(edit.now().draft).toBeNull()
    await doing(() => edit.now().start())
    expect([edit.now().draft?.name, edit.now().isDirty]).toEqual(['Overview', false])
    await doing(() => edit.now().change({ name: 'Other' }))
    expect(edit.now().isDirty).toBe(true)
    await doing(() => edit.now().change({ name: 'Overview' }))
    expect(edit.now().isDirty).toBe(false)
  })

  test('keeps the draft when the dashboard is read again', async () => {
    const edit = await anEdit()
    await doing(() => edit.now().change({ name: 'Mine' }))
    await edit.rerender(aDashboard({ name: 'Theirs', revision: 4 }))
    expect(edit.now().draft?.name).toBe('Mine')
  })

  test('two changes of widgets in one event both count', async () => {
    const edit = await anEdit()
    await doing(() => {
      edit.now().changeWidgets((all) => [...all, note])
      edit.now().changeWidgets((all) => [...all, { ...note, id: 'text-2' }])
    })
    expect(edit.now().draft?.widgets.map(({ id }) => id)).toEqual(['text-1', 'text-2'])
  })

  test('discards everything', async () => {
    const edit = await anEdit()
    await doing(() => edit.now().change({ name: 'Mine' }))
    await doing(() => edit.now().discard())
    expect([edit.now().draft, edit.now().isDirty]).toEqual([null, false])
  })
})

describe('saving a dashboard', () => {
  test('sends the draft on the revision that was edited, then stops editing', async () => {
    const edit = await anEdit()
    await doing(() => edit.now().change({ name: 'Mine' }))
    await edit.rerender(aDashboard({ revision: 8 }))
    answered(200, aDashboard({ name: 'Mine', revision: 4 }))
    await settled(edit, () => edit.now().save())
    expect(sentAt(0)).toMatchObject({ name: 'Mine', revision: 3 })
    expect(edit.now().draft).toBeNull()
    expect(client.getQueryData(keys.one(TENANT, 'settings', aDashboard().id))).toMatchObject({ revision: 4 })
    expect(announced()).toBe(workspacesEn.dashboards.saved)
  })

  test('a failure keeps the draft, and the second try saves it', async () => {
    const edit = await anEdit()
    await doing(() => edit.now().change({ name: 'Mine' }))
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
    await settled(edit, () => edit.now().save())
    expect(edit.now().failure?.text).toBeTruthy()
    expect(edit.now().draft?.name).toBe('Mine')
    answered(200, aDashboard({ name: 'Mine', revision: 4 }))
    await settled(edit, () => edit.now().save())
    expect([edit.now().failure, edit.now().draft]).toEqual([null, null])
  })
})

describe('a conflict', () => {
  const theirs = aDashboard({ name: 'Theirs', revision: 5 })

  async function inConflict() {
    const edit = await anEdit()
    await doing(() => edit.now().change({ name: 'Mine' }))
    const code = 'resource.version_conflict'
    answered(409, { type: 'about:blank', title: 'x', status: 409, code, requestId: 'r1', current: theirs })
    await settled(edit, () => edit.now().save())
    return edit
  }

  test('shows the other version, and is no failure', async () => {
    const edit = await inConflict()
    expect([edit.now().saved.conflict?.theirs.name, edit.now().failure]).toEqual(['Theirs', null])
    expect(edit.now().draft?.name).toBe('Mine')
  })

  test.each([
    ['theirs', 'Theirs'],
    ['mine', 'Mine'],
  ] as const)('is resolved by saving %s on their revision', async (choice, name) => {
    const edit = await inConflict()
    answered(200, aDashboard({ name: 'Theirs', revision: 6 }))
    await settled(edit, () => edit.now().resolve({ name: choice }))
    expect(sentAt(-1)).toMatchObject({ name, revision: 5 })
    expect([edit.now().saved.conflict, edit.now().draft]).toEqual([null, null])
  })

  test('is none where both changed different parts: both are saved', async () => {
    const edit = await anEdit()
    await doing(() => edit.now().change({ description: 'My words' }))
    const code = 'resource.version_conflict'
    answered(409, { type: 'about:blank', title: 'x', status: 409, code, requestId: 'r1', current: theirs })
    answered(200, aDashboard({ name: 'Theirs', description: 'My words', revision: 6 }))
    await settled(edit, () => edit.now().save())
    await vi.waitFor(() => expect(edit.now().draft).toBeNull())
    expect(sentAt(-1)).toMatchObject({ name: 'Theirs', description: 'My words', revision: 5 })
    expect(edit.now().saved.conflict).toBeNull()
  })

  test('can be left: the draft stays on its own revision', async () => {
    const edit = await inConflict()
    await doing(() => edit.now().saved.keepEditing())
    expect([edit.now().saved.conflict, edit.now().draft?.name]).toEqual([null, 'Mine'])
  })

  test('that names no version of the others keeps the draft', async () => {
    const edit = await anEdit()
    await doing(() => edit.now().change({ name: 'Mine' }))
    const code = 'resource.version_conflict'
    answered(409, { type: 'about:blank', title: 'x', status: 409, code, requestId: 'r1' })
    await settled(edit, () => edit.now().save())
    expect([edit.now().saved.conflict, edit.now().draft?.name]).toEqual([null, 'Mine'])
  })
})
