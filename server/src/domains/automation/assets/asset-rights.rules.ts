import { type Actor, may } from '@caseloom/contract/permissions'
import { isSharedWith, type Sharing } from '@caseloom/contract/sharing'

/** Who keeps assets sees all of them, so that none is left without anybody who can mend it. */
export function maySeeAsset(actor: Actor, sharing: Sharing): boolean {
  return may(actor, 'asset:manage') || (may(actor, 'asset:use') && isSharedWith(actor, sharing, 'read'))
}

/** Using needs both the right and the sharing, for those who keep assets too. */
export function mayUseAsset(actor: Actor, sharing: Sharing): boolean {
  return may(actor, 'asset:use') && isSharedWith(actor, sharing, 'use')
}
