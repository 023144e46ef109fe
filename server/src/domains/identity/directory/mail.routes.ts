import { accountMail, accountMails, installationMail, installationMails } from '@caseloom/contract/mails'
import type { Http } from '../../../platform/http/types.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { listMails, viewMail } from './read-mails.ts'

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
