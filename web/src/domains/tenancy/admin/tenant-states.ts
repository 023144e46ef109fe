import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import type { StateName } from '../../../ui/glyphs/state.ts'

export const TENANT_STATES: Record<ManagedTenant['status'], StateName> = {
  active: 'active',
  suspended: 'waiting',
  deleting: 'failed',
}
