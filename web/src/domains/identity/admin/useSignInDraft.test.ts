import { SignInSettings } from '@caseloom/contract/identity/sso'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AdminScope, AdminScopeContext } from '../../../data/admin-scope.ts'
import { announced, doing, endHooksAfterEach, renderHook } from '../../../ui/testing/render-hook.ts'
import { addTexts, startTexts } from '../../../ui/text/i18n.ts'
import { signInEn } from './sign-in.en.ts'
import { useSignInDraft } from './useSignInDraft.ts'

startTexts()
addTexts('admin', signInEn)
endHooksAfterEach()
// React hears of a mutation immediately, not after a timer.
notifyManager.setScheduler((run) => run())

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

const ADDRESS = 'https://caseloom.example.test/sso'
const settings = (over: Partial<SignInSettings> = {}): SignInSettings =>
  SignInSettings.parse({
    emailDomains: [],
    passwordAllowed: true,
    mfaRequired: false,
    idleMinutes: 60,
    absoluteHours: 12,
    samlEnabled: false,
    oidcEnabled: false,
    saml: null,
    oidc: null,
    serviceProvider: {
      entityId: ADDRESS,
      acsUrl: ADDRESS,
      metadataUrl: ADDRESS,
      loginUrl: ADDRESS,
      oidcRedirectUrl: ADDRESS,
      oidcLoginUrl: ADDRESS,
    },
    revision: 3,
    ...over,
  })

// The form reads the account's ID only.
const scope = { accountId: '019a0000-0000-7000-8000-0000000000b1' } as AdminScope
const wrap = (children: ReactNode) =>
  createElement(QueryClientProvider, { client }, createElement(AdminScopeContext, { value: scope }, children))
const aForm = () => renderHook(() => useSignInDraft(settings()), { props: null, wrap })
type Form = Awaited<ReturnType<typeof aForm>>

function answered(status: number, body: object): void {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}
const refused = (code: string, over: object = {}) =>
  answered(409, { type: 'about:blank', title: 'x', status: 409, code, requestId: 'r1', ...over })
const sentAt = (at: number): unknown => JSON.parse(String(fetched.mock.calls.at(at)?.[1]?.body))

async function saved(form: Form, work: () => void): Promise<void> {
  await doing(work)
  await vi.waitFor(() => expect(client.isMutating()).toBe(0))
  await doing(() => undefined)
}

describe('the form of the sign-in settings', () => {
  test('is dirty while it differs, and can be reset', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ idleMinutes: 15 }))
    expect(form.now().isDirty).toBe(true)
    await doing(() => form.now().reset())
    expect([form.now().isDirty, form.now().draft.idleMinutes]).toEqual([false, 60])
  })

  test('shows faults at their fields and sends nothing', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ emailDomains: ['not a domain'] }))
    await doing(() => form.now().save())
    expect(Object.keys(form.now().faults)).toEqual(['emailDomains.0'])
    expect(fetched).not.toHaveBeenCalled()
  })

  test('saves over the revision that it began with', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ idleMinutes: 15 }))
    answered(200, settings({ idleMinutes: 15, revision: 4 }))
    await saved(form, () => form.now().save())
    expect(sentAt(0)).toMatchObject({ idleMinutes: 15, revision: 3 })
    expect([form.now().isDirty, form.now().saved.revision]).toEqual([false, 4])
    expect(announced()).toBe(signInEn.signIn.saved)
  })

  test('says in its own words that saving would lock everyone out', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ passwordAllowed: false }))
    refused('signin.would_lock_out')
    await saved(form, () => form.now().save())
    expect(form.now().failure?.text).toBe(signInEn.signIn.lockOut)
    expect(form.now().draft.passwordAllowed).toBe(false)
  })

  test('includes what someone else saved in other parts, and waits for a second look', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ idleMinutes: 15 }))
    refused('resource.version_conflict')
    answered(200, settings({ absoluteHours: 8, revision: 4 }))
    await saved(form, () => form.now().save())
    expect(form.now().draft).toMatchObject({ idleMinutes: 15, absoluteHours: 8 })
    expect(form.now().failure?.text).toBe(signInEn.signIn.conflictNone)
    expect(fetched).toHaveBeenCalledTimes(2)
    answered(200, settings({ idleMinutes: 15, absoluteHours: 8, revision: 5 }))
    await saved(form, () => form.now().save())
    expect(sentAt(-1)).toMatchObject({ revision: 4 })
  })

  test('asks where both changed the same part, and saves the choice', async () => {
    const form = await aForm()
    await doing(() => form.now().edit({ idleMinutes: 15 }))
    refused('resource.version_conflict')
    answered(200, settings({ idleMinutes: 30, revision: 4 }))
    await saved(form, () => form.now().save())
    expect(form.now().merging.conflict?.parts).toEqual(['idleMinutes'])
    answered(200, settings({ idleMinutes: 30, revision: 5 }))
    await saved(form, () => form.now().resolve({ idleMinutes: 'theirs' }))
    expect(sentAt(-1)).toMatchObject({ idleMinutes: 30, revision: 4 })
    expect([form.now().merging.conflict, form.now().isDirty]).toEqual([null, false])
  })
})
