import { audit } from '../../../platform/audit/audit.ts'
import { fail } from '../../../platform/errors.ts'
import type { Provider } from './asserted-identity.rules.ts'
import { SsoRefusal } from './refusal.rules.ts'
import type { SsoDeps } from './sso-deps.ts'

/** The error for what went wrong with a sign-in; the account's administrators find the reason in the audit log. */
export async function refuseSignIn(
  { system }: Pick<SsoDeps, 'system'>,
  place: { accountId: string; provider: Provider; ip: string },
  error: unknown,
): Promise<Error> {
  if (!(error instanceof SsoRefusal))
    return error instanceof Error ? error : new Error('unknown', { cause: error })
  await system.tx((tx) =>
    audit(tx, {
      accountId: place.accountId,
      actor: null,
      action: 'signin.refused',
      object: { kind: place.provider, id: place.accountId, name: error.message.slice(0, 300) },
      ip: place.ip,
    }),
  )
  return fail('signin.refused', { cause: error })
}
