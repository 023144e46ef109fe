import type { RouteBodyInput } from '@caseloom/contract/route'
import { saveSignInSettings, type SignInSettings } from '@caseloom/contract/sso'

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

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export type Faults = Readonly<Record<string, string>>

export function faultsOf(draft: SignInDraft): Faults {
  const parsed = saveSignInSettings.body?.safeParse({ revision: 0, ...draft })
  return parsed === undefined || parsed.success ? {} : faultsOfIssues(parsed.error.issues)
}

export function faultsOfIssues(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Faults {
  const faults: Record<string, string> = {}
  for (const { path, message } of issues) {
    const key = (path[0] === 'body' ? path.slice(1) : path).map(String).join('.')
    faults[key] ??= message
  }
  return faults
}

export function faultAt(faults: Faults, path: string): string | undefined {
  return faults[path] ?? Object.entries(faults).find(([key]) => key.startsWith(`${path}.`))?.[1]
}
