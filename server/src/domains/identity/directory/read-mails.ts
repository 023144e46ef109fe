import { MailItem, MailView } from '@caseloom/contract/mails'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import { type MailOwner, type MailRow, pageOfMails, readMail } from '../../../platform/mail/mail.read.ts'
import type { DirectoryDeps } from './directory-deps.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'capturing'>

/** A page of mails, latest first. */
export async function listMails(
  { system, capturing }: Deps,
  owner: MailOwner,
  query: { limit: number; cursor?: string | undefined },
): Promise<{ items: MailItem[]; next: string | null; capturing: boolean }> {
  const after = readCursor(query.cursor, [CURSOR_PARTS.id])?.[0] ?? null
  const rows = await system.read((tx) => pageOfMails(tx, owner, { after, limit: query.limit }))
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = rows.length > query.limit && last !== undefined ? cursorOf([last.id]) : null
  // Parsing brands the ids, and leaves the text out.
  return { items: page.map((row) => MailItem.parse(itemOf(row))), next, capturing }
}

/** One mail with its text; throws resource.not_found. */
export async function viewMail({ system }: Deps, owner: MailOwner, id: string): Promise<MailView> {
  const row = await system.read((tx) => readMail(tx, owner, id))
  if (row === null) throw fail('resource.not_found')
  return MailView.parse({ ...itemOf(row), text: row.body })
}

function itemOf(row: MailRow) {
  const { id, subject, state, error } = row
  return { id, at: row.at.toISOString(), to: row.recipient, subject, state, error }
}
