import type { AssetView } from '@caseloom/contract/automation/assets'
import type { ConnectorSummary } from '@caseloom/contract/automation/connectors'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { usesOf } from '../assets/asset-uses.rules.ts'
import { listAssets } from '../assets/list-assets.ts'
import type { ConnectorServices } from '../connectors/connector-services.ts'
import { listConnectors } from '../connectors/connector-view.ts'
import { dayActivity } from '../operations/day-activity.read.ts'

interface Parts {
  connectors?: Pick<ConnectorServices, 'assets'>
}

const SwitchRow = z.object({ playbook_id: z.string(), key: z.string() })

/** What the canvas asks of automation beside playbooks and tables, always as the person who looks. */
export function solutionParts({ connectors }: Parts) {
  return {
    usesOf,
    async assets(scope: TenantScope, actor: Actor): Promise<AssetView[]> {
      return connectors === undefined ? [] : listAssets(connectors.assets, scope, actor)
    },
    async connectors(scope: TenantScope, actor: Actor): Promise<ConnectorSummary[]> {
      if (connectors === undefined || !may(actor, 'asset:use')) return []
      return scope.read((tx) => listConnectors(tx, connectors.assets.registry, actor))
    },
    /** Null for those who can't see runs. */
    activity: async (scope: TenantScope, actor: Actor) =>
      may(actor, 'run:read') ? dayActivity(scope) : null,
    /** Triggers of published playbooks that someone turned off. */
    async triggersOff(scope: TenantScope): Promise<{ playbookId: string; key: string }[]> {
      const rows = await scope.read((tx) =>
        tx.rows(
          SwitchRow,
          `select playbook_id, key from caseloom.trigger where tenant_id = $1 and published and not enabled`,
          [tx.tenantId],
          'automation-triggers-off',
        ),
      )
      return rows.map(({ playbook_id: playbookId, key }) => ({ playbookId, key }))
    },
  }
}
