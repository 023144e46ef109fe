import { checkAudit, exportAudit, listAudit } from '@caseloom/contract/directory'
import { audit } from '../../../platform/audit/audit.ts'
import { checkAuditOf } from '../../../platform/audit/check-audit.ts'
import { exportAuditOf } from '../../../platform/audit/export-audit.ts'
import type { Http } from '../../../platform/http/types.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { actingIn } from './directory.routes.ts'
import { listEntries } from './read-audit.ts'

type Deps = Pick<DirectoryDeps, 'system'>

/** Serves the audit log of an account. */
export function bindAuditRoutes(http: Http, deps: Deps): void {
  http.bind(listAudit, async ({ params, query }) => listEntries(deps, params.accountId, query))
  http.bind(exportAudit, async (context) => {
    const acting = actingIn(context)
    await record(deps, acting, 'audit.exported')
    return {
      mediaType: 'text/csv; charset=utf-8',
      content: exportAuditOf(deps.system, acting.accountId, context.query),
      fileName: `audit-${new Date().toISOString().slice(0, 10)}.csv`,
    }
  })
  http.bind(checkAudit, async (context) => {
    const acting = actingIn(context)
    const found = await checkAuditOf(deps.system, acting.accountId)
    await record(deps, acting, 'audit.checked')
    return found
  })
}

async function record({ system }: Deps, { actor, accountId, ip }: Acting, action: string): Promise<void> {
  await system.tx((tx) => audit(tx, { accountId, actor, action, ip }))
}
