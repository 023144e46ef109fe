import { z } from 'zod'
import { Email, Password } from './identity.ts'
import { route } from '../kernel/route.ts'

/** Whether a one-time password token is still valid, returned before the form is shown. */
export const PasswordTokenState = z.enum(['valid', 'used', 'expired', 'unknown'])
export type PasswordTokenState = z.infer<typeof PasswordTokenState>
export const passwordToken = route({
  method: 'POST',
  path: '/iam/set-password/check',
  summary: 'Checks whether a one-time password token is valid',
  open: true,
  withoutLicense: true,
  body: z.strictObject({ token: z.string().max(500) }),
  reply: z.object({
    state: PasswordTokenState,
    /** Of a valid token only. */
    email: z.string().nullable(),
    purpose: z.enum(['invitation', 'reset']).nullable(),
  }),
  on404: 'here',
})
export const setPassword = route({
  method: 'POST',
  path: '/iam/set-password',
  summary: 'Sets the password with a one-time token and ends all of the person’s sessions',
  open: true,
  withoutLicense: true,
  body: z.strictObject({ token: z.string().max(500), password: Password }),
  fails: ['password.token_used', 'password.token_expired', 'password.token_unknown'],
  on404: 'here',
})
export const forgotPassword = route({
  method: 'POST',
  path: '/iam/forgot-password',
  summary: 'Emails a one-time link to set a new password. The response is the same for every address.',
  open: true,
  withoutLicense: true,
  body: z.strictObject({ email: Email }),
  on404: 'here',
})
