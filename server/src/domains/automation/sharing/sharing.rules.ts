import type { Actor } from '@caseloom/contract/kernel/permissions'

/** True when a playbook is shared with the actor; null is everyone who may run playbooks. */
export function isSharedTo(actor: Pick<Actor, 'principals'>, sharedWith: readonly string[] | null): boolean {
  return sharedWith === null || sharedWith.some((id) => actor.principals.includes(id))
}
