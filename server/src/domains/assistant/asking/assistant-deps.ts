import type { RunSummary } from '@caseloom/contract/automation/automation'
import type { FeatureFlags } from '@caseloom/contract/identity/identity'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Throttle } from '../../../platform/http/throttle.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { Answerer } from './answerer.ts'

/** What the assistant works with. */
export interface AssistantDeps {
  answerer: Answerer
  /** Rate limit per person, across all answerers. Throws request.too_many. */
  questions: Pick<Throttle, 'take'>
  flags(accountId: string): Promise<FeatureFlags>
  /** Runs a component as the actor. Throws component.confirm_first, statement.confirm_first, inputs.invalid, resource.not_found. */
  runComponent(
    scope: TenantScope,
    actor: Actor,
    command: {
      playbookId: string
      inputs: JsonObject
      confirmed: boolean
      statement?: string | undefined
      ip?: string
    },
  ): Promise<RunSummary>
  /** Current state of a run; null once the run has been deleted. */
  runState(
    scope: TenantScope,
    actor: Actor,
    runId: string,
  ): Promise<Pick<RunSummary, 'state' | 'error'> | null>
  emailOf(personId: string): Promise<string>
  log: Log
}
