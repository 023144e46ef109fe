import { z } from 'zod'
import { Email } from './identity.ts'
import { AccountId, Instant, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { TimeZone } from '../values/time-zones.ts'

/** On one line: names appear in emails and lists. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u)

/** An account as super administrators see it: what it is and who looks after it, never what is in it. */
export const ManagedAccount = z.object({
  id: AccountId,
  name: z.string(),
  /** deleting: closed for everyone, purged at `deleteAt` unless it is restored. */
  status: z.enum(['active', 'suspended', 'deleting']),
  createdAt: Instant,
  deleteAt: Instant.nullable(),
  tenants: z.number().int(),
  users: z.number().int(),
  /** At most 20, by name. */
  administrators: z.array(
    z.object({ id: UserId, name: z.string(), email: z.string(), status: z.enum(['invited', 'active']) }),
  ),
})
export type ManagedAccount = z.infer<typeof ManagedAccount>

/** `link` only when no mail server is set and the person is new: then someone has to pass it on. */
export const AdministratorInvitation = z.object({
  email: z.string(),
  mailed: z.boolean(),
  link: z.string().nullable(),
})
export type AdministratorInvitation = z.infer<typeof AdministratorInvitation>

const Administrator = z.strictObject({ email: Email, name: Name })
const accounts = '/tenant/installation/accounts'

export const listAccounts = route({
  method: 'GET',
  path: accounts,
  summary: 'Lists the accounts of the installation by name',
  needs: 'installation:super',
  reply: z.object({ items: z.array(ManagedAccount) }),
  on404: 'here',
})
export const createAccount = route({
  method: 'POST',
  path: accounts,
  summary: 'Creates an account with its first tenant and invites its first administrator',
  needs: 'installation:super',
  body: z.strictObject({
    name: Name,
    tenantName: Name.default('Main'),
    starterContent: z.boolean().default(true),
    timeZone: TimeZone.optional().meta({ description: 'Time zone of the tenant; UTC by default' }),
    administrator: Administrator,
  }),
  reply: z.object({ account: ManagedAccount, invitation: AdministratorInvitation }),
  status: 201,
  fails: ['name.taken'],
  on404: 'here',
})
export const updateAccount = route({
  method: 'PATCH',
  path: `${accounts}/:managedAccountId`,
  summary:
    'Renames, suspends, or reactivates an account. Setting a status also cancels a scheduled deletion.',
  needs: 'installation:super',
  body: z.strictObject({ name: Name.optional(), status: z.enum(['active', 'suspended']).optional() }),
  reply: ManagedAccount,
  fails: ['name.taken', 'account.needed'],
  on404: 'here',
})
export const deleteAccount = route({
  method: 'POST',
  path: `${accounts}/:managedAccountId/delete`,
  summary: 'Closes an account immediately and deletes it after a grace period of 14 days',
  needs: 'installation:super',
  body: z.strictObject({ name: z.string().max(200) }),
  reply: ManagedAccount,
  fails: ['account.name_differs', 'account.needed'],
  on404: 'here',
})
export const inviteAdministrator = route({
  method: 'POST',
  path: `${accounts}/:managedAccountId/administrators`,
  summary: 'Invites an administrator to an account or resends a pending invitation',
  needs: 'installation:super',
  body: Administrator,
  reply: AdministratorInvitation,
  fails: ['user.exists'],
  on404: 'here',
})
