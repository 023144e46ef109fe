import { measureQueue } from '@caseloom/server/domains/automation/automation.module'
import { measureFiles } from '@caseloom/server/domains/records/records.module'
import type { SystemScope } from '@caseloom/server/platform/database/types'
import { createQuotas, type Quotas } from '@caseloom/server/platform/quotas/quotas'

/** Quotas of tenants with what the product measures in the database. */
export function measuredQuotas(system: SystemScope): Quotas {
  const quotas = createQuotas(system)
  measureFiles(quotas, { system })
  measureQueue(quotas, { system })
  return quotas
}
