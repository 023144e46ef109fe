import {
  accountMail,
  accountMails,
  installationMail,
  installationMails,
} from '@caseloom/contract/identity/mails'
import type { Http } from '../../../platform/http/types.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { listMails, viewMail } from './read-mails.ts'

type Deps = Pick<DirectoryDeps, 'system' | 'capturing'>

/** Serves the mails that the product sent or captured. */
export function bindMailRoutes(http: Http, deps: Deps): void {
  http.bind(accountMails, async ({ actor, params: { accountId }, query }) =>
    listMails(deps, { actor, owner: { accountId } }, query),
  )
  http.bind(accountMail, async ({ actor, params: { accountId, mailId } }) =>
    viewMail(deps, { actor, owner: { accountId } }, mailId),
  )
  http.bind(installationMails, async ({ actor, query }) => listMails(deps, { actor, owner: 'all' }, query))
  http.bind(installationMail, async ({ actor, params }) =>
    viewMail(deps, { actor, owner: 'all' }, params.mailId),
  )
}
