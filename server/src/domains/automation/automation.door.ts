import type {
  PlaybookSummary,
  PlaybookView,
  RunSummary,
  RunView,
} from '@caseloom/contract/automation/automation'
import type { ComponentView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { z } from 'zod'
import type { TenantScope } from '../../platform/database/types.ts'
import type { Automation } from './automation.ts'
import { listComponents, type RunComponent, runComponent } from './components/run-component.ts'
import { createPlaybook, type SaveDraft, saveDraft } from './publishing/edit-playbook.ts'
import { seenRuns, seeRuns } from './runs/see-runs.ts'
import { getRun } from './runs/get-run.ts'
import { listPlaybooks, readPlaybook } from './publishing/playbooks.read.ts'
import { publishPlaybook } from './publishing/publish-playbook.ts'
import { type RunFilter, runById, runSummary } from './runs/runs.read.ts'
import { readTriggerSecret } from './hooks/trigger-secret.ts'

/** What other domains may ask of automation. */
export interface AutomationDoor {
  /** Keeps a new draft; throws playbook.invalid, playbook.key_taken. */
  createPlaybook(scope: TenantScope, actor: Actor, document: JsonObject): Promise<PlaybookView>
  /** Replaces the draft; throws resource.version_conflict, playbook.invalid, playbook.key_taken. */
  saveDraft(scope: TenantScope, actor: Actor, command: SaveDraft): Promise<PlaybookView>
  /** Makes the draft the next version; throws playbook.invalid with all problems, resource.version_conflict. */
  publishPlaybook(
    scope: TenantScope,
    actor: Actor,
    command: { playbookId: string; revision: number },
  ): Promise<PlaybookView>
  /** One playbook; throws resource.not_found. */
  getPlaybook(scope: TenantScope, actor: Actor, playbookId: string): Promise<PlaybookView>
  /** Playbooks that the reader may see; all of them without a reader. */
  listPlaybooks(scope: TenantScope, reader?: Actor): Promise<PlaybookSummary[]>
  /** The plain secret of a webhook; throws resource.not_found. */
  triggerSecret(scope: TenantScope, actor: Actor, triggerId: string): Promise<{ secret: string }>
  /** One page of runs as the actor may see them. */
  listRuns(
    scope: TenantScope,
    actor: Actor,
    filter: RunFilter,
  ): Promise<{ items: RunSummary[]; next: string | null }>
  /** One run with its steps; throws resource.not_found. */
  getRun(scope: TenantScope, actor: Actor, runId: string): Promise<z.infer<typeof RunView>>
  /** The state of a run as the actor may see it; null when the run is no longer retained. */
  runState(scope: TenantScope, actor: Actor, runId: string): Promise<RunSummary | null>
  /** Playbooks that people and the assistant may run, by title. */
  listComponents(scope: TenantScope, actor: Actor): Promise<ComponentView[]>
  /**
   * Runs one as the actor; throws component.confirm_first, statement.confirm_first, inputs.invalid, request.too_many,
   * resource.not_found.
   */
  runComponent(scope: TenantScope, actor: Actor, command: RunComponent): Promise<RunSummary>
}

/** Builds the door over the parts of automation in this process. */
export function createAutomationDoor(parts: Automation): AutomationDoor {
  return {
    createPlaybook: (scope, actor, document) => createPlaybook(parts, scope, actor, document),
    saveDraft: (scope, actor, command) => saveDraft(parts, scope, actor, command),
    publishPlaybook: (scope, actor, command) => publishPlaybook(parts, scope, actor, command),
    getPlaybook: (scope, actor, playbookId) => readPlaybook(parts, scope, actor, playbookId),
    listPlaybooks,
    triggerSecret: (scope, actor, triggerId) => readTriggerSecret(parts, scope, actor, triggerId),
    listRuns: (scope, actor, filter) => seeRuns(parts, scope, actor, filter),
    getRun: (scope, actor, runId) => getRun(parts, scope, actor, runId),
    async runState(scope, actor, runId) {
      const row = await scope.read((tx) => runById(tx, runId))
      if (row === null) return null
      return (await seenRuns(parts, scope, actor, [runSummary(row)]))[0] ?? null
    },
    listComponents,
    runComponent: (scope, actor, command) => runComponent(parts, scope, actor, command),
  }
}
