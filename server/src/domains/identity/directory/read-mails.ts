import { MailItem, MailView } from '@caseloom/contract/identity/mails'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import { allow, allowInAccount } from '../../../platform/rights.ts'
import { type MailOwner, type MailRow, pageOfMails, readMail } from '../../../platform/mail/mail.read.ts'
import type { DirectoryDeps } from './directory-deps.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'capturing'>

export interface MailReader {
  actor: Actor
  owner: MailOwner
}

/** Mails of an account are for its administrators, those of the installation for super administrators. */
function allowMails(actor: Actor, owner: MailOwner): void {
  if (owner === 'all') allow(actor, 'installation:super')
  else allowInAccount(actor, owner.accountId)
}

/** A page of mails, latest first. */
export async function listMails(
  { system, capturing }: Deps,
  { actor, owner }: MailReader,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ items: MailItem[]; next: string | null; capturing: boolean }> {
  allowMails(actor, owner)
  const after = readCursor(query.cursor, [CURSOR_PARTS.id])?.[0] ?? null
  const rows = await system.read((tx) => pageOfMails(tx, owner, { after, limit: query.limit }))
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = rows.length > query.limit && last !== undefined ? cursorOf([last.id]) : null
  // Parsing brands the ids, and leaves the text out.
  return { items: page.map((row) => MailItem.parse(itemOf(row))), next, capturing }
}

/** One mail with its text; throws resource.not_found. */
export async function viewMail(
  { system }: Deps,
  { actor, owner }: MailReader,
  id: string,
): Promise<MailView> {
  allowMails(actor, owner)
  const row = await system.read((tx) => readMail(tx, owner, id))
  if (row === null) throw fail('resource.not_found')
  return MailView.parse({ ...itemOf(row), text: row.body })
}

function itemOf(row: MailRow) {
  const { id, subject, state, error } = row
  return { id, at: row.at.toISOString(), to: row.recipient, subject, state, error }
}
