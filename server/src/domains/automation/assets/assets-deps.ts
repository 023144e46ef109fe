import type { Logger } from 'pino'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { ConnectorRegistry } from '../registry/registry.ts'
import type { SealedParts } from './sealed-parts.ts'

/** What the work with assets needs of the rest of the server. */
export interface AssetsDeps {
  sealed: SealedParts
  registry: ConnectorRegistry
  outbound: Pick<Outbound, 'request'>
  privateRangesAllowed(tenantId: string): Promise<boolean>
  /** Address under which browsers reach the product; never ends in a slash. */
  publicUrl: string
  log: Logger
}
