import { checkAudit, exportAudit, listAudit } from '@caseloom/contract/identity/directory'
import type { Http } from '../../../platform/http/types.ts'
import type { DirectoryDeps } from './directory-deps.ts'
import { actingIn } from './directory.routes.ts'
import { checkSeals, exportEntries, listEntries } from './read-audit.ts'

type Deps = Pick<DirectoryDeps, 'system'>

/** Serves the audit log of an account. */
export function bindAuditRoutes(http: Http, deps: Deps): void {
  http.bind(listAudit, async (context) => listEntries(deps, actingIn(context), context.query))
  http.bind(exportAudit, async (context) => ({
    mediaType: 'text/csv; charset=utf-8',
    content: await exportEntries(deps, actingIn(context), context.query),
    fileName: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
  }))
  http.bind(checkAudit, async (context) => checkSeals(deps, actingIn(context)))
}
