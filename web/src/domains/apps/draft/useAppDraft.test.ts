import { AppView } from '@caseloom/contract/apps/apps'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announced, doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { appsEn } from '../model/apps.en.ts'
import { useAppDraft } from './useAppDraft.ts'

startTexts()
addTexts('apps', appsEn)
endHooksAfterEach()
// React hears of a mutation immediately, not after a timer.
notifyManager.setScheduler((run) => run())

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const APP = '019a0000-0000-7000-8000-0000000000a1'
const STORED = `caseloom.app-draft.${TENANT}.me.${APP}`
const fetched = vi.fn<typeof fetch>()
let client: QueryClient
let stored: Map<string, string>

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stored = new Map()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
})

function anApp(over: Record<string, unknown> = {}): AppView {
  return AppView.parse({
    id: APP,
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    description: 'Old',
    icon: 'table',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: [{ id: '019a0000-0000-7000-8000-0000000000f1', key: 'title', label: 'Title', type: 'text' }],
    removedFields: [],
    revision: 3,
    updatedAt: '2026-11-21T03:02:15.000Z',
    sharing: null,
    can: { build: true, createRecord: true },
    ...over,
  })
}

const wrap = (children: ReactNode) => createElement(QueryClientProvider, { client }, children)
const anEdit = (app = anApp(), userId = 'me') =>
  renderHook((given: AppView) => useAppDraft({ tenantId: TENANT, userId }, given), { props: app, wrap })
type Edit = Awaited<ReturnType<typeof anEdit>>

function answered(status: number, body: object): void {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}
const conflicted = () =>
  answered(409, {
    type: 'about:blank',
    title: 'x',
    status: 409,
    code: 'resource.version_conflict',
    requestId: 'r1',
  })

function sentAt(at: number): unknown {
  return JSON.parse(String(fetched.mock.calls.at(at)?.[1]?.body))
}

async function settled(edit: Edit, work: () => void): Promise<void> {
  await doing(work)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await doing(() => undefined)
  expect(edit.now().publishing).toBe(false)
}

const rename = (edit: Edit, name: string) => doing(() => edit.now().edit({ ...edit.now().draft, name }))

describe('the draft of an app', () => {
  test('counts its changes, undoes and redoes them, and is stored while it differs', async () => {
    const edit = await anEdit()
    expect([edit.now().changes, edit.now().undo, stored.size]).toEqual([0, null, 0])
    await rename(edit, 'Incident')
    expect([edit.now().changes, stored.has(STORED)]).toEqual([1, true])
    await doing(() => edit.now().undo?.())
    expect([edit.now().draft.name, stored.has(STORED)]).toEqual(['Alert', false])
    await doing(() => edit.now().redo?.())
    expect(edit.now().draft.name).toBe('Incident')
  })

  test('is restored after a reload, with the time when it was stored', async () => {
    const first = await anEdit()
    await rename(first, 'Incident')
    await first.unmount()
    const second = await anEdit()
    expect(second.now().draft.name).toBe('Incident')
    expect(second.now().restoredAt).not.toBeNull()
    await doing(() => second.now().discard())
    expect([second.now().draft.name, second.now().restoredAt, stored.size]).toEqual(['Alert', null, 0])
  })

  test('belongs to the person who edits: the next one in the same browser begins with the app', async () => {
    const mine = await anEdit()
    await rename(mine, 'Incident')
    await mine.unmount()
    const theirs = await anEdit(anApp(), 'someone-else')
    expect([theirs.now().draft.name, theirs.now().restoredAt]).toEqual(['Alert', null])
    await theirs.unmount()
    expect((await anEdit()).now().draft.name).toBe('Incident')
  })

  test('follows what others publish only while nothing is changed', async () => {
    const edit = await anEdit()
    await edit.rerender(anApp({ name: 'Theirs', revision: 4 }))
    expect(edit.now().draft.name).toBe('Theirs')
    await rename(edit, 'Mine')
    await edit.rerender(anApp({ name: 'Newer', revision: 5 }))
    expect(edit.now().draft.name).toBe('Mine')
  })
})

describe('publishing', () => {
  test('sends the draft over the revision that it began with, and starts over', async () => {
    const edit = await anEdit()
    await rename(edit, 'Mine')
    answered(200, anApp({ name: 'Mine', revision: 4 }))
    await settled(edit, () => edit.now().publish())
    expect(sentAt(0)).toMatchObject({ name: 'Mine', revision: 3 })
    expect([edit.now().changes, edit.now().base.revision, stored.size]).toEqual([0, 4, 0])
    expect(announced()).toContain('4')
  })

  test('asks about what the server warns of, and sends the confirmation with the same draft', async () => {
    const edit = await anEdit()
    await rename(edit, 'Mine')
    const asking = () =>
      answered(409, {
        type: 'about:blank',
        title: 'x',
        status: 409,
        code: 'app.confirm_first',
        requestId: 'r1',
        issues: [
          {
            path: ['body', 'workflow', 'tests', 0],
            code: 'test_fails',
            message: 'The test “Old” fails',
            about: 'test',
            id: 't1',
            name: 'Old',
            details: [['Note: expected required, now optional']],
          },
        ],
      })
    asking()
    await settled(edit, () => edit.now().publish())
    expect(edit.now().warnings.map(({ name }) => name)).toEqual(['Old'])
    expect([edit.now().failure, edit.now().issues, edit.now().changes]).toEqual([null, [], 1])
    await doing(() => edit.now().cancel())
    expect(edit.now().warnings).toEqual([])
    asking()
    await settled(edit, () => edit.now().publish())
    answered(200, anApp({ name: 'Mine', revision: 4 }))
    await settled(edit, () => edit.now().confirm())
    expect([sentAt(0), sentAt(1), sentAt(2)]).toMatchObject([
      { confirmed: false },
      { confirmed: false },
      { name: 'Mine', revision: 3, confirmed: true },
    ])
    expect([edit.now().changes, edit.now().warnings]).toEqual([0, []])
  })

  test('shows what is wrong in the draft without sending it', async () => {
    const edit = await anEdit()
    await rename(edit, '')
    await settled(edit, () => edit.now().publish())
    expect(edit.now().issues.map(({ path }) => path)).toEqual([['body', 'name']])
    expect([fetched.mock.calls.length, edit.now().failure]).toEqual([0, null])
  })

  test('merges what others published in other parts, and publishes both', async () => {
    const edit = await anEdit()
    await rename(edit, 'Mine')
    const theirs = anApp({ description: 'Theirs', revision: 4 })
    conflicted()
    answered(200, theirs)
    answered(200, anApp())
    answered(200, anApp({ name: 'Mine', description: 'Theirs', revision: 5 }))
    await settled(edit, () => edit.now().publish())
    await vi.waitFor(() => expect(edit.now().base.revision).toBe(5))
    expect(sentAt(-1)).toMatchObject({ name: 'Mine', description: 'Theirs', revision: 4 })
    // What the draft began with is read too: that revision, not the newest.
    expect(String(fetched.mock.calls[2]?.[0])).toMatch(/\/3$/)
    expect(edit.now().saved.conflict).toBeNull()
  })

  test.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('asks where both changed the same part; %s is published', async (choice, name) => {
    const edit = await anEdit()
    await rename(edit, 'Mine')
    conflicted()
    answered(200, anApp({ name: 'Theirs', revision: 4 }))
    answered(200, anApp())
    await settled(edit, () => edit.now().publish())
    expect(edit.now().saved.conflict?.parts).toEqual(['name'])
    expect(edit.now().failure).toBeNull()
    answered(200, anApp({ name, revision: 5 }))
    await settled(edit, () => edit.now().resolve({ name: choice }))
    expect(sentAt(-1)).toMatchObject({ name, revision: 4 })
    expect([edit.now().saved.conflict, edit.now().base.revision]).toEqual([null, 5])
  })

  test('keeps the draft when the server is away', async () => {
    const edit = await anEdit()
    await rename(edit, 'Mine')
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
    await settled(edit, () => edit.now().publish())
    expect(edit.now().failure?.text).toBeTruthy()
    expect([edit.now().draft.name, stored.has(STORED)]).toEqual(['Mine', true])
  })
})
