import { describe, expect, it } from 'vitest'
import { administersInstallation, missingFor, personNeeds, type Strength } from './sign-in-policy.rules.ts'

const A = 'account-a'
const policy = (mfaRequired: boolean, passwordAllowed: boolean, open = true, mfaExempt = false) => ({
  accountId: A,
  mfaRequired,
  passwordAllowed,
  mfaExempt,
  open,
})
const session = (strength: Strength, onlyAccount: string | null = null) => ({ strength, onlyAccount })

describe('a session in an account', () => {
  it.each([
    ['password', null, false, true, null],
    ['password', null, true, true, 'mfa'],
    ['mfa', null, true, true, null],
    ['mfa', null, true, false, 'sso'],
    ['password', null, false, false, 'sso'],
    ['password', null, true, false, 'sso'],
    ['sso', A, true, false, null],
    ['sso', A, true, true, null],
    ['sso', 'account-b', false, true, 'elsewhere'],
    ['sso', 'account-b', true, false, 'elsewhere'],
  ] as const)(
    '%s, bound to %s, mfa required %s, password allowed %s: %s',
    (...[strength, only, mfa, pw, missing]) => {
      expect(missingFor(session(strength, only), policy(mfa, pw))).toBe(missing)
    },
  )
})

describe('a session in a suspended account', () => {
  it.each([
    ['password', null, 'suspended'],
    ['mfa', null, 'suspended'],
    ['sso', A, 'suspended'],
    ['sso', 'account-b', 'elsewhere'],
  ] as const)('%s, bound to %s: %s', (strength, only, missing) => {
    expect(missingFor(session(strength, only), policy(true, false, false))).toBe(missing)
  })
})

describe('the permissions of a super administrator', () => {
  it.each([
    ['password', null, false, true],
    ['password', null, true, false],
    ['mfa', null, true, true],
    ['sso', A, false, false],
    ['sso', A, true, false],
  ] as const)('%s, bound to %s, an account demands mfa %s: %s', (strength, only, mfa, holds) => {
    expect(administersInstallation(session(strength, only), [policy(false, true), policy(mfa, true)])).toBe(
      holds,
    )
  })

  it('hold for who is user of no account', () => {
    expect(administersInstallation(session('password'), [])).toBe(true)
  })
})

describe('a person exempted by an account from the second factor', () => {
  const exempt = policy(true, true, true, true)
  const strict = { ...policy(true, true), accountId: 'account-b' }

  it.each([
    ['password', null, exempt, null],
    ['mfa', null, exempt, null],
    ['password', null, { ...exempt, passwordAllowed: false }, 'sso'],
    ['password', null, { ...exempt, open: false }, 'suspended'],
    ['sso', 'account-b', exempt, 'elsewhere'],
    ['password', null, strict, 'mfa'],
  ] as const)('%s, bound to %s: only the factor is waived', (strength, only, where, missing) => {
    expect(missingFor(session(strength, only), where)).toBe(missing)
  })

  it('changes their profile by password alone, unless another account requires a factor', () => {
    expect(personNeeds(session('password'), [exempt], false)).toBe(null)
    expect(personNeeds(session('password'), [exempt, strict], false)).toBe('mfa')
  })

  it('still needs a factor to administer the installation', () => {
    expect(administersInstallation(session('password'), [exempt])).toBe(false)
    expect(administersInstallation(session('mfa'), [exempt])).toBe(true)
  })
})
