import type { Logger } from 'pino'
import type { SystemScope, TenantScope } from '../../platform/database/types.ts'
import { type DurableHost, startDurableHost } from '../../platform/durable/host.ts'
import {
  type DurableEngine,
  REPLAY_DIVERGED,
  type RunStart,
  type Verdict,
} from '../../platform/durable/types.ts'
import type { Quotas } from '../../platform/quotas/quotas.ts'
import type { ValueStore } from '../../platform/files/values.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { RecordsDoor } from '../records/records.door.ts'
import { type DeliveryBatcher, createDeliveryBatcher } from './deliveries/delivery-batcher.ts'
import type { ConnectorServices } from './connectors/connector-services.ts'
import { type CancelRelay, createCancelRelay } from './runs/cancel-relay.ts'
import type { EffectActions } from './effects/effects.ts'
import type { WaitingActions } from './waits/waiting-actions.ts'
import { createExpressions, type Expressions } from './expressions/expressions.ts'
import type { ThreadPoolOptions } from './expressions/thread-pool.ts'
import { endOf } from './runs/history.store.ts'
import { createHistoryWriter, type HistoryWriter } from './runs/history-writer.ts'
import { createTenantSemaphore, type TenantSemaphore } from '../../platform/threads/tenant-semaphore.ts'
import { createHookLimits, type HookLimits } from './intake/hook-limits.ts'
import { type HookSecrets, hookSecrets } from './hooks/hook-secrets.ts'
import type { OnCallSchedules } from './directory/on-call-port.ts'
import { callComponent } from './components/call-component.ts'
import { createRunOpener } from './runs/open-run.ts'
import { createReconciler, type Reconciled } from './runs/reconcile.ts'
import { createRelay, type Relay } from './runs/relay.ts'
import { restartRuns } from './runs/restart-runs.ts'
import { resumeRunFromHistory } from './runs/resume-run-from-history.ts'
import type { ActorOf } from './run-model/run-actor.ts'
import type { OfferedButtons } from './triggers/buttons.ts'
import type { ReadMail } from './hooks/read-body.ts'
import type { StartAction } from './triggers/press-on-many.ts'
import { createTriggers, type Triggers } from './hooks/ready-triggers.ts'
import type { WarningDeps } from './triggers/draft-warnings.ts'
import { stateEffects } from './state/state-effects.ts'
import { tableEffects } from './tables/table-effects.ts'
import { createVersions, type Versions } from './playbooks/versions.ts'
import { startBulkRerunWorker } from './bulk-reruns/bulk-rerun-worker.ts'
import { reportPresence } from './operations/worker-presence.ts'
import { type AnswerRelay, createAnswerRelay } from './waits/answer-relay.ts'
import { recordWaitActions } from './waits/wait-for-records.ts'
import { createWaits, type Waits } from './waits/waits.ts'

/** What automation needs of the rest of the server. */
export interface AutomationDeps {
  system: SystemScope
  quotas: Quotas
  /** The tenant when it exists and is active. */
  tenant(tenantId: string): Promise<TenantScope | null>
  engine: DurableEngine
  values: ValueStore
  secrets: Secrets
  /** Actions with an effect, by name. */
  actions: EffectActions
  /** Actions that put a question and wait for its answer, by name. */
  listens?: WaitingActions
  /** Connectors and assets; absent in tests of other things. */
  connectors?: ConnectorServices
  actorOf: ActorOf
  /** Roles, groups, and users of a tenant by name; absent in tests that name no one. */
  principals?: WarningDeps['principals']
  members?: WarningDeps['members']
  /** Keys of the tenant's on-call schedules; absent in tests that name none. */
  schedules?: OnCallSchedules['keys']
  apps: AppsDoor
  records: RecordsDoor
  /** Which buttons the form logic of an app offers a person for a record. */
  offeredButtons: OfferedButtons
  /** Begins a job that presses a button for many records; absent in tests of other things. */
  startAction?: StartAction
  readMail?: ReadMail | undefined
  /** Plain connections past the guard, for mailboxes; absent in tests of other things. */
  connect?: Outbound['connect']
  /** Domain of the addresses that take mail in; null when none is taken. */
  mailDomain: string | null
  /** Address under which senders reach the hooks; never ends in a slash. */
  publicUrl: string
  log: Logger
  /** Limits of expression threads; the defaults are for production. */
  threads?: Partial<ThreadPoolOptions>
  /** How long a run waits before it asks again whether its suspended tenant is active; the default is for production. */
  suspendedRetryMs?: number
}

/** The parts of automation in one process, built once. */
export interface Automation extends Omit<AutomationDeps, 'secrets'> {
  listens: WaitingActions
  secrets: HookSecrets
  expressions: Expressions
  versions: Versions
  triggers: Triggers
  turns: TenantSemaphore
  desk: DeliveryBatcher
  limits: HookLimits
  relay: Relay
  cancels: CancelRelay
  /** Questions of runs; answers are delivered here. */
  waits: Waits
  answers: AnswerRelay
  history: HistoryWriter
  /** Ends threads and pending writes; the engine's client stays open. */
  close(): Promise<void>
}

export function createAutomation(deps: AutomationDeps): Automation {
  const versions = createVersions()
  const expressions = createExpressions(deps.threads, versions.actionsOf)
  const relay = createRelay(deps)
  const cancels = createCancelRelay(deps)
  const answers = createAnswerRelay(deps)
  const limits = createHookLimits(deps.quotas)
  const listens: WaitingActions = new Map([
    ['flow.call', callComponent({ ...deps, relay, cancels, limits })],
    ...recordWaitActions({ ...deps, answer: (...given) => waits.answer(...given) }),
    ...(deps.listens ?? []),
  ])
  const waits = createWaits({ ...deps, listens, answers })
  const history = createHistoryWriter({ ...deps, waits })
  const secrets = hookSecrets(deps.secrets)
  return {
    ...deps,
    actions: new Map([...stateEffects(), ...tableEffects(deps), ...deps.actions]),
    listens,
    waits,
    answers,
    secrets,
    expressions,
    versions,
    relay,
    cancels,
    history,
    turns: createTenantSemaphore(),
    triggers: createTriggers({ versions, secrets }),
    desk: createDeliveryBatcher(),
    limits,
    async close() {
      await relay.close()
      await cancels.stop()
      await answers.stop()
      await history.drained()
      await expressions.close()
    },
  }
}

export interface WorkerOptions {
  listen: { host: string; port: number }
  identityKeys: readonly string[]
}

export interface AutomationWorker {
  readonly port: number
  /** Brings open runs in step with the engine now, instead of within the minute. */
  reconcile(): Promise<Reconciled>
  /** Takes no more runs and lets steps under way end within the limit; answers how many were left. */
  drain(withinMs: number): Promise<number>
  /** Attempts under way are cut off and continued by the engine from their journals. */
  close(): Promise<void>
}

/** Of an invocation that the product did not start. */
const NO_START = '00000000-0000-0000-0000-000000000000'

/**
 * Works on runs in this process: serves the engine, repeats starts that it has not confirmed, and compares open runs
 * with it twice at the start and every minute.
 */
export async function startWorker(automation: Automation, options: WorkerOptions): Promise<AutomationWorker> {
  const { log, history } = automation
  const end = async (start: RunStart, error: Verdict): Promise<void> => {
    const { tenantId, runId } = start
    await history.report(endOf({ tenantId, runId, error }))
  }
  const host: DurableHost = await startDurableHost({
    ...options,
    log,
    open: createRunOpener(automation),
    giveUp: (invocationId) => automation.engine.giveUp(invocationId),
    async crashed(start) {
      const error = { code: 'internal.error', message: 'Something went wrong on our side' }
      await end(start, error)
      return { state: 'failed', error, output: null, outputSize: 0 }
    },
    async diverged(start, invocation, reason) {
      const scope = await automation.tenant(start.tenantId)
      if (scope !== null && !(await resumeRunFromHistory(automation, scope, start))) {
        const lost = { id: start.runId, startId: invocation.key ?? NO_START, reason: 'mismatch' as const }
        const { exhausted } = await restartRuns(automation.relay, scope, [lost])
        const message = `The replay doesn’t match the journal:  ${reason}`
        if (exhausted.length > 0) await end(start, { code: REPLAY_DIVERGED, message })
      }
      await automation.engine.giveUp(invocation.id)
    },
  })
  automation.relay.watch()
  automation.cancels.start()
  automation.answers.start()
  const reconciler = createReconciler(automation)
  reconciler.watch()
  const presence = reportPresence(automation)
  const repeater = startBulkRerunWorker(automation)
  return {
    port: host.port,
    reconcile: () => reconciler.look(),
    drain: (withinMs) => host.drain(withinMs),
    async close() {
      await presence.stop()
      await repeater.stop()
      await reconciler.close()
      await host.close()
    },
  }
}
