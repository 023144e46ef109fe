import {
  accountMail,
  accountMails,
  installationMail,
  installationMails,
  MailItem,
  MailView,
} from '@caseloom/contract/directory'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/types.ts'
import { type MailOwner, type MailRow, pageOfMails, readMail } from '../../../platform/mail/mail.read.ts'
import type { DirectoryDeps } from './directory-deps.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'capturing'>

/** Serves the mails that the product sent or captured. */
export function bindMailRoutes(http: Http, deps: Deps): void {
  http.bind(accountMails, async ({ params, query }) =>
    listMails(deps, { accountId: params.accountId }, query),
  )
  http.bind(accountMail, async ({ params }) => viewMail(deps, { accountId: params.accountId }, params.mailId))
  http.bind(installationMails, async ({ query }) => listMails(deps, 'all', query))
  http.bind(installationMail, async ({ params }) => viewMail(deps, 'all', params.mailId))
}

async function listMails(
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

async function viewMail({ system }: Deps, owner: MailOwner, id: string): Promise<MailView> {
  const row = await system.read((tx) => readMail(tx, owner, id))
  if (row === null) throw fail('resource.not_found')
  return MailView.parse({ ...itemOf(row), text: row.body })
}

function itemOf(row: MailRow) {
  const { id, subject, state, error } = row
  return { id, at: row.at.toISOString(), to: row.recipient, subject, state, error }
}
