import type { DeliveryOutcome } from '@caseloom/contract/automation/automation'
import type { RedeliverBlock } from '@caseloom/contract/automation/redelivery'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { z } from 'zod'

/** What decides whether a delivery can be redelivered. */
export interface RedeliveryFacts {
  kind: string
  outcome: z.infer<typeof DeliveryOutcome>
  /** Its payload is retained. */
  isStored: boolean
  /** The person its run acted for. */
  initiator: string | null
  /** The trigger takes deliveries. */
  isOn: boolean
}

/** What the reader may do, besides their permissions. */
export interface RedeliveryReach {
  /** The playbook is shared with them. */
  isShared: boolean
  /** They can read all of the delivery's data. */
  isSeen: boolean
}

/** A person starts the others; each has its own way to start again. */
const REPEATABLE = new Set(['webhook', 'poll', 'mail', 'record', 'failure'])

/** Why the actor can't redeliver a delivery; null when they can. */
export function redeliverBlock(
  actor: Actor,
  facts: RedeliveryFacts,
  { isShared, isSeen }: RedeliveryReach,
): RedeliverBlock | null {
  const mayRun = may(actor, 'playbook:run') && may(actor, 'run:data')
  if (!mayRun || !isShared) return 'permission'
  if (!isSeen) return 'hidden'
  if (!REPEATABLE.has(facts.kind)) return 'kind'
  if (facts.outcome === 'duplicate') return 'duplicate'
  if (!facts.isStored) return 'not_stored'
  if (facts.initiator !== null && facts.initiator !== actor.id) return 'initiator'
  return facts.isOn ? null : 'off'
}
