import { z } from 'zod'

/** What a role of a tenant may hold. `resource:action`, the words of docs/words.md. */
export const PERMISSIONS = [
  'record:read',
  'record:create',
  'record:update',
  'record:delete',
  'record:export',
  'record:bulk',
  'record:restrict',
  'record:unlock',
  'app:read',
  'app:build',
  'playbook:read',
  'playbook:build',
  'playbook:run',
  /** Publish playbooks that act with the permissions of the user who starts them. */
  'playbook:impersonate',
  'run:read',
  'run:data',
  'asset:read',
  'asset:use',
  'asset:manage',
  'report:read',
  'report:build',
  'dashboard:read',
  'dashboard:build',
  'workspace:read',
  'workspace:manage',
  'content:export',
  'content:import',
  'assistant:use',
] as const
export const Permission = z.enum(PERMISSIONS)
export type Permission = z.infer<typeof Permission>

/** What a route may ask for besides a tenant permission. */
export type Need = Permission | 'session' | 'person' | 'tenant' | 'account:admin' | 'installation:super'

/** The built-in roles of a tenant; custom ones come per account. */
export const BUILT_IN_ROLES = {
  tenantAdministrator: { name: 'Tenant administrator', permissions: [...PERMISSIONS] },
  lead: {
    name: 'Lead',
    permissions: PERMISSIONS.filter(
      (p) =>
        !['app:build', 'playbook:build', 'playbook:impersonate', 'asset:manage', 'content:import'].includes(
          p,
        ),
    ),
  },
  analyst: {
    name: 'Analyst',
    permissions: [
      'record:read',
      'record:create',
      'record:update',
      'record:export',
      'record:bulk',
      'app:read',
      'playbook:read',
      'playbook:run',
      'run:read',
      'run:data',
      'asset:use',
      'report:read',
      'dashboard:read',
      'workspace:read',
      'assistant:use',
    ],
  },
  viewer: {
    name: 'Viewer',
    permissions: [
      'record:read',
      'app:read',
      'playbook:read',
      'run:read',
      'report:read',
      'dashboard:read',
      'workspace:read',
    ],
  },
  auditor: {
    name: 'Auditor',
    permissions: [
      'record:read',
      'record:export',
      'app:read',
      'playbook:read',
      'run:read',
      'run:data',
      'asset:read',
      'report:read',
      'dashboard:read',
      'workspace:read',
      'content:export',
    ],
  },
} as const satisfies Record<string, { name: string; permissions: readonly Permission[] }>
export type BuiltInRole = keyof typeof BUILT_IN_ROLES

/** Long work that changes records on behalf of the user who began it. */
export const CHANGE_VIAS = ['bulkEdit', 'bulkClose', 'bulkDelete', 'import', 'undo'] as const
export type ChangeVia = (typeof CHANGE_VIAS)[number]

/**
 * Who acts, with everything that determines their permissions. `principals` are user, group, and role IDs, for sharing
 * and record lists.
 */
export interface Actor {
  kind: 'user' | 'playbook' | 'system'
  /** Membership id of a user, service identity of a playbook; null for a person without a tenant. */
  id: string | null
  personId: string | null
  name: string
  superAdministrator: boolean
  /** Accounts on which the person holds AccountAdmin. */
  adminOf: readonly string[]
  accountId: string | null
  tenantId: string | null
  permissions: ReadonlySet<Permission>
  principals: readonly string[]
  /** The run on whose behalf a playbook acts. */
  runId?: string
  playbookId?: string
  /** The user who published the playbook that acts: an app that is shared with them is shared with it. */
  publisherId?: string
  /** The kind of job that acts for the user; recorded in the history. */
  via?: ChangeVia
  /** The API token that the user acts with; it never replaces a session. */
  token?: { id: string; name: string }
  /** The browser session that the user acts by; absent for API tokens, playbooks and jobs. */
  session?: SessionReach
}

/** What a session may touch outside of tenants: it depends on how it was opened. */
export interface SessionReach {
  /** Accounts whose sign-in policy the session meets. */
  accounts: readonly string[]
  /** What keeps the session from what belongs to the person in all accounts; null lets it. */
  personNeeds: 'mfa' | 'elsewhere' | null
}

/**
 * No name, no place, and no permissions: the anonymous actor of open routes, and the base for other actors without
 * permissions.
 */
export const ANONYMOUS: Actor = {
  kind: 'user',
  id: null,
  personId: null,
  name: '',
  superAdministrator: false,
  adminOf: [],
  accountId: null,
  tenantId: null,
  permissions: new Set(),
  principals: [],
}

/** An object with limits of its own: `acl` null is open to all who hold the permission. */
export interface Guarded {
  acl?: readonly string[] | null
}

/** True when the actor may do the action, on the object when one is given. Pure; used by server and web alike. */
export function may(actor: Actor, action: Need, object?: Guarded): boolean {
  if (action === 'installation:super') return actor.superAdministrator
  if (action === 'session') return actor.personId !== null && actor.token === undefined
  if (action === 'person') return may(actor, 'session') && actor.session?.personNeeds === null
  if (action === 'tenant') return actor.tenantId !== null
  if (action === 'account:admin') return actor.accountId !== null && actor.adminOf.includes(actor.accountId)
  if (actor.tenantId === null || !actor.permissions.has(action)) return false
  return mayPass(actor, object?.acl)
}

/** True when a list of principals is open (null) or names one of the actor's. */
export function mayPass(actor: Actor, acl: readonly string[] | null | undefined): boolean {
  if (acl === null || acl === undefined) return true
  return acl.some((id) => actor.principals.includes(id))
}
