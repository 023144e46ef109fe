import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { isSharedWith, type Sharing } from '@caseloom/contract/kernel/sharing'

/** Users who manage assets see all of them, so that there is always someone who can fix one. */
export function maySeeAsset(actor: Actor, sharing: Sharing): boolean {
  return may(actor, 'asset:manage') || (may(actor, 'asset:use') && isSharedWith(actor, sharing, 'read'))
}

/** Using needs both the right and the sharing, for those who keep assets too. */
export function mayUseAsset(actor: Actor, sharing: Sharing): boolean {
  return may(actor, 'asset:use') && isSharedWith(actor, sharing, 'use')
}
