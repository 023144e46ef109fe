import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import { type NewUser, addUser, setUserStatus } from './directory/add-user.ts'
import { addToGroup, assignRole, createGroup, createRole, type GivenRole } from './people/assign-role.ts'
import { actorOf, authenticate } from './sign-in/authenticate.ts'
import { createPerson, type NewPerson } from './people/create-person.ts'
import type { IdentityDeps } from './people/identity-deps.ts'
import { hashPassword } from './people/password-hash.ts'
import { type PasswordFault, passwordFault } from './people/password-strength.ts'
import { BUILT_IN_ROLE_IDS, rolesIn } from './people/roles.rules.ts'
import { assignmentsOfPerson, type UserStatus } from './people/user.store.ts'

/** Fixed ids of the built-in roles. */
export const builtInRoleIds = BUILT_IN_ROLE_IDS

/** What other domains may ask of identity. */
export interface IdentityDoor {
  /**
   * The holder of this session token, with all permissions in the named tenant or account; null when the session is not
   * active.
   */
  authenticate(
    token: string,
    place: { tenantId?: string; accountId?: string },
    options?: { touch?: boolean },
  ): Promise<Actor | null>
  /** An active user as they act in a tenant (for playbooks that run as them); null when they are not in it. */
  actorOf(userId: string, tenantId: string): Promise<Actor | null>
  /** Adds a person; answers the id. Throws request.invalid when the address is taken. */
  createPerson(person: NewPerson): Promise<string>
  /** Makes a person a user of an account; answers the user's id. Safe to repeat. */
  addUser(user: NewUser): Promise<string>
  /** Activates or disables; a disabled user is signed out everywhere. Throws resource.not_found. */
  setUserStatus(userId: string, status: UserStatus): Promise<void>
  /** Gives a role to a user or group, in a tenant or the whole account. Safe to repeat. Throws resource.not_found. */
  assignRole(given: GivenRole): Promise<void>
  /** Adds a custom role to an account; answers its id. */
  createRole(role: { accountId: string; name: string; permissions: readonly Permission[] }): Promise<string>
  /** Adds a group to an account; answers its id. */
  createGroup(group: { accountId: string; name: string }): Promise<string>
  /** Puts a user into a group; throws resource.not_found. */
  addToGroup(member: { accountId: string; groupId: string; userId: string }): Promise<void>
  /** Of these tenants of an account, the ones that the person has a role in. */
  enterable(personId: string, accountId: string, tenantIds: readonly string[]): Promise<string[]>
  /** Why a password may not be set, given the words that belong to its person; null when it may. */
  passwordFault(password: string, words: readonly string[]): PasswordFault | null
  /** Argon2id hash of a password, for keeping it until the person is created. */
  hashPassword(password: string): Promise<string>
}

/** Builds the door of identity. */
export function createIdentityDoor(deps: IdentityDeps): IdentityDoor {
  return {
    authenticate: (token, place, options) => authenticate(deps, token, place, options),
    actorOf: (userId, tenantId) => actorOf(deps, userId, tenantId),
    createPerson: (person) => createPerson(deps, person),
    addUser: (user) => addUser(deps, user),
    setUserStatus: (userId, status) => setUserStatus(deps, userId, status),
    assignRole: (given) => assignRole(deps, given),
    createRole: (role) => createRole(deps, role),
    createGroup: (group) => createGroup(deps, group),
    addToGroup: (member) => addToGroup(deps, member),
    async enterable(personId, accountId, tenantIds) {
      const assignments = await deps.system.read((tx) => assignmentsOfPerson(tx, personId))
      return tenantIds.filter((tenantId) => rolesIn(assignments, { accountId, tenantId }).length > 0)
    },
    passwordFault,
    hashPassword,
  }
}
