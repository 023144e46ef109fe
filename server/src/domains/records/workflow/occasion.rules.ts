import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Occasion } from '@caseloom/contract/apps/workflow'

/** How a change came about, as workflows know it. */
export function occasionOf(actor: Actor): Occasion {
  if (actor.kind === 'playbook') return 'playbook'
  if (actor.via === 'import' || actor.via === 'undo') return 'import'
  return actor.kind === 'system' || actor.token !== undefined ? 'api' : 'save'
}
