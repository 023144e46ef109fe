import type { Actor } from '@caseloom/contract/permissions'
import { readyConnectors } from '@caseloom/connectors/built-in/all'
import { join } from 'node:path'
import type { AppsDoor } from './domains/apps/apps.door.ts'
import { principalsIn } from './domains/identity/list-principals.ts'
import { appServices } from './services/app-services.ts'
import { type AutomationDoor, createAutomationDoor } from './domains/automation/automation.door.ts'
import { type Automation, createAutomation } from './domains/automation/automation.ts'
import { peopleListens } from './domains/automation/approvals/open-question.ts'
import { createConnectorServices } from './domains/automation/connectors/connector-services.ts'
import { createIdentityDoor, type IdentityDoor } from './domains/identity/identity.door.ts'
import type { DirectoryDeps } from './domains/identity/directory/directory-deps.ts'
import type { IdentityDeps } from './domains/identity/identity-deps.ts'
import { createOidcClients } from './domains/identity/sso/oidc-client.ts'
import type { SsoDeps } from './domains/identity/sso/sso-deps.ts'
import { createLicensingDoor, type LicensingDoor } from './domains/licensing/licensing.door.ts'
import type { TenantPeople } from './domains/records/permissions/permissions-deps.ts'
import type { JobsDeps } from './domains/records/job-state/job-context.ts'
import { createJobFiles } from './domains/records/job-state/job-files.ts'
import { openUpload } from './domains/records/jobs/open-upload.ts'
import { createRecordsDoor, type RecordsDoor } from './domains/records/records.door.ts'
import type { CaseNote } from './domains/records/case/send-due-notifications.ts'
import type { DueClockDeps } from './domains/records/case/due-clock-worker.ts'
import type { CommentsDeps, MentionNote } from './domains/records/comments/comments-deps.ts'
import { notify } from './domains/identity/directory/notify.ts'
import { listTenantUsers } from './domains/identity/list-tenant-users.ts'
import type { ReportingDoor } from './domains/reporting/reporting.door.ts'
import type { WorkspacesDoor } from './domains/workspaces/workspaces.door.ts'
import type { WorkspacesDeps } from './domains/workspaces/workspaces-deps.ts'
import { askEffect, type AssistantSeat } from './domains/automation/actions/ask-assistant.ts'
import { actionEffects, tenantDirectory, tenantPeople } from './services/action-services.ts'
import { quotaServices } from './services/quota-services.ts'
import { buildScreens } from './services/screen-services.ts'
import { signInThrottles } from './services/sign-in-services.ts'
import type { TenantLifecycle } from './services/tenant-lifecycle.ts'
import { createTenancyDoor, type TenancyDoor } from './domains/tenancy/tenancy.door.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Config } from './platform/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import type { SystemScope, TenantRef, TenantScope, Tx } from './platform/database/types.ts'
import { restateEngine } from './platform/durable/restate-engine.ts'
import type { DurableEngine } from './platform/durable/types.ts'
import { createLocalFileStore, type FileStore } from './platform/files/file-store.ts'
import { withinQuota } from './platform/quotas/file-quota.ts'
import type { Quotas } from './platform/quotas/quotas.ts'
import { createValueStore } from './platform/files/values.ts'
import { createThrottle, type Throttle } from './platform/http/throttle.ts'
import type { Gatekeeper } from './platform/http/types.ts'
import { createFeed, type Feed } from './platform/hubs/feed.ts'
import { wordsOf } from './platform/hubs/signal-words.ts'
import { createOutbound, type Outbound } from './platform/outbound/outbound.ts'
import { ownPorts } from './platform/own-ports.ts'
import { type MasterKeys, masterKeysIn, settleMasterKey } from './platform/secrets/master-keys.ts'
import { createInstallationSecrets, createSecrets } from './platform/secrets/secrets.ts'
import { createLog, type Log } from './platform/telemetry/log.ts'
import { startTracing } from './platform/telemetry/start-tracing.ts'

/** What web and worker processes share, each built once, by hand, in the order of the domains. */
export interface Services {
  log: Log
  database: Database
  system: SystemScope
  feed: Feed
  engine: DurableEngine
  /** The one way in which the product speaks to the outside. */
  outbound: Outbound
  /** Wrong one-time codes of the installer, by network address. */
  installThrottle: Throttle
  gate: Gatekeeper
  identityDeps: IdentityDeps
  ssoDeps: SsoDeps
  directoryDeps: DirectoryDeps
  identity: IdentityDoor
  tenancy: TenancyDoor
  licensing: LicensingDoor
  apps: AppsDoor
  records: RecordsDoor
  /** Names of a tenant's people and groups, by id. */
  names(actor: Actor, place: TenantRef): Promise<ReadonlyMap<string, string>>
  automationParts: Automation & { assistantSeat: AssistantSeat }
  automation: AutomationDoor
  /** Who is in a tenant, for restricting records and for explaining rights. */
  people: TenantPeople
  reporting: ReportingDoor
  workspacesDeps: WorkspacesDeps
  workspaces: WorkspacesDoor
  quotas: Quotas
  /** Bytes of uploads and of large values. */
  files: FileStore
  tellMentioned: CommentsDeps['tellMentioned']
  ticks: DueClockDeps
  jobs: JobsDeps
  tenants: TenantLifecycle
  /** Short names of the master keys that this process can read now. */
  masterKeyIds(): readonly string[]
  close(): Promise<void>
}

const INSTALL_LIMIT = { name: 'install-code', points: 10, seconds: 300 }

/** Migrates the database and builds the parts. `onlyWrites`: this process announces but reads no events. */
export async function buildServices(
  config: Config,
  options: { onlyWrites?: boolean } = {},
): Promise<Services> {
  const log = createLog({ level: config.logLevel, process: config.role })
  const stopTracing = await startTracing(config.role, config.traces)
  await migrate(config.databaseUrl, MIGRATIONS)
  const database = await openDatabase({ url: config.databaseUrl })
  const { system } = database
  const feed = createFeed({
    connect: () => database.connect(),
    system,
    log,
    reads: options.onlyWrites !== true,
  })
  database.onAnnounced((facts) => feed.poke(wordsOf(facts)))
  const engine = restateEngine(config.restate)
  const outbound = createOutbound({ allow: config.outboundAllow, ownPorts: ownPorts(config) })
  const domains = await buildDomains({ config, log, database, engine, outbound })
  // First of all listeners: anyone who looks at a tenant because of its event must see it as it is now.
  feed.on(
    ({ tenantId, fact }) => {
      if (tenantId !== null && fact.topic === 'model' && fact.kind === 'settings')
        domains.tenancy.forget(tenantId)
    },
    ['settings'],
  )
  return {
    log,
    database,
    system,
    feed,
    engine,
    outbound,
    ...domains,
    async close() {
      await domains.automationParts.close()
      await feed.stop()
      await engine.close()
      await outbound.close()
      await database.close()
      await stopTracing()
    },
  }
}

interface Platform {
  config: Config
  log: Log
  database: Database
  engine: DurableEngine
  outbound: Outbound
}

async function buildDomains({ config, log, database, engine, outbound }: Platform) {
  const { system } = database
  const tenancy = createTenancyDoor(database)
  const masterKey = masterKeysIn(config.masterKeyFile)
  await settleMasterKey(system, masterKey, config.masterKeyFile)
  const needs = { config, system, outbound, places: tenancy, masterKey }
  const { identityDeps, ssoDeps, directoryDeps } = identityParts(needs)
  const identity = createIdentityDoor(identityDeps)
  const licensing = await createLicensingDoor({ system, licenseKeys: config.licenseKeys })
  const apps = appServices({ system, publicUrl: config.publicUrl, log })
  const records = createRecordsDoor({ apps, log })
  const tenant = async (tenantId: string): Promise<TenantScope | null> => {
    const ref = await tenancy.tenant(tenantId)
    return ref === null ? null : database.tenant(ref)
  }
  await apps.upgrade(system, tenant)
  const quotas = quotaServices(system)
  const files = withinQuota(createLocalFileStore(join(config.dataDir, 'files')), quotas)
  const { actorOf } = identity
  const jobs = jobsDeps({ config, log, system, tenant, apps, records, actorOf, files })
  const automationParts = buildAutomation({
    platform: { config, log, database, engine, outbound },
    masterKey,
    quotas,
    files,
    apps,
    records,
    identity,
    tenant,
    privateRangesAllowed: tenancy.privateNetworks,
  })
  const gate: Gatekeeper = {
    authenticate: identity.authenticate,
    tenant,
    licensed: licensing.licensed,
  }
  const automation = createAutomationDoor(automationParts)
  const { workspacesDeps, workspaces, reporting, tenants } = buildScreens({
    platform: { log, database, engine },
    files,
    jobs,
    apps,
    records,
    automation,
  })
  return {
    masterKeyIds: masterKey.ids,
    installThrottle: createThrottle(system, INSTALL_LIMIT),
    gate,
    identityDeps,
    ssoDeps,
    directoryDeps,
    identity,
    tenancy,
    licensing,
    apps,
    records,
    names: (actor: Actor, place: TenantRef) => namesIn(system, actor, place),
    automationParts,
    automation,
    people: tenantPeople(system),
    reporting,
    workspacesDeps,
    workspaces,
    quotas,
    files,
    jobs,
    ticks: {
      system,
      tenant,
      apps,
      actorOf,
      tell: (tx: Tx, note: CaseNote) => notify(tx, config.publicUrl, note),
      log,
    },
    tellMentioned: (tx: Tx, note: MentionNote) => notify(tx, config.publicUrl, { ...note, kind: 'mention' }),
    tenants,
  }
}

async function namesIn(system: SystemScope, actor: Actor, place: TenantRef) {
  const people = await listTenantUsers({ system }, actor, place)
  const { groups } = await principalsIn({ system }, place)
  return new Map([...people, ...groups].map(({ id, name }): [string, string] => [id, name]))
}

type JobNeeds = Omit<JobsDeps, 'openUpload' | 'people' | 'files' | 'bytes'> & {
  config: Config
  files: FileStore
}

function jobsDeps({ config, files, ...rest }: JobNeeds): JobsDeps {
  return {
    ...rest,
    openUpload: (scope, actor, fileId) => openUpload(files, scope, actor, fileId),
    people: async (scope, actor) => ({
      users: await listTenantUsers(rest, actor, scope),
      groups: (await principalsIn(rest, scope)).groups,
    }),
    files: createJobFiles(join(config.dataDir, 'job-files')),
    bytes: files,
  }
}

interface AutomationNeeds {
  platform: Platform
  masterKey: MasterKeys
  quotas: Quotas
  files: FileStore
  apps: AppsDoor
  records: RecordsDoor
  identity: IdentityDoor
  tenant: (tenantId: string) => Promise<TenantScope | null>
  privateRangesAllowed: (tenantId: string) => Promise<boolean>
}

function buildAutomation({
  platform,
  masterKey,
  quotas,
  files,
  apps,
  records,
  identity,
  tenant,
  privateRangesAllowed,
}: AutomationNeeds): Automation & { assistantSeat: AssistantSeat } {
  const { config, log, database, engine, outbound } = platform
  const { system } = database
  const people = tenantPeople(system)
  const { publicUrl } = config
  const needs = { system, apps, records, people, outbound, files, privateRangesAllowed, publicUrl, log }
  const effects = actionEffects(needs)
  const assistantSeat: AssistantSeat = { current: null }
  const secrets = createSecrets(masterKey)
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
    actions: new Map([...effects.actions, ['assistant.ask', askEffect(assistantSeat)]]),
    connectors: createConnectorServices({ ...needs, ...effects.world, manifests: readyConnectors, secrets }),
    listens: peopleListens({ directory: tenantDirectory(system), records }),
    actorOf: identity.actorOf,
    principals: people.principals,
    publicUrl,
    log,
  })
  return {
    ...automation,
    assistantSeat,
    async close() {
      await automation.close()
      await effects.close()
    },
  }
}

/** What the parts of identity work with: signing in, single sign-on, the directory. */
function identityParts({
  config,
  system,
  outbound,
  places,
  masterKey,
}: Pick<Platform, 'config' | 'outbound'> & {
  system: SystemScope
  places: TenancyDoor
  masterKey: MasterKeys
}): Pick<Services, 'identityDeps' | 'ssoDeps' | 'directoryDeps'> {
  const { throttles, sso, forgot } = signInThrottles(system)
  const identityDeps: IdentityDeps = {
    system,
    places,
    throttles,
    secrets: createInstallationSecrets(masterKey),
    publicUrl: config.publicUrl,
  }
  const ssoDeps: SsoDeps = {
    ...identityDeps,
    oidcClients: createOidcClients(outbound),
    begun: sso,
  }
  const directoryDeps: DirectoryDeps = {
    ...identityDeps,
    capturing: config.mail.server === null,
    forgot,
  }
  return { identityDeps, ssoDeps, directoryDeps }
}
