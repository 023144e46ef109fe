import { describe, expect, test } from 'vitest'
import { mergeParts } from '../../../ui/draft/merge-parts.ts'
import { faultAt, faultsOfIssues } from '../../../ui/draft/faults.ts'
import { EMPTY_OIDC, EMPTY_SAML, faultsOf, type SignInDraft } from './sign-in-draft.ts'

const base: SignInDraft = {
  emailDomains: [],
  passwordAllowed: true,
  mfaRequired: false,
  idleMinutes: 60,
  absoluteHours: 12,
  samlEnabled: false,
  oidcEnabled: false,
  saml: null,
  oidc: null,
}

describe('sign-in settings that someone else saved', () => {
  test('merge where only one side changed', () => {
    const mine = { ...base, mfaRequired: true }
    const theirs = { ...base, idleMinutes: 30 }
    expect(mergeParts(base, mine, theirs)).toEqual({
      merged: { ...base, mfaRequired: true, idleMinutes: 30 },
      conflicts: [],
    })
  })

  test('conflict where both changed differently', () => {
    const mine = { ...base, idleMinutes: 15, oidc: EMPTY_OIDC }
    const theirs = { ...base, idleMinutes: 30, oidc: EMPTY_OIDC }
    const { merged, conflicts } = mergeParts(base, mine, theirs)
    expect(conflicts).toEqual(['idleMinutes'])
    expect(merged.idleMinutes).toBe(15)
  })
})

describe('faults of the sign-in form', () => {
  test('are shown at their fields before anything is sent', () => {
    const faults = faultsOf({ ...base, saml: EMPTY_SAML, emailDomains: ['not a domain'] })
    expect(faultAt(faults, 'saml.idpSsoUrl')).toBeDefined()
    expect(faultAt(faults, 'saml.idpCertificates')).toBeDefined()
    expect(faultAt(faults, 'emailDomains')).toBeDefined()
    expect(faultAt(faults, 'oidc')).toBeUndefined()
    expect(faultsOf(base)).toEqual({})
  })

  test('come from the server by the same paths', () => {
    const faults = faultsOfIssues([{ path: ['body', 'saml', 'idpCertificates', 1], message: 'Expired' }])
    expect(faultAt(faults, 'saml.idpCertificates')).toBe('Expired')
  })
})
