import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { OidcSettings, type saveSignInSettings, type SignInSettings } from '@caseloom/contract/identity/sso'
import { audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { hasFactor, readFactors } from '../sessions/factors.store.ts'
import { tenantRightsChanged } from '../people/identity.events.ts'
import { shortenSessions } from '../sessions/session.store.ts'
import { readSignIn, type SignInRow } from '../sessions/sign-in-settings.store.ts'
import { readCertificate } from './certificates.ts'
import { issuesOfSettings } from './check-sign-in.rules.ts'
import { sealClientSecret } from './client-secret.ts'
import { serviceProvider } from './service-provider.rules.ts'
import { lockDomains, roleIdsOf, writeSignIn } from './sign-in.store.ts'
import { hasIdentity } from './sso.store.ts'
import type { SsoDeps } from './sso-deps.ts'
import { signInView } from './view-sign-in.ts'

type Wanted = RouteBody<typeof saveSignInSettings>
export interface SaveSignIn {
  accountId: string
  wanted: Wanted
  actor: Actor
  ip: string
}

/**
 * Changes how people sign in to the account.
 * @throws request.invalid, resource.version_conflict, signin.domain_taken, signin.would_lock_out
 */
export async function saveSignIn(deps: SsoDeps, command: SaveSignIn): Promise<SignInSettings> {
  const { accountId, wanted, actor, ip } = command
  allowInAccount(actor, accountId)
  const { tenants } = await deps.places.directory([accountId])
  return deps.system.tx(async (tx) => {
    const before = await readSignIn(tx, accountId)
    if (before.revision !== wanted.revision) throw fail('resource.version_conflict')
    const certificates = readCertificates(wanted.saml?.idpCertificates ?? [], tx.now)
    const known = { roleIds: await roleIdsOf(tx, accountId), tenantIds: new Set(tenants.map(({ id }) => id)) }
    const { entityId } = serviceProvider(deps.publicUrl, accountId)
    const issues = [
      ...issuesOfSettings(wanted, entityId, known),
      ...certificates.issues,
      ...secretIssues(wanted, before),
    ]
    if (issues.length > 0) throw fail('request.invalid', { issues })
    const taken = await lockDomains(tx, accountId, wanted.emailDomains)
    if (taken.length > 0) throw fail('signin.domain_taken', { detail: `In use: ${taken.join(', ')}` })
    await refuseLockOut(tx, command)
    if (!before.mfa_required) await requireOwnFactor(tx, command)
    const row = await rowOf(deps, tx, { accountId, wanted, before, pems: certificates.pems })
    const saved = await writeSignIn(tx, row)
    if (saved === null) throw fail('resource.version_conflict')
    const { idleMinutes, absoluteHours } = wanted
    await shortenSessions(tx, { accountId, idleMinutes, absoluteHours })
    // Sessions that the settings now keep out lose their sockets too.
    for (const { id } of tenants) tx.announce(tenantRightsChanged(id))
    await audit(tx, {
      accountId,
      actor,
      action: 'signin.settings_changed',
      object: { kind: 'account', id: accountId },
      before: digestible(before),
      after: digestible(saved),
      ip,
    })
    return signInView(saved, deps.publicUrl)
  })
}

function readCertificates(texts: readonly string[], now: Date): { pems: string[]; issues: Issue[] } {
  const read = texts.map((text) => readCertificate(text, now))
  const issues = read.flatMap((each, at) =>
    'code' in each ? [{ path: ['body', 'saml', 'idpCertificates', at], ...each }] : [],
  )
  return { pems: [...new Set(read.flatMap((each) => ('pem' in each ? [each.pem] : [])))], issues }
}

/**
 * A stored secret is sent only to the provider it was entered for: otherwise, anyone who saves could redirect it to
 * themselves.
 */
function secretIssues(wanted: Wanted, before: SignInRow): Issue[] {
  if (wanted.oidc === null || before.oidc_secret === null || before.oidc === null) return []
  const old = OidcSettings.parse(before.oidc)
  const same = old.issuer === wanted.oidc.issuer && old.clientId === wanted.oidc.clientId
  if (same || wanted.oidc.clientSecret !== undefined) return []
  const message = 'Enter the secret for the new issuer or client'
  return [{ path: ['body', 'oidc', 'clientSecret'], code: 'required', message }]
}

/**
 * Anyone who requires a second factor of others has one first, or comes in by the account's provider, which counts as
 * one: else the change would shut out the person who made it. Throws request.invalid.
 */
async function requireOwnFactor(tx: Tx, { accountId, wanted, actor }: SaveSignIn): Promise<void> {
  if (!wanted.mfaRequired) return
  const personId = actor.personId ?? ''
  if (actor.personId !== null && hasFactor(await readFactors(tx, personId))) return
  const providers = providersOf(wanted)
  if (
    actor.personId !== null &&
    providers.length > 0 &&
    (await hasIdentity(tx, { accountId, personId }, providers))
  )
    return
  const message = 'Set up your own second factor first, or you would lock yourself out'
  throw fail('request.invalid', {
    issues: [{ path: ['body', 'mfaRequired'], code: 'own_factor_first', message }],
  })
}

/** Passwords go only when the administrator who saves has come in by a provider that stays switched on. */
async function refuseLockOut(tx: Tx, { accountId, wanted, actor }: SaveSignIn): Promise<void> {
  if (wanted.passwordAllowed) return
  const providers = providersOf(wanted)
  if (providers.length === 0)
    throw fail('signin.would_lock_out', { detail: 'Turn on a provider before you turn off passwords' })
  const who = { accountId, personId: actor.personId ?? '' }
  if (actor.personId === null || !(await hasIdentity(tx, who, providers)))
    throw fail('signin.would_lock_out', { detail: 'Sign in with the provider yourself first' })
}

/** The providers that let people in by these settings. */
function providersOf(wanted: Wanted) {
  return [
    ...(wanted.samlEnabled && wanted.saml !== null
      ? [{ provider: 'saml' as const, issuer: wanted.saml.idpEntityId }]
      : []),
    ...(wanted.oidcEnabled && wanted.oidc !== null
      ? [{ provider: 'oidc' as const, issuer: wanted.oidc.issuer }]
      : []),
  ]
}

async function rowOf(
  deps: SsoDeps,
  tx: Tx,
  change: { accountId: string; wanted: Wanted; before: SignInRow; pems: string[] },
): Promise<SignInRow> {
  const { accountId, wanted, before, pems } = change
  const { clientSecret, ...oidc } = wanted.oidc ?? {}
  const savedSecret = wanted.oidc === null ? null : before.oidc_secret
  return {
    account_id: accountId,
    revision: wanted.revision,
    email_domains: wanted.emailDomains,
    password_allowed: wanted.passwordAllowed,
    mfa_required: wanted.mfaRequired,
    idle_minutes: wanted.idleMinutes,
    absolute_hours: wanted.absoluteHours,
    saml_enabled: wanted.samlEnabled,
    oidc_enabled: wanted.oidcEnabled,
    saml: wanted.saml === null ? null : { ...wanted.saml, idpCertificates: pems },
    oidc: wanted.oidc === null ? null : oidc,
    oidc_secret:
      clientSecret === undefined
        ? savedSecret
        : await sealClientSecret(deps.secrets, tx, { accountId, secret: clientSecret }),
  }
}

/** The settings as the audit log digests them: whether there is a secret, not which. */
function digestible({ oidc_secret, ...row }: SignInRow): JsonValue {
  // Columns hold JSON, which the driver has parsed.
  return { ...row, hasSecret: oidc_secret !== null } as JsonValue
}
