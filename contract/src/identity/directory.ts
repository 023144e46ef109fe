import { z } from 'zod'
import { Email, Password } from './identity.ts'
import { GroupId, Instant, PersonId, RoleId, TenantId, TokenId, UserId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { Permission } from '../kernel/permissions.ts'
import { route } from '../kernel/route.ts'

/** On one line: names stand in mails and lists. */
const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
/** A role held in one tenant, or with tenantId null in all tenants of the account. */
export const HeldRole = z.strictObject({ roleId: RoleId, tenantId: TenantId.nullable() })
export type HeldRole = z.infer<typeof HeldRole>

/** A user as account administrators see them. */
export const UserView = z.object({
  id: UserId,
  personId: PersonId,
  kind: z.enum(['person', 'service']),
  email: z.string(),
  name: z.string(),
  status: z.enum(['invited', 'active', 'disabled']),
  accountAdmin: z.boolean(),
  roles: z.array(HeldRole),
  groupIds: z.array(GroupId),
  mfa: z.boolean(),
  /** Signs in without the second factor that the account requires; null when there is none or it expired. */
  mfaExemption: z
    .object({ reason: z.string(), grantedBy: z.string(), grantedAt: Instant, until: Instant })
    .nullable(),
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
  /** Until when an open invitation can be used. */
  invitedUntil: Instant.nullable(),
  can: z.object({ disable: z.boolean(), remove: z.boolean() }),
})
export type UserView = z.infer<typeof UserView>

/** Whether an invitation or a link for a new password was emailed. `link` only if no mail server is set up and it opens this account alone. */
export const SentInvitation = z.object({ mailed: z.boolean(), link: z.string().nullable() })
export type SentInvitation = z.infer<typeof SentInvitation>

const users = '/iam/account/:accountId/users'
export const listUsers = route({
  method: 'GET',
  path: users,
  summary: 'Lists the users and service accounts of the account by name',
  needs: 'account:admin',
  query: PageQuery.extend({
    text: z.string().max(200).optional(),
    status: z.enum(['invited', 'active', 'disabled']).optional(),
    kind: z.enum(['person', 'service']).optional(),
    /** Members of a group. */
    groupId: GroupId.optional(),
    /** Users who hold a role directly; those who hold it only through a group are not listed. */
    roleId: RoleId.optional(),
  }),
  reply: pageOf(UserView).extend({ total: z.number().int() }),
})
export const inviteUser = route({
  method: 'POST',
  path: users,
  summary: 'Invites a person by email. People who already have a password keep it.',
  needs: 'account:admin',
  body: z.strictObject({
    email: Email,
    name: Name,
    accountAdmin: z.boolean().default(false),
    roles: z.array(HeldRole).max(200).default([]),
    groupIds: z.array(GroupId).max(200).default([]),
  }),
  reply: UserView.extend({ invitation: SentInvitation }),
  status: 201,
  fails: ['user.exists'],
  on404: 'here',
})
export const createServiceAccount = route({
  method: 'POST',
  path: '/iam/account/:accountId/service-accounts',
  summary: 'Creates a service account, which authenticates by API tokens only',
  needs: 'account:admin',
  body: z.strictObject({ name: Name, roles: z.array(HeldRole).max(200).default([]) }),
  reply: UserView,
  status: 201,
  on404: 'here',
})
export const updateUser = route({
  method: 'PATCH',
  path: `${users}/:userId`,
  summary: 'Updates a user. Disabling a user ends their sessions immediately.',
  needs: 'account:admin',
  body: z.strictObject({
    name: Name.optional(),
    status: z.enum(['active', 'disabled']).optional(),
    accountAdmin: z.boolean().optional(),
    roles: z.array(HeldRole).max(200).optional(),
    groupIds: z.array(GroupId).max(200).optional(),
  }),
  reply: UserView,
  fails: ['user.last_admin'],
  on404: 'here',
})
export const removeUser = route({
  method: 'DELETE',
  path: `${users}/:userId`,
  summary: 'Removes a user from the account. Their activity is retained.',
  needs: 'account:admin',
  fails: ['user.last_admin'],
  on404: 'here',
})
export const inviteAgain = route({
  method: 'POST',
  path: `${users}/:userId/invite`,
  summary: 'Resends the invitation with a new link',
  needs: 'account:admin',
  reply: SentInvitation,
  fails: ['user.not_invited'],
  on404: 'here',
})
export const resetMfa = route({
  method: 'POST',
  path: `${users}/:userId/reset-mfa`,
  summary: 'Removes all second factors of a user who belongs to no other account, and ends their sessions',
  needs: 'account:admin',
  fails: ['user.elsewhere_too'],
  on404: 'here',
})
export const mailPasswordReset = route({
  method: 'POST',
  path: `${users}/:userId/reset-password`,
  summary:
    'Emails the user a one-time link to set a new password. Returns the link if no mail server is set up.',
  needs: 'account:admin',
  reply: SentInvitation,
  on404: 'here',
})
export const endUserSessions = route({
  method: 'POST',
  path: `${users}/:userId/end-sessions`,
  summary: 'Signs a user out of this account everywhere',
  needs: 'account:admin',
  on404: 'here',
})

export const GroupView = z.object({
  id: GroupId,
  name: z.string(),
  members: z.number().int(),
  roles: z.array(HeldRole),
})
export type GroupView = z.infer<typeof GroupView>
const groups = '/iam/account/:accountId/groups'
export const listGroups = route({
  method: 'GET',
  path: groups,
  summary: 'Lists the groups of the account',
  needs: 'account:admin',
  reply: z.object({ items: z.array(GroupView) }),
})
export const createGroup = route({
  method: 'POST',
  path: groups,
  summary: 'Creates a group',
  needs: 'account:admin',
  body: z.strictObject({ name: Name, roles: z.array(HeldRole).max(200).default([]) }),
  reply: GroupView,
  status: 201,
  fails: ['name.taken'],
  on404: 'here',
})
export const updateGroup = route({
  method: 'PATCH',
  path: `${groups}/:groupId`,
  summary: 'Updates a group. Its members’ permissions change immediately.',
  needs: 'account:admin',
  body: z.strictObject({
    name: Name.optional(),
    roles: z.array(HeldRole).max(200).optional(),
    addUserIds: z.array(UserId).max(500).optional(),
    removeUserIds: z.array(UserId).max(500).optional(),
  }),
  reply: GroupView,
  fails: ['name.taken'],
  on404: 'here',
})
export const removeGroup = route({
  method: 'DELETE',
  path: `${groups}/:groupId`,
  summary: 'Deletes a group and its role assignments',
  needs: 'account:admin',
  on404: 'here',
})

export const RoleView = z.object({
  id: RoleId,
  name: z.string(),
  /** Built-in roles can’t be changed. */
  builtIn: z.boolean(),
  permissions: z.array(Permission),
  /** Users and groups that hold it. */
  holders: z.number().int(),
})
export type RoleView = z.infer<typeof RoleView>
const roles = '/iam/account/:accountId/roles'
export const listRoles = route({
  method: 'GET',
  path: roles,
  summary: 'Lists built-in roles and roles of the account',
  needs: 'account:admin',
  reply: z.object({ items: z.array(RoleView) }),
})
export const createRole = route({
  method: 'POST',
  path: roles,
  summary: 'Creates a role',
  needs: 'account:admin',
  body: z.strictObject({ name: Name, permissions: z.array(Permission).max(100) }),
  reply: RoleView,
  status: 201,
  fails: ['name.taken'],
  on404: 'here',
})
export const updateRole = route({
  method: 'PATCH',
  path: `${roles}/:roleId`,
  summary: 'Updates a role of the account. Takes effect immediately for everyone with this role.',
  needs: 'account:admin',
  body: z.strictObject({ name: Name.optional(), permissions: z.array(Permission).max(100).optional() }),
  reply: RoleView,
  fails: ['name.taken', 'role.built_in'],
  on404: 'here',
})
export const removeRole = route({
  method: 'DELETE',
  path: `${roles}/:roleId`,
  summary: 'Deletes a role that isn’t assigned to anyone',
  needs: 'account:admin',
  fails: ['role.built_in', 'role.held'],
  on404: 'here',
})

/** What a token may do is what its user may do, and in its scopes. `account:admin` is a scope of its own. */
export const TokenScope = z.union([Permission, z.literal('account:admin')])
export type TokenScope = z.infer<typeof TokenScope>
export const TokenView = z.object({
  id: TokenId,
  userId: UserId,
  userName: z.string(),
  name: z.string(),
  /** First characters, to know a token by. */
  start: z.string(),
  scopes: z.array(TokenScope),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type TokenView = z.infer<typeof TokenView>
const NewToken = z.strictObject({
  name: Name,
  scopes: z.array(TokenScope).min(1).max(100),
  /** At most two years away. */
  expiresAt: Instant,
})
const tokenFails = ['session.proof_needed'] as const
export const myTokens = route({
  method: 'GET',
  path: '/iam/me/account/:accountId/tokens',
  summary: 'Lists the caller’s API tokens in an account',
  needs: 'session',
  reply: z.object({ items: z.array(TokenView) }),
  on404: 'here',
})
export const createMyToken = route({
  method: 'POST',
  path: '/iam/me/account/:accountId/tokens',
  summary: 'Creates an API token that acts as the caller. The token is shown once.',
  needs: 'session',
  body: NewToken.extend({ currentPassword: Password.optional() }),
  reply: z.object({ token: z.string(), view: TokenView }),
  status: 201,
  fails: tokenFails,
  on404: 'here',
})
export const removeMyToken = route({
  method: 'DELETE',
  path: '/iam/me/account/:accountId/tokens/:tokenId',
  summary: 'Revokes one of the caller’s API tokens',
  needs: 'session',
  on404: 'here',
})
export const listTokens = route({
  method: 'GET',
  path: '/iam/account/:accountId/tokens',
  summary: 'Lists the API tokens of the account',
  needs: 'account:admin',
  reply: z.object({ items: z.array(TokenView) }),
})
export const createServiceToken = route({
  method: 'POST',
  path: '/iam/account/:accountId/users/:userId/tokens',
  summary: 'Creates an API token for a service account. The token is shown once.',
  needs: 'account:admin',
  body: NewToken,
  reply: z.object({ token: z.string(), view: TokenView }),
  status: 201,
  fails: ['user.not_service'],
  on404: 'here',
})
export const removeToken = route({
  method: 'DELETE',
  path: '/iam/account/:accountId/tokens/:tokenId',
  summary: 'Revokes an API token of the account',
  needs: 'account:admin',
  on404: 'here',
})

export const AuditEntry = z.object({
  id: z.string(),
  at: Instant,
  actor: z.object({
    kind: z.enum(['user', 'playbook', 'system', 'token']),
    id: z.string().nullable(),
    name: z.string(),
  }),
  /** `domain.fact` in the past tense, for example user.disabled. */
  action: z.string(),
  object: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  tenantId: TenantId.nullable(),
  ip: z.string().nullable(),
  /** SHA-256 over what the object was and became. */
  digests: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
})
export type AuditEntry = z.infer<typeof AuditEntry>
const AuditFilter = z.strictObject({
  from: Instant.optional(),
  to: Instant.optional(),
  actorId: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  text: z.string().max(200).optional(),
})
const audit = '/iam/account/:accountId/audit'
export const listAudit = route({
  method: 'GET',
  path: audit,
  summary: 'Lists the audit log of the account, newest first',
  needs: 'account:admin',
  query: PageQuery.extend(AuditFilter.shape),
  reply: pageOf(AuditEntry),
})
export const exportAudit = route({
  method: 'GET',
  path: `${audit}/export`,
  summary: 'Exports the audit log as CSV (RFC 4180)',
  needs: 'account:admin',
  query: AuditFilter,
  answers: 'file',
  on404: 'here',
})
export const checkAudit = route({
  method: 'POST',
  path: `${audit}/check`,
  summary: 'Verifies the seal of every day against its entries',
  needs: 'account:admin',
  reply: z.object({
    days: z.number().int(),
    entries: z.number().int(),
    /** Entries since the last sealed day. */
    unsealed: z.number().int(),
    faults: z.array(
      z.object({ day: z.iso.date(), reason: z.enum(['root_differs', 'count_differs', 'chain_broken']) }),
    ),
  }),
  on404: 'here',
})
