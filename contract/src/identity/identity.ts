import { z } from 'zod'
import { AccountId, GroupId, Instant, PersonId, RoleId, TenantId, UserId } from '../kernel/ids.ts'
import { Permission } from '../kernel/permissions.ts'
import { route } from '../kernel/route.ts'

export const Email = z.email().max(254).meta({ description: 'Compared without case' })
export const Password = z.string().min(1).max(200)
export const FeatureFlags = z.object({
  HomePage: z.boolean(),
  ClassicContent: z.boolean(),
  SolutionBuilder: z.boolean(),
  MultiTenant: z.boolean(),
  AiComponentExecution: z.boolean(),
  OnPremInstall: z.boolean(),
  HeroAi: z.boolean(),
})
export type FeatureFlags = z.infer<typeof FeatureFlags>

/** Who is signed in, where they may go, and what they may do there. */
export const SessionView = z.object({
  user: z.object({
    personId: PersonId,
    email: z.string(),
    name: z.string(),
    superAdministrator: z.boolean(),
    timeZone: z.string().nullable(),
    locale: z.string().nullable(),
    theme: z.enum(['system', 'light', 'dark']),
  }),
  /** `needs`: what keeps the person out of an account until it is done, in this session. */
  accounts: z.array(
    z.object({
      id: AccountId,
      name: z.string(),
      userId: UserId,
      admin: z.boolean(),
      needs: z.enum(['mfa', 'sso', 'suspended']).nullable(),
    }),
  ),
  tenants: z.array(
    z.object({ id: TenantId, accountId: AccountId, name: z.string(), permissions: z.array(Permission) }),
  ),
  defaults: z.object({ accountId: AccountId, tenantId: TenantId.nullable() }).nullable(),
  flags: FeatureFlags,
  expiresAt: Instant,
})
export type SessionView = z.infer<typeof SessionView>

export const loginOptions = route({
  method: 'GET',
  path: '/iam/login-options',
  summary: 'Gets the available sign-in methods',
  open: true,
  withoutLicense: true,
  /** `account`: id; `email`: its domain may belong to an account. Neither: the only account with a provider, if any. */
  query: z.strictObject({ account: z.string().max(100).optional(), email: z.string().max(254).optional() }),
  reply: z.object({
    /** The account that the answer speaks of, null when none is known. */
    accountId: AccountId.nullable(),
    accountName: z.string().nullable(),
    samlEnabled: z.boolean(),
    oidcEnabled: z.boolean(),
    passwordAllowed: z.boolean(),
  }),
  on404: 'here',
})
export const login = route({
  method: 'POST',
  path: '/iam/login',
  summary: 'Signs in with email and password',
  open: true,
  withoutLicense: true,
  /** `otp` answers the second factor immediately, for programs. */
  body: z.strictObject({
    email: z.string().min(1).max(254),
    password: Password,
    otp: z.string().max(20).optional(),
  }),
  reply: SessionView,
  fails: ['session.bad_credentials', 'session.second_factor'],
  on404: 'here',
})
export const logout = route({
  method: 'POST',
  path: '/iam/logout',
  summary: 'Signs out and ends the session',
  open: true,
  withoutLicense: true,
  on404: 'here',
})
export const session = route({
  method: 'GET',
  path: '/iam/session',
  summary: 'Gets the caller’s session',
  needs: 'session',
  withoutLicense: true,
  reply: SessionView,
  on404: 'here',
})
export const sessionAlive = route({
  method: 'GET',
  path: '/iam/session/alive',
  summary: 'Checks whether the session is still valid, without extending it',
  open: true,
  withoutLicense: true,
  fails: ['session.none'],
  on404: 'here',
})
export const enterTenant = route({
  method: 'POST',
  path: '/iam/session/tenant',
  summary: 'Authenticates for a tenant and saves it as the last one used; a rejection clears it',
  needs: 'session',
  body: z.strictObject({ accountId: AccountId, tenantId: TenantId }),
  on404: 'here',
})
/** People of a tenant, for pickers and for showing who did what. */
export const TenantUser = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  active: z.boolean(),
  /** Groups that they are in: a field may offer the members of a group. */
  groups: z.array(GroupId),
})
export const tenantUsers = route({
  method: 'GET',
  path: '/iam/tenant/:tenantId/users',
  summary: 'Lists the users of a tenant',
  needs: 'record:read',
  reply: z.object({ items: z.array(TenantUser) }),
})
/** Names of what things of a tenant can be shared with. */
export const Principals = z.object({
  roles: z.array(z.object({ id: RoleId, name: z.string() })),
  groups: z.array(z.object({ id: GroupId, name: z.string() })),
  users: z.array(z.object({ id: UserId, name: z.string() })),
})
export type Principals = z.infer<typeof Principals>
export const tenantPrincipals = route({
  method: 'GET',
  path: '/iam/tenant/:tenantId/principals',
  summary: 'Lists the roles, groups, and users that items of a tenant can be shared with, by name',
  needs: 'tenant',
  reply: Principals,
  on404: 'here',
})
