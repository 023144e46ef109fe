import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope } from '../../../platform/database/types.ts'
import { activeUsers, type DeliveryDeps } from './may-see.ts'
import { type QuotedComment, quotedComment } from './quoted-comment.rules.ts'

/**
 * The beginning of each comment as it is now, null for a deleted one; those that the actor can't read are left out. A
 * port, because records lie above.
 */
export type ReadComments = (
  actor: Actor,
  tenantId: string,
  commentIds: readonly string[],
) => Promise<ReadonlyMap<string, string | null>>

export interface QuoteDeps extends Pick<DeliveryDeps, 'actorOf'> {
  system: SystemScope
  readComments: ReadComments
}

interface Quoting {
  account_id: string | null
  kind: string
  link: string | null
}

/** What notifications of comments quote now, by comment. */
export async function quotedNow(
  deps: QuoteDeps,
  personId: string,
  notes: readonly Quoting[],
): Promise<ReadonlyMap<string, string | null>> {
  const now = new Map<string, string | null>()
  const quotes = notes.flatMap(({ account_id: accountId, ...note }) => {
    const quote = quotedComment(note)
    return quote === null || accountId === null ? [] : [{ ...quote, accountId }]
  })
  if (quotes.length === 0) return now
  const users = await activeUsers(deps, personId)
  for (const [tenantId, ofTenant] of Map.groupBy(quotes, (quote) => quote.tenantId)) {
    const userId = users.get(ofTenant[0]?.accountId ?? '')
    const actor = userId === undefined ? null : await deps.actorOf(userId, tenantId)
    if (actor === null) continue
    for (const [id, text] of await deps.readComments(actor, tenantId, idsOf(ofTenant))) now.set(id, text)
  }
  return now
}

const idsOf = (quotes: readonly QuotedComment[]) => [...new Set(quotes.map(({ commentId }) => commentId))]
