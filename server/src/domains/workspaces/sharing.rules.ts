import { type Actor, may, mayPass, type Permission } from '@caseloom/contract/kernel/permissions'
import { type Grant, principalOf, sharedWith, type Sharing } from '@caseloom/contract/kernel/sharing'
import { UserId } from '@caseloom/contract/kernel/ids'

/** Principals who may see the object; null is everyone with the permission. */
export function readersOf(sharing: Sharing): string[] | null {
  return sharedWith(sharing, 'read')
}

/** Who manages workspaces by right sees and manages everything shared. */
export function isManager(actor: Actor): boolean {
  return may(actor, 'workspace:manage')
}

export function mayRead(actor: Actor, need: Permission, sharing: Sharing): boolean {
  return may(actor, need) && (isManager(actor) || mayPass(actor, readersOf(sharing)))
}

export function mayManageDashboard(actor: Actor, sharing: Sharing): boolean {
  if (!may(actor, 'dashboard:build')) return false
  if (sharing === null || isManager(actor)) return true
  return mayPass(actor, sharedWith(sharing, 'manage'))
}

/** Who narrows the circle of a dashboard stays in it: builders cannot shut themselves out. */
export function keepOwnWay(actor: Actor, sharing: Sharing): Sharing {
  if (sharing === null || mayManageDashboard(actor, sharing) || actor.id === null) return sharing
  const own: Grant = { to: { userId: UserId.parse(actor.id) }, level: 'manage' }
  return [...sharing.filter((grant) => principalOf(grant) !== actor.id), own]
}
