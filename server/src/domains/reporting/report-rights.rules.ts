import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { isSharedWith, type Sharing } from '@caseloom/contract/kernel/sharing'

/** What decides over a saved view. */
export interface GuardedReport {
  ownerId: string | null
  sharing: Sharing
}

export function isOwner(actor: Actor, report: GuardedReport): boolean {
  return actor.id !== null && report.ownerId === actor.id
}

/** Who manages workspaces by right sees and manages all that is shared, but no one's own views. */
export function managesShared(actor: Actor): boolean {
  return may(actor, 'workspace:manage')
}

export function isShared(sharing: Sharing): boolean {
  return sharing === null || sharing.length > 0
}

export function maySeeReport(actor: Actor, report: GuardedReport): boolean {
  if (!may(actor, 'report:read') || !may(actor, 'record:read')) return false
  return (
    isOwner(actor, report) ||
    isSharedWith(actor, report.sharing, 'read') ||
    (managesShared(actor) && isShared(report.sharing))
  )
}

export function mayManageReport(actor: Actor, report: GuardedReport): boolean {
  if (!maySeeReport(actor, report)) return false
  if (isOwner(actor, report)) return true
  return may(actor, 'report:build') && (managesShared(actor) || isSharedWith(actor, report.sharing, 'manage'))
}
