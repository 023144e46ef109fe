/** How a session was opened: with a password, with two factors, or by an account's own provider. */
export type Strength = 'password' | 'mfa' | 'sso'

export interface SessionStrength {
  strength: Strength
  /** The account whose provider opened it; it acts there only. */
  onlyAccount: string | null
}

export interface SignInPolicy {
  accountId: string
  mfaRequired: boolean
  passwordAllowed: boolean
  /** False while the account is suspended or on its way out. */
  open: boolean
}

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
  if (policy.mfaRequired && session.strength === 'password') return 'mfa'
  return null
}

/**
 * The installation is administered by a session that is bound to no account, and as strong as every account of the
 * person demands: else a stolen password would open by the widest right what the narrower ones keep shut.
 */
export function administersInstallation(
  session: SessionStrength,
  policies: readonly SignInPolicy[],
): boolean {
  const wantsMore = policies.some((policy) => policy.mfaRequired) && session.strength === 'password'
  return session.onlyAccount === null && !wantsMore
}
