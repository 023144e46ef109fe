import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { readPayload } from './read-payload.ts'
import { seeDeliveries } from './see-deliveries.ts'

interface Reading {
  actor: Actor
  /** Finds the deliveries. */
  lister: Actor
  triggers: readonly string[]
  /** Turns an answer or a refusal into text. */
  say: (answer: Promise<unknown>) => Promise<string>
}

/** What a person can read of the newest payloads of triggers. */
export async function seenPayloads(
  deps: Parameters<typeof readPayload>[0],
  scope: TenantScope,
  { actor, lister, triggers, say }: Reading,
): Promise<string> {
  const filter = { limit: 20 }
  const logs = triggers.map((triggerId) => seeDeliveries(deps, scope, lister, { triggerId, filter }))
  const ids = (await Promise.all(logs)).flatMap(({ items }) => items.map(({ id }) => id))
  return (await Promise.all(ids.map((id) => say(readPayload(deps, scope, actor, id))))).join('')
}
