import { TenantId } from '@caseloom/contract/kernel/ids'
import { allPages, type TenantExporter } from '../../platform/database/tenant-purge.ts'
import type { SystemScope } from '../../platform/database/types.ts'
import { listFeedback } from './chat/feedback.ts'

const PAGE = 500

/** What people said of answers, for those who administer the account. Conversations are their users' own and stay. */
export function assistantExport(system: SystemScope): TenantExporter {
  return async (scope, reader) => {
    const { accountId } = scope
    if (!reader.adminOf.includes(accountId)) return []
    const tenantId = TenantId.parse(scope.tenantId)
    const lines = () =>
      allPages((cursor) => listFeedback(system, accountId, { tenantId, limit: PAGE, cursor }))
    return [{ path: 'assistant-feedback.jsonl', lines }]
  }
}
