import type { SentEntry, SentMessage, SentQuery } from '@caseloom/contract/assistant/assistant-models'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { setTimeout as pause } from 'node:timers/promises'
import { audit } from '../../../platform/audit/audit.ts'
import type { SystemScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { forgetSent, sentById, sentOf } from './sent.store.ts'

/** A page of what was sent to the account's model, newest first. */
export async function listSent(
  system: SystemScope,
  accountId: string,
  query: SentQuery & { limit: number; cursor?: string | undefined },
): Promise<{ items: SentEntry[]; next: string | null }> {
  const { limit, cursor = null, ...filter } = query
  const rows = await system.read((tx) => sentOf(tx, accountId, filter, { before: cursor, limit: limit + 1 }))
  const items = rows.slice(0, limit)
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** One entry with all its messages. Reading it is audited. Throws resource.not_found. */
export async function readSent(
  system: SystemScope,
  by: { accountId: string; actor: Actor; ip: string },
  sentId: string,
): Promise<SentEntry & { messages: SentMessage[]; answer: string }> {
  const { accountId, actor, ip } = by
  return system.tx(async (tx) => {
    const found = await sentById(tx, accountId, sentId)
    if (found === null) throw fail('resource.not_found')
    const object = { kind: 'assistant_sent', id: sentId, name: found.user.name }
    await audit(tx, { accountId, actor, action: 'assistant.sent_read', object, ip })
    return found
  })
}

const BATCH = 500
const PAUSE_MS = 50

/** Forgets what accounts do not keep any longer; answers how many entries. */
export async function saveRequest(system: SystemScope): Promise<number> {
  let total = 0
  for (;;) {
    const gone = await system.tx((tx) => forgetSent(tx, BATCH))
    total += gone
    if (gone < BATCH) return total
    await pause(PAUSE_MS)
  }
}
