import { z } from 'zod'
import { Instant, MailId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'

export const MailItem = z.object({
  id: MailId,
  at: Instant,
  to: z.string(),
  subject: z.string(),
  /** captured: without a mail server, the email can only be read here. */
  state: z.enum(['waiting', 'sent', 'failed', 'captured']),
  error: z.string().nullable(),
})
export type MailItem = z.infer<typeof MailItem>
export const MailView = MailItem.extend({ text: z.string() })
export type MailView = z.infer<typeof MailView>
/** Mails that let someone into more than this account stand in the installation's list only. */
export const accountMails = route({
  method: 'GET',
  path: '/iam/account/:accountId/mails',
  summary: 'Lists the emails sent for this account, newest first',
  needs: 'account:admin',
  query: PageQuery,
  reply: pageOf(MailItem).extend({ capturing: z.boolean() }),
})
export const accountMail = route({
  method: 'GET',
  path: '/iam/account/:accountId/mails/:mailId',
  summary: 'Gets an email of this account with its text',
  needs: 'account:admin',
  reply: MailView,
  on404: 'here',
})
export const installationMails = route({
  method: 'GET',
  path: '/iam/mails',
  summary: 'Lists the emails of the installation, newest first',
  needs: 'installation:super',
  query: PageQuery,
  reply: pageOf(MailItem).extend({ capturing: z.boolean() }),
  on404: 'here',
})
export const installationMail = route({
  method: 'GET',
  path: '/iam/mails/:mailId',
  summary: 'Gets an email of the installation with its text',
  needs: 'installation:super',
  reply: MailView,
  on404: 'here',
})
