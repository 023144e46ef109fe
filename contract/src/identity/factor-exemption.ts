import { z } from 'zod'
import { UserView } from './directory.ts'
import { Instant } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

/** An exemption is an exception: it ends after this many days at the latest. */
export const MAX_EXEMPTION_DAYS = 90

const path = '/iam/account/:accountId/users/:userId/mfa-exemption'
export const grantFactorExemption = route({
  method: 'PUT',
  path,
  summary: 'Exempts a user from the second factor that the account requires, for at most 90 days',
  needs: 'account:admin',
  body: z.strictObject({ reason: z.string().trim().min(1).max(500), until: Instant }),
  reply: UserView,
  on404: 'here',
})
export const revokeFactorExemption = route({
  method: 'DELETE',
  path,
  summary: 'Revokes a user’s exemption, effective from their next request',
  needs: 'account:admin',
  on404: 'here',
})
