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

/** The parts that are compared one by one after someone else saved. */
export const DRAFT_PARTS = [
  'passwordAllowed',
  'mfaRequired',
  'idleMinutes',
  'absoluteHours',
  'emailDomains',
  'samlEnabled',
  'saml',
  'oidcEnabled',
  'oidc',
] as const
export type DraftPart = (typeof DRAFT_PARTS)[number]

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

/**
 * After someone else saved: parts that both changed differently must be chosen (`conflicts`), everything else is
 * merged in `merged`, which has the user's own side of the conflicts.
 */
export function bringTogether(drafts: { base: SignInDraft; mine: SignInDraft; theirs: SignInDraft }): {
  merged: SignInDraft
  conflicts: DraftPart[]
} {
  const { base, mine, theirs } = drafts
  let merged = mine
  const conflicts: DraftPart[] = []
  for (const part of DRAFT_PARTS) {
    const isMine = !isSame(mine[part], base[part])
    const isTheirs = !isSame(theirs[part], base[part])
    if (!isMine) merged = { ...merged, [part]: theirs[part] }
    else if (isTheirs && !isSame(mine[part], theirs[part])) conflicts.push(part)
  }
  return { merged, conflicts }
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
