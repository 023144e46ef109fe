import { type Actor, type Guarded, may, type Need } from '@caseloom/contract/permissions'
import { fail } from './errors.ts'

/**
 * The second ring of rights, called by use cases on the object at hand.
 * Throws resource.not_found when the object's own limits shut the actor out, right.missing when the permission is absent.
 */
export function allow(actor: Actor, action: Need, object?: Guarded): void {
  if (!may(actor, action)) throw fail('right.missing', { detail: `This requires the permission ${action}` })
  if (object !== undefined && !may(actor, action, object)) throw fail('resource.not_found')
}
