import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { InstallationSecrets } from '../../../platform/secrets/secrets.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { Answerer } from '../asking/answerer.ts'
import type { AssistantTool } from '../tools/tool.ts'

/** What models are asked with. */
export interface ModelDeps {
  system: SystemScope
  secrets: InstallationSecrets
  outbound: Pick<Outbound, 'stream'>
  /** Whether a super administrator opened private networks to some tenant of the account. */
  privateNetworks(accountId: string): Promise<boolean>
  tools: readonly AssistantTool[]
  apps: Pick<AppsDoor, 'listApps'>
  /** The number of a record that a page shows; null where the asker may not see it. */
  recordAt(
    scope: TenantScope,
    actor: Actor,
    place: { appId: string; recordId: string },
  ): Promise<string | null>
  /** Answers where no model does. */
  builtIn: Answerer
  log: Log
}
