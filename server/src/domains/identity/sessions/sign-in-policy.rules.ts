import { z } from 'zod'
/** How a session was opened: with a password, with two factors, or by an account's own provider. */
export const Strength = z.enum(['password', 'mfa', 'sso'])
export type Strength = z.infer<typeof Strength>

export interface SessionStrength {
  strength: Strength
  /** The account whose provider opened it; it acts there only. */
  onlyAccount: string | null
}

export const SignInPolicy = z.object({
  accountId: z.string(),
  mfaRequired: z.boolean(),
  /** The account's administrators let this person in without a second factor for now. */
  mfaExempt: z.boolean(),
  passwordAllowed: z.boolean(),
  /** False while the account is suspended or on its way out. */
  open: z.boolean(),
})
export type SignInPolicy = z.infer<typeof SignInPolicy>

/**
 * What keeps a session out of an account: `suspended` when the account is closed to everyone, `elsewhere` when another account's provider opened it, `sso` when the
 * account lets people in by its own provider only, `mfa` when it demands a second factor; null lets it in.
 */
export function missingFor(
  session: SessionStrength,
  policy: SignInPolicy,
): 'mfa' | 'sso' | 'elsewhere' | 'suspended' | null {
  if (session.onlyAccount !== null && session.onlyAccount !== policy.accountId) return 'elsewhere'
  if (!policy.open) return 'suspended'
  if (!policy.passwordAllowed && session.onlyAccount !== policy.accountId) return 'sso'
  if (demandsFactor(policy) && session.strength === 'password') return 'mfa'
  return null
}

/**
 * The installation is administered by a session that is bound to no account, and as strong as every account of the
 * person demands: else a stolen password would open by the widest right what the narrower ones keep shut. An
 * exemption doesn't count here: administrators of one account don't decide about the installation.
 */
export function administersInstallation(
  session: SessionStrength,
  policies: readonly SignInPolicy[],
): boolean {
  const isStrong = session.strength !== 'password' || policies.every((policy) => !policy.mfaRequired)
  return session.onlyAccount === null && isStrong
}

/**
 * What keeps a session from what belongs to the person in all accounts: a second factor that one of them demands, or
 * (`elsewhere`) a provider that speaks for one account while the person has others, or the installation.
 */
export function personNeeds(
  session: SessionStrength,
  policies: readonly SignInPolicy[],
  superAdministrator: boolean,
): 'mfa' | 'elsewhere' | null {
  if (session.onlyAccount === null) return lacksFactor(session, policies) ? 'mfa' : null
  const isAll = !superAdministrator && policies.every((policy) => policy.accountId === session.onlyAccount)
  return isAll ? null : 'elsewhere'
}

function lacksFactor({ strength }: SessionStrength, policies: readonly SignInPolicy[]): boolean {
  return strength === 'password' && policies.some(demandsFactor)
}

function demandsFactor(policy: SignInPolicy): boolean {
  return policy.mfaRequired && !policy.mfaExempt
}
