import { ModelSettings } from '@caseloom/contract/assistant/assistant-models'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AdminScope, AdminScopeContext } from '../../../data/admin-scope.ts'
import { announced, doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { modelEn } from './model.en.ts'
import { useModelDraft } from './useModelDraft.ts'

startTexts()
addTexts('admin', modelEn)
endHooksAfterEach()
// React hears of a mutation immediately, not after a timer.
notifyManager.setScheduler((run) => run())

const NOTHING = { questions: 0, tokensIn: 0, tokensOut: 0, cost: 0 }
const settings = (over: Partial<ModelSettings> = {}) =>
  ModelSettings.parse({
    provider: 'ollama',
    baseUrl: 'http://models.example.test:11434',
    model: 'tiny',
    temperature: null,
    maxOutputTokens: 500,
    timeoutSeconds: 30,
    limits: { questionsPerUserPerHour: null, tokensPerDay: null, costPerMonth: null },
    prices: { currency: 'EUR', inputPerMillion: 0, outputPerMillion: 0 },
    sends: { recordValues: true, excludedApps: [], excludedFields: [] },
    logDays: 30,
    hasKey: true,
    revision: 3,
    used: { today: NOTHING, month: NOTHING },
    ...over,
  })

const fetched = vi.fn<typeof fetch>()
let client: QueryClient
beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  fetched.mockReset()
  client.clear()
})

// The form reads the account's ID only.
const scope = { accountId: '019a0000-0000-7000-8000-0000000000b1' } as AdminScope
const wrap = (children: ReactNode) =>
  createElement(QueryClientProvider, { client }, createElement(AdminScopeContext, { value: scope }, children))
const aForm = () => renderHook(() => useModelDraft(settings()), { props: null, wrap })
type Form = Awaited<ReturnType<typeof aForm>>

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
const sentAt = (at: number): unknown => JSON.parse(String(fetched.mock.calls.at(at)?.[1]?.body))

async function saved(form: Form, work: () => void): Promise<void> {
  await doing(work)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await doing(() => undefined)
  expect(form.now().saving).toBe(false)
}

describe('the form of the model settings', () => {
  test('sends no key unless one was typed', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ model: 'small' }))
    answered(200, settings({ model: 'small', revision: 4 }))
    await saved(form, () => form.now().save())
    expect(sentAt(0)).toMatchObject({ model: 'small', revision: 3 })
    expect(sentAt(0)).not.toHaveProperty('apiKey')
    expect([form.now().isDirty, form.now().saved.revision]).toEqual([false, 4])
    expect(announced()).toBe(modelEn.model.saved)
  })

  test('shows faults at their fields and sends nothing', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ baseUrl: 'nowhere' }))
    await doing(() => form.now().save())
    expect(Object.keys(form.now().faults)).toEqual(['baseUrl'])
    expect(fetched).not.toHaveBeenCalled()
  })

  test('saves both where someone else changed another part, with the key that was typed', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ model: 'small', apiKey: 'secret' }))
    conflicted()
    answered(200, settings({ logDays: 7, revision: 4 }))
    answered(200, settings({ model: 'small', logDays: 7, revision: 5 }))
    await saved(form, () => form.now().save())
    await vi.waitFor(() => expect(form.now().saved.revision).toBe(5))
    expect(sentAt(-1)).toMatchObject({ model: 'small', logDays: 7, apiKey: 'secret', revision: 4 })
    expect(form.now().failure).toBeNull()
  })

  test('reports a conflict where both changed the same part, and reads theirs on request', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ model: 'small' }))
    conflicted()
    answered(200, settings({ model: 'large', revision: 4 }))
    await saved(form, () => form.now().save())
    expect(form.now().failure?.text).toBe(modelEn.model.conflict)
    expect(form.now().draft.model).toBe('small')
    answered(200, settings({ model: 'large', revision: 4 }))
    await doing(() => form.now().reset())
    expect([form.now().draft.model, form.now().failure]).toEqual(['large', null])
  })
})
