import type { RouteBodyInput } from '@caseloom/contract/route'
import { saveSignInSettings, type SignInSettings } from '@caseloom/contract/sso'

/** The settings as they are being edited: what is sent, without the revision. */
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

/** The parts that are compared one by one when somebody else saved meanwhile. */
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

/** What is saved, as something to edit. The client secret is never told, so it is never part of it. */
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
 * After somebody else saved: what both changed differently must be chosen (`conflicts`), everything else is brought
 * together in `merged`, which keeps one's own side of the conflicts.
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

/** Faults by the path of their field, `saml.idpSsoUrl`; those of list items come under `saml.idpCertificates.0`. */
export type Faults = Readonly<Record<string, string>>

/** What the contract says against a draft before it is sent. */
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

/** The fault of a field or of the first of its items. */
export function faultAt(faults: Faults, path: string): string | undefined {
  return faults[path] ?? Object.entries(faults).find(([key]) => key.startsWith(`${path}.`))?.[1]
}
