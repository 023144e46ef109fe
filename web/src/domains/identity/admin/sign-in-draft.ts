import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { saveSignInSettings, type SignInSettings } from '@caseloom/contract/identity/sso'
import { type Faults, faultsOfIssues } from '../../../ui/draft/faults.ts'

/** The settings while edited: the body of saving, without the revision. */
export type SignInDraft = Omit<RouteBodyInput<typeof saveSignInSettings>, 'revision'>
export type SamlDraft = NonNullable<SignInDraft['saml']>
export type OidcDraft = NonNullable<SignInDraft['oidc']>
export type MappingDraft = SamlDraft['roleMappings'][number]

export const EMPTY_SAML: SamlDraft = {
  idpEntityId: '',
  idpSsoUrl: '',
  idpCertificates: [''],
  emailAttribute: '',
  nameAttribute: '',
  forceLogin: false,
  createUsers: false,
  roleMappings: [],
}
export const EMPTY_OIDC: OidcDraft = {
  issuer: '',
  clientId: '',
  scopes: 'openid email profile',
  nameClaim: 'name',
  createUsers: false,
  roleMappings: [],
}

/** The client secret is never sent to the browser, so it is never part of the draft. */
export function draftOf(settings: SignInSettings): SignInDraft {
  const { serviceProvider: _ours, revision: _revision, oidc, ...rest } = settings
  if (oidc === null) return { ...rest, oidc: null }
  const { hasSecret: _has, ...known } = oidc
  return { ...rest, oidc: known }
}

export function faultsOf(draft: SignInDraft): Faults {
  const parsed = saveSignInSettings.body?.safeParse({ revision: 0, ...draft })
  return parsed === undefined || parsed.success ? {} : faultsOfIssues(parsed.error.issues)
}
