import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client.ts'
import { ACCOUNT_KEY } from './session.ts'
import { forgetLastAccount, lastAccount, PLAIN_LOGIN, resolveLoginOptions, ssoAddress } from './sign-in.ts'

const A = '019a0000-0000-7000-8000-00000000000a'
const WITH_SAML = { ...PLAIN_LOGIN, accountId: A, accountName: 'Nordwerk', samlEnabled: true }

const stored = new Map<string, string>()
const asked: string[] = []
let answers: Record<string, () => Response> = {}
beforeEach(() => {
  stored.clear()
  asked.length = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return (answers[address] ?? (() => new Response('{}', { status: 404 })))()
  })
})
afterEach(() => vi.unstubAllGlobals())

const says = (body: unknown) => () => new Response(JSON.stringify(body), { status: 200 })

describe('sign-in options', () => {
  test('are those of the account in the URL, not of the last one [S2.02]', async () => {
    stored.set(ACCOUNT_KEY, '019a0000-0000-7000-8000-00000000000b')
    answers = { [`/iam/login-options?account=${A}`]: says(WITH_SAML) }
    expect(await resolveLoginOptions(makeQueryClient(), A)).toEqual(WITH_SAML)
    expect(asked.filter((address) => address.includes('options'))).toEqual([
      `/iam/login-options?account=${A}`,
    ])
  })

  test('are those of the last account, whose ID is all that is stored [S2.02]', async () => {
    stored.set(ACCOUNT_KEY, A)
    answers = { [`/iam/login-options?account=${A}`]: says(WITH_SAML) }
    expect((await resolveLoginOptions(makeQueryClient(), undefined)).accountName).toBe('Nordwerk')
  })

  test("are the installation's without a stored account ID, or with an invalid one [S2.02]", async () => {
    stored.set(ACCOUNT_KEY, 'javascript:alert(1)')
    answers = { '/iam/login-options': says(WITH_SAML) }
    expect((await resolveLoginOptions(makeQueryClient(), undefined)).samlEnabled).toBe(true)
  })

  test("are the password only when the server doesn't respond", async () => {
    answers = {}
    expect(await resolveLoginOptions(makeQueryClient(), A)).toEqual(PLAIN_LOGIN)
  })

  test('forgets the last account', () => {
    stored.set(ACCOUNT_KEY, A)
    expect(lastAccount()).toBe(A)
    forgetLastAccount()
    expect(lastAccount()).toBeUndefined()
  })

  test('works without storage', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(lastAccount()).toBeUndefined()
    expect(forgetLastAccount).not.toThrow()
  })
})

test('single sign-on starts at the account’s provider and includes the return path', () => {
  expect(ssoAddress('saml', A, null)).toBe(`/iam/saml/${A}/login`)
  expect(ssoAddress('oidc', 'a/b', '/x?y=1&z')).toBe('/iam/oidc/a%2Fb/login?returnTo=%2Fx%3Fy%3D1%26z')
})
