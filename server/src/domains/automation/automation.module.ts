import type { Manifest } from '@caseloom/connectors/kit/manifest'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantRef, TenantScope, Tx } from '../../platform/database/types.ts'
import { createValueStore } from '../../platform/files/values.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import type { Quotas } from '../../platform/quotas/quotas.ts'
import { createSecrets } from '../../platform/secrets/secrets.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { RecordStepsDoor } from '../records/record-steps.door.ts'
import type { RecordsDoor } from '../records/records.door.ts'
import { dropOldArrivals } from './arrivals/arrival.store.ts'
import { type AskAssistant, askEffect } from './actions/ask-assistant.ts'
import { type BuiltInDeps, builtInEffects } from './actions/built-in-effects.ts'
import type { OwnerNote } from './notices/notify-owners.ts'
import { getApproval } from './approvals/get-approval.ts'
import { listApprovals } from './approvals/approvals.read.ts'
import type { Directory } from './directory/directory-port.ts'
import { peopleListens } from './approvals/open-question.ts'
import { approvalParts } from './approvals/people-parts.ts'
import type { PeopleDeps } from './approvals/people-deps.ts'
import { type Automation, createAutomation, startWorker, type WorkerOptions } from './automation.ts'
import { createAutomationDoor } from './automation.door.ts'
import { type ConnectorServicesDeps, createConnectorServices } from './connectors/connector-services.ts'
import { purgeExpiredAutomation } from './operations/automation-retention.ts'
import { automationExport } from './operations/export-automation.ts'
import { automationPurge } from './operations/purge-automation.ts'
import { runFigures } from './operations/run-figures.read.ts'
import { packagingOf } from './publishing/packaging.ts'
import { solutionParts } from './publishing/solution-parts.ts'
import { tablesPort } from './tables/find-in-tables.ts'
import { packagedTables } from './tables/packaged-tables.ts'
import type { OnCallSchedules } from './directory/on-call-port.ts'
import { playbooksFinding } from './actions/on-call-uses.read.ts'
import { playbooksNaming, playbooksOfApp } from './publishing/playbooks-of-app.read.ts'
import { problemsOf } from './publishing/playbooks.read.ts'
import { readStepValue } from './runs/get-run.ts'
import { queuedOf } from './runs/relay.store.ts'
import { sharedButtons } from './triggers/shared-buttons.ts'
import { type PressForJob, pressForJob } from './triggers/press-on-many.ts'
import type { ReadMail } from './hooks/read-body.ts'
import type { KeepFile } from './start-automation-workers.ts'

/** Answers a step's prompt; a port, because the assistant depends on automation. */
export type AssistantPort = AskAssistant

type Note =
  | OwnerNote
  | Parameters<PeopleDeps['notify']>[1]
  | Parameters<BuiltInDeps['notify']>[1]
  | ManagerNote
interface ManagerNote {
  personId: string
  accountId: string
  kind: 'securityChanged'
  title: string
  text: string
  link: string
}

interface Needs {
  apps: AppsDoor
  records: RecordsDoor
  steps: RecordStepsDoor
  keepFile: KeepFile
  startAction: NonNullable<Automation['startAction']>
  offeredButtons: Automation['offeredButtons']
  tenant(tenantId: string): Promise<TenantScope | null>
  actorOf(userId: string, tenantId: string): Promise<Actor | null>
  directory: Directory & { onCall: OnCallSchedules; notify(tx: Tx, note: Note): Promise<void> }
  /** Whether playbooks of the tenant may reach private networks. */
  privateNetworks(tenantId: string): Promise<boolean>
  /** Name of the organization on pages for people outside; null when it has set none. */
  brand(place: TenantRef): Promise<string | null>
  connectors: { builtIn: BuiltInDeps['connectors']; ready: readonly Manifest[] }
  askAssistant: AssistantPort
}

/** Counts the starts that wait for the engine towards a tenant's quotas. */
export function measureQueue(quotas: Quotas, { system }: Pick<Platform, 'system'>): void {
  quotas.measure('queued_runs', async (id) => (await system.read((tx) => queuedOf(tx, id))).runs)
  quotas.measure('queued_bytes', async (id) => (await system.read((tx) => queuedOf(tx, id))).bytes)
}

/** Playbooks, their triggers, and their runs. */
export function createAutomationModule(platform: Platform, needs: Needs) {
  const { system, engine, quotas, config, feed } = platform
  const { directory } = needs
  measureQueue(quotas, platform)
  const parts = buildParts(platform, needs)
  const door = createAutomationDoor(parts)
  const { notify } = directory
  const people = {
    ...approvalParts(parts, { directory, records: needs.records, notify, brand: needs.brand }),
    notify,
  }
  const isDone = (name: string) => parts.actions.has(name) || parts.listens.has(name)
  return {
    door,
    parts,
    playbooksOfApp,
    playbooksNaming,
    playbooksFinding,
    /** Presses a button for one record of a job. */
    press: (...[scope, actor, press]: Parameters<PressForJob>) => pressForJob(parts, scope, actor, press),
    sharedButtons,
    /** Works on the runs that the engine hands to this process. */
    serveEngine: (options: WorkerOptions) => startWorker(parts, options),
    figures: () => runFigures(system),
    /** What the assistant asks, always as the person who asks it. */
    questions: {
      approvals: (scope: TenantScope, actor: Actor, query: Parameters<typeof listApprovals>[3]) =>
        listApprovals(people, scope, actor, query),
      actions: async (scope: TenantScope) => (await parts.connectors?.catalog.list(scope, isDone)) ?? [],
      problems: (scope: TenantScope, document: Parameters<typeof problemsOf>[2]) =>
        problemsOf(parts, scope, document),
      stepOutput: (scope: TenantScope, actor: Actor, wanted: { runId: string; path: string }) =>
        readStepValue(parts, scope, actor, { ...wanted, side: 'output' }),
    },
    /** A question as one who is asked sees it; throws resource.not_found. */
    getApproval: (scope: TenantScope, actor: Actor, id: string) => getApproval(people, scope, actor, id),
    packaging: packagingOf(parts),
    packagedTables: packagedTables(needs),
    /** What the canvas shows of automation. */
    solution: solutionParts(parts),
    /** What form logic asks of reference tables. */
    tables: tablesPort(needs),
    purge: [automationPurge({ system, engine })],
    exports: [automationExport(door)],
    hourly: [
      { task: 'purge expired runs', run: () => purgeExpiredAutomation(system) },
      { task: 'purge observable arrivals', run: () => dropOldArrivals(system) },
    ],
    async routes(http) {
      const { bindAutomation } = await import('./all.routes.ts')
      const { readPostedMail } = await import('./mail/take-mail.ts')
      const deps = { ...parts, keepFile: needs.keepFile }
      const readMail: ReadMail = (...mail) => readPostedMail(deps, ...mail)
      bindAutomation(http, { ...parts, readMail }, people)
    },
    async work() {
      const { startAutomationWorkers } = await import('./start-automation-workers.ts')
      return startAutomationWorkers({ parts, people, feed, config, keepFile: needs.keepFile })
    },
  } satisfies DomainModule & Record<string, unknown>
}

export type AutomationModule = ReturnType<typeof createAutomationModule>

function buildParts(platform: Platform, needs: Needs): Automation {
  const { config, log, system, engine, outbound, masterKey, quotas, files } = platform
  const {
    apps,
    records,
    directory,
    tenant,
    actorOf,
    privateNetworks,
    connectors,
    startAction,
    offeredButtons,
  } = needs
  const { publicUrl } = config
  const secrets = createSecrets(masterKey)
  const shared = { system, outbound, files, privateRangesAllowed: privateNetworks, publicUrl, log }
  const effects = builtInEffects({
    ...shared,
    connectors: connectors.builtIn,
    records,
    steps: needs.steps,
    directory,
    onCall: directory.onCall,
    notify: directory.notify,
  })
  const services = createConnectorServices({
    ...shared,
    secrets,
    manifests: connectors.ready,
    tryMail: effects.tryMail,
    notifyManagers: notifyAssetManagers(platform, directory),
  })
  const automation = createAutomation({
    system,
    quotas,
    tenant,
    engine,
    apps,
    records,
    connect: (to) => outbound.connect(to),
    mailDomain: config.mailIn?.domain ?? null,
    values: createValueStore(files),
    secrets,
    actions: new Map([...effects.actions, ['assistant.ask', askEffect(needs.askAssistant)]]),
    connectors: services,
    listens: peopleListens({ directory, records }),
    actorOf,
    startAction,
    offeredButtons,
    principals: directory.principals,
    members: directory.members,
    schedules: directory.onCall.keys,
    publicUrl,
    log,
  })
  return {
    ...automation,
    async close() {
      await automation.close()
      await effects.close()
    },
  }
}

function notifyAssetManagers(
  { system }: Platform,
  directory: Needs['directory'],
): NonNullable<ConnectorServicesDeps['notifyManagers']> {
  return async ({ tenantId, accountId }, note) => {
    const members = await directory.members({ tenantId, accountId })
    const managers = members.flatMap(({ actor, service }) =>
      !service && actor.personId !== null && may(actor, 'asset:manage') ? [actor.personId] : [],
    )
    await system.tx(async (tx) => {
      for (const personId of managers)
        await directory.notify(tx, { ...note, personId, accountId, kind: 'securityChanged' })
    })
  }
}
