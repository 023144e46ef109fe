import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantRef, Tx } from '../../platform/database/types.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { createInstallationSecrets } from '../../platform/secrets/secrets.ts'
import {
  inviteAccountAdministrator,
  peoplePerAccount,
  superAdministratorRemains,
} from './directory/account-administrators.ts'
import type { DirectoryDeps } from './directory/directory-deps.ts'
import { purgeExpiredDirectory } from './directory/directory-retention.ts'
import type { SeesSubject } from './notices/note-subject.ts'
import type { ReadComments } from './notices/quoted-comments.ts'
import { type Note, notify } from './notices/notify.ts'
import { notifySuperAdministrators } from './notices/notify-super-administrators.ts'
import { createIdentityDoor, type IdentityDoor } from './identity.door.ts'
import type { IdentityDeps } from './people/identity-deps.ts'
import { groupsOfUsers, principalsIn } from './permissions/list-principals.ts'
import { listTenantUsers, tenantUsersIn } from './permissions/list-tenant-users.ts'
import { getPerson } from './people/person.store.ts'
import type { Places } from './people/places.ts'
import { purgeExpiredSessions } from './sessions/purge-expired-sessions.ts'
import { accountIdentityPurge, identityPurge } from './purge-identity.ts'
import { signInThrottles } from './sign-in-throttles.ts'
import { tenantActors } from './permissions/tenant-actors.ts'
import { tenantAdministrator } from './permissions/tenant-administrator.ts'
import { tenantRoles } from './permissions/tenant-roles.read.ts'
import { tenantMembers } from './permissions/tenant-members.ts'
import { usersPerTenant } from './permissions/tenant-users.read.ts'

/**
 * Signing in, people, groups, roles, and who may do what. `places` answers for the tenants, which lie above, `sees` for
 * what notifications are about, and `readComments` for what they quote.
 */
export function createIdentityModule(
  platform: Pick<Platform, 'config' | 'system' | 'outbound' | 'masterKey' | 'log' | 'feed'>,
  places: Places,
  { sees, readComments }: { sees: SeesSubject; readComments: ReadComments },
) {
  const { config, system, masterKey, log, outbound, feed } = platform
  const { throttles, sso, forgot } = signInThrottles(system)
  const { publicUrl } = config
  const deps: IdentityDeps = {
    system,
    places,
    throttles,
    secrets: createInstallationSecrets(masterKey),
    publicUrl,
  }
  const directoryDeps: DirectoryDeps = { ...deps, capturing: config.mail.server === null, forgot }
  const door: IdentityDoor = createIdentityDoor(deps)
  return {
    door,
    directory: directoryOf(system, publicUrl),
    administrators: {
      of: peoplePerAccount,
      superAdministratorRemains,
      invite: inviteAccountAdministrator,
      /** A user as Tenant administrator of a tenant in whatever state; null when they are not. */
      ofTenant: (place: TenantRef, userId: string) => tenantAdministrator(system, place, userId),
    },
    usersPerTenant,
    accountPurge: accountIdentityPurge(system),
    purge: [identityPurge(system)],
    daily: [{ task: 'purge expired tokens', run: () => purgeExpiredDirectory(system) }],
    hourly: [{ task: 'purge expired sessions', run: () => purgeExpiredSessions(system) }],
    async routes(http) {
      const quotes = { system, actorOf: door.actorOf, readComments }
      const bind = await import('./all.routes.ts')
      bind.bindIdentity(http, { deps, directoryDeps, quotes, sso, outbound })
    },
    async work() {
      const { startNotificationWorkers } = await import('./start-notification-workers.ts')
      const { secrets } = deps
      const parts = { system, publicUrl, actorOf: door.actorOf, sees, log, secrets, outbound }
      return startNotificationWorkers(parts, feed)
    },
  } satisfies DomainModule & Record<string, unknown>
}

/** The people of tenants and accounts, for the domains above: each takes what its port names. */
function directoryOf(system: Platform['system'], publicUrl: string) {
  const deps = { system }
  return {
    users: (actor: Actor, place: TenantRef) => listTenantUsers(deps, actor, place),
    /** The same people for work that needs no permission of its own. */
    everyone: (place: TenantRef) => tenantUsersIn(deps, place),
    principals: (place: TenantRef) => principalsIn(deps, place),
    roles: (place: TenantRef) => tenantRoles(deps, place),
    actors: (place: TenantRef, userId?: string) => tenantActors(deps, place, userId),
    members: (place: TenantRef, userId?: string) => tenantMembers(deps, place, userId),
    groupsOf: (place: TenantRef, userIds: readonly string[]) => groupsOfUsers(deps, place, userIds),
    /** Names of a tenant's people and groups, by id. */
    async names(actor: Actor, place: TenantRef): Promise<ReadonlyMap<string, string>> {
      const people = await listTenantUsers(deps, actor, place)
      const { groups } = await principalsIn(deps, place)
      return new Map([...people, ...groups].map(({ id, name }): [string, string] => [id, name]))
    },
    emailOf: async (personId: string) => (await system.read((tx) => getPerson(tx, personId)))?.email ?? '',
    notify: (tx: Tx, note: Note) => notify(tx, publicUrl, note),
    notifySuperAdministrators: (tx: Tx, note: Parameters<typeof notifySuperAdministrators>[2]) =>
      notifySuperAdministrators(tx, publicUrl, note),
  }
}
