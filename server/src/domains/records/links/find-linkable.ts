import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { LinkedRecord } from '@caseloom/contract/records/record-links'
import type { TenantScope } from '../../../platform/database/types.ts'
import { allow } from '../../../platform/rights.ts'
import { mayInApp, mayReadField, seen } from '../model/app-permissions.rules.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordSearching } from '../reading/search-records.ts'
import { readableReference } from './list-links.ts'
import { otherApps } from '../reference-fields/other-apps.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface LinkableCommand {
  appId: string
  field: string
  text?: string | undefined
  limit: number
}

/** Records of the other app that a reference field may point to, by text or tracking id, the newest first. */
export async function findLinkable(
  deps: RecordsDeps & { records: RecordSearching },
  scope: TenantScope,
  actor: Actor,
  { appId, field: key, text = '', limit }: LinkableCommand,
): Promise<{ items: LinkedRecord[] }> {
  allow(actor, 'record:read')
  const other = await scope.read(async (tx) => {
    const { app } = await withApp(deps, tx, appId, async (candidate) => ({ revision: candidate.revision }))
    const { definition } = readableReference(seen(app, actor), actor, key)
    return (await otherApps(deps, tx, [definition.app])).get(definition.app)
  })
  if (other === undefined || !mayInApp(actor, 'record:read', other)) return { items: [] }
  const titled = other.byKey.get(other.titleField)
  const columns = titled !== undefined && mayReadField(actor, titled) ? [other.titleField] : []
  const page = await deps.records.searchRecords(scope, actor, { appId: other.id, text, limit, columns })
  return {
    items: page.items.map(({ id, appId: own, trackingId, fields }) => {
      const title = fields[other.titleField]
      return { id, appId: own, trackingId, title: typeof title === 'string' ? title : '' }
    }),
  }
}
