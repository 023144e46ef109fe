import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { readPayload } from './read-payload.ts'
import { seeDeliveries } from './see-deliveries.ts'

/** What one person reads of the newest payloads of triggers, whose deliveries another one lists, in the words of `say`. */
export async function seenPayloads(
  [deps, scope, say]: [
    Parameters<typeof readPayload>[0],
    TenantScope,
    (work: Promise<unknown>) => Promise<string>,
  ],
  { actor, lister, triggers }: { actor: Actor; lister: Actor; triggers: readonly string[] },
): Promise<string> {
  const filter = { limit: 20 }
  const logs = triggers.map((triggerId) => seeDeliveries(deps, scope, lister, { triggerId, filter }))
  const ids = (await Promise.all(logs)).flatMap(({ items }) => items.map(({ id }) => id))
  return (await Promise.all(ids.map((id) => say(readPayload(deps, scope, actor, id))))).join('')
}
