import { readMail as route } from '@caseloom/contract/records/mail'
import type { Http } from '../../../platform/http/types.ts'
import { createMailReader } from './mail-reader.ts'
import { type MailDeps, readMail } from './read-mail.ts'

/** Serves emails among the files of records. */
export function bindMailRoutes(http: Http, deps: Omit<MailDeps, 'mails'>): void {
  const mails = createMailReader()
  http.bindTenant(route, ({ scope, actor, params, request: { signal } }) =>
    readMail({ ...deps, mails }, scope, actor, { ...params, signal }),
  )
}
