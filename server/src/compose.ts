import { fileURLToPath } from 'node:url'
import { bindAppsRoutes } from './domains/apps/apps.routes.ts'
import { bindAutomationRoutes } from './domains/automation/automation.routes.ts'
import { bindAssistantRoutes } from './domains/assistant/assistant.routes.ts'
import { bindMcpRoutes } from './domains/assistant/mcp/mcp.routes.ts'
import { bindModelRoutes } from './domains/assistant/providers/models.routes.ts'
import { bindConnectorRoutes } from './domains/automation/connectors/connectors.routes.ts'
import { bindTriggerRoutes } from './domains/automation/triggers/triggers.routes.ts'
import { bindPeopleRoutes } from './domains/automation/approvals/people.routes.ts'
import { bindAuditRoutes } from './domains/identity/directory/audit.routes.ts'
import { bindDirectoryRoutes } from './domains/identity/directory/directory.routes.ts'
import { bindMailRoutes } from './domains/identity/directory/mail.routes.ts'
import { bindNotificationRoutes } from './domains/identity/directory/notifications.routes.ts'
import { bindTokenRoutes } from './domains/identity/directory/tokens.routes.ts'
import { bindIdentityRoutes } from './domains/identity/identity.routes.ts'
import { bindSignInRoutes } from './domains/identity/sign-in.routes.ts'
import { bindSsoRoutes } from './domains/identity/sso/sso.routes.ts'
import { createInstallerDoor, type InstallerDoor } from './domains/installer/installer.door.ts'
import { addStarterContent } from './domains/installer/add-starter-content.ts'
import { bindInstallerRoutes } from './domains/installer/installer.routes.ts'
import { bindLicensingRoutes } from './domains/licensing/licensing.routes.ts'
import { startThread } from './domains/records/comments/start-thread.ts'
import { bindRecordsRoutes } from './domains/records/records.routes.ts'
import { bindSearchRoutes } from './domains/records/search/search.routes.ts'
import { bindReportingRoutes } from './domains/reporting/reporting.routes.ts'
import { bindAccountsRoutes } from './domains/tenancy/accounts.routes.ts'
import { readProductVersion } from './domains/tenancy/product-version.ts'
import type { TenancyAdminDeps } from './domains/tenancy/tenancy-admin-deps.ts'
import { bindTenancyAdminRoutes } from './domains/tenancy/tenancy-admin.routes.ts'
import { bindTenancyRoutes } from './domains/tenancy/tenancy.routes.ts'
import { bindHomeRoutes } from './domains/workspaces/home.routes.ts'
import { bindWorkspacesRoutes } from './domains/workspaces/workspaces.routes.ts'
import { accountServices } from './services/account-services.ts'
import { appDependents } from './services/app-services.ts'
import { assistantServices } from './services/assistant-services.ts'
import { mcpServices } from './services/mcp-services.ts'
import { modelServices } from './services/model-services.ts'
import { approvalServices } from './services/approval-services.ts'
import { healthServices } from './services/health-services.ts'
import { buildServices, type Services } from './services.ts'
import { explainListenError } from './launch/listen-address.ts'
import { noticeToOperator } from './launch/messages.ts'
import type { Started } from './launch/role.ts'
import type { Config } from './platform/config.ts'
import { serveMetrics } from './platform/http/metrics-endpoint.ts'
import { measureClock } from './platform/database/clock.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { createHttpServer, type HttpServer } from './platform/http/server.ts'
import { serveWebApp } from './platform/http/static.ts'
import { bindSystemRoutes } from './platform/http/system-routes.ts'
import { bindTelemetryRoutes } from './platform/http/telemetry-routes.ts'
import { createThrottle } from './platform/http/throttle.ts'
import { createHubs, type Hubs } from './platform/hubs/hubs.ts'
import type { Readiness } from './platform/readiness.ts'
import { createTraceRelay } from './platform/telemetry/trace-relay.ts'
import { connectAssistant } from './services/connect-assistant.ts'
import { ROUTES } from '@caseloom/contract/routes'

const ROOT = new URL('../../', import.meta.url)
const WEB_APP = fileURLToPath(new URL('web/dist/', ROOT))
/** Exports of spans from one address without a session: a sign-in page sends one every 5 s at most. */
const STRANGERS_TRACES = { points: 60, seconds: 60 }

/** The parts of a web process, before it listens; tests use it without a port. */
export interface Web {
  house: Services
  http: HttpServer
  hubs: Hubs
  installer: InstallerDoor
  close(): Promise<void>
}

export interface WebOptions {
  /** Folder of the built web app; null serves the interface alone. */
  webApp: string | null
  /** Outside production a reply that its route does not declare is an error. */
  strictReplies: boolean
}

/** Builds a web process: every route of the contract, the hubs, the web app. */
export async function composeWeb(config: Config, options: WebOptions): Promise<Web> {
  const house = await buildServices(config)
  connectAssistant(house)
  const { log, gate, feed } = house
  const { publicUrl, trustProxy, tls } = config
  const http = await createHttpServer({
    publicUrl,
    trustProxy,
    tls,
    log,
    gate,
    strictReplies: options.strictReplies,
  })
  const installer = createInstallerDoor({
    ...house,
    startThread: (scope, place, lines) => startThread(house, scope, place, lines),
    throttle: house.installThrottle,
    publicUrl,
    demo: config.demo,
    installFile: config.installFile,
    notice: noticeToOperator,
  })
  const { traces } = config
  const relay = traces === null ? null : createTraceRelay({ config: traces, log })
  bindTelemetryRoutes(http, {
    traces,
    relay,
    gate,
    strangers: createThrottle(house.system, { name: 'traces-ip', ...STRANGERS_TRACES }),
    publicUrl,
  })
  const version = readProductVersion(ROOT)
  const health = healthServices(house, config, { version, masterKeys: house.masterKeyIds })
  bindRoutes(http, house, { installer, readiness: health.readiness, version })
  serveMetrics(http.fastify, { token: config.metricsToken })
  if (options.webApp !== null) await serveWebApp(http.fastify, options.webApp)
  // Before the hubs: when they look up who may stay, the license must have been forgotten already.
  const unwatchLicense = house.licensing.watch(feed, log)
  const hubs = createHubs({ server: http.fastify.server, feed, gate, publicUrl, log, quotas: house.quotas })
  http.fastify.addHook('preClose', async () => hubs.close())
  await measureClock(house)
  await feed.start()
  return {
    house,
    http,
    hubs,
    installer,
    async close() {
      unwatchLicense()
      await http.fastify.close()
      await relay?.close()
      await installer.close()
      await health.close()
      await house.close()
    },
  }
}

interface BoundParts {
  installer: InstallerDoor
  readiness: Readiness
  version: string
}

function bindRoutes(http: HttpServer, house: Services, { installer, readiness, version }: BoundParts): void {
  let description: ReturnType<typeof openApiDocument> | undefined
  bindSystemRoutes(http, {
    readiness,
    openapi: () => (description ??= openApiDocument(ROUTES, version)),
  })
  bindIdentityRoutes(http, house.identityDeps)
  bindSignInRoutes(http, house.identityDeps)
  bindSsoRoutes(http, house.ssoDeps)
  bindDirectoryRoutes(http, house.directoryDeps)
  bindTokenRoutes(http, house.directoryDeps)
  bindMailRoutes(http, house.directoryDeps)
  bindAuditRoutes(http, house)
  bindNotificationRoutes(http, house)
  bindTenancyRoutes(http, { ...house, version })
  bindTenancyAdminRoutes(http, tenancyAdmin(house, version))
  bindAccountsRoutes(http, accountServices(house))
  bindLicensingRoutes(http, house)
  bindAppsRoutes(http, {
    apps: house.apps,
    dependents: (scope, actor, appId) => appDependents(house, scope, actor, appId),
  })
  bindRecordsRoutes(http, house)
  bindSearchRoutes(http, { apps: house.apps, names: house.names })
  bindAutomationRoutes(http, house.automationParts)
  bindPeopleRoutes(http, approvalServices(house))
  bindConnectorRoutes(http, house.automationParts)
  bindTriggerRoutes(http, house.automationParts)
  bindReportingRoutes(http, house)
  bindWorkspacesRoutes(http, house.workspacesDeps)
  bindHomeRoutes(http, {
    ...house.workspacesDeps,
    playbooks: house.automation.listPlaybooks,
    flags: house.tenancy.flags,
  })
  const assistant = assistantServices(house)
  bindAssistantRoutes(http, assistant)
  bindMcpRoutes(http, mcpServices(house, { tools: assistant.tools, version }))
  bindModelRoutes(http, modelServices(house))
  bindInstallerRoutes(http, { installer, publicUrl: house.identityDeps.publicUrl })
  const forgotten = Object.entries(ROUTES).filter(([, route]) => !http.bound.has(route))
  if (forgotten.length > 0)
    throw new Error(`Routes without a handler: ${forgotten.map(([name]) => name).join(', ')}`)
}

function tenancyAdmin(house: Services, version: string): TenancyAdminDeps {
  const { identity, database } = house
  return {
    ...house,
    ...house.tenants,
    version,
    async addStarterContent(place, userId) {
      const actor = await identity.actorOf(userId, place.tenantId)
      if (actor === null) throw new Error('The new tenant has no administrator')
      await addStarterContent(house, database.tenant(place), actor)
    },
  }
}

/** Starts a web process: HTTP, hubs and the web app. */
export async function startWeb(config: Config): Promise<Started> {
  const strictReplies = process.env['NODE_ENV'] !== 'production'
  const web = await composeWeb(config, { webApp: WEB_APP, strictReplies })
  try {
    await web.http.fastify.listen({ host: config.listen.host, port: config.listen.port })
  } catch (error) {
    await web.close()
    throw explainListenError(error, config.listen, 'PORT or HOST')
  }
  web.installer.begin()
  return { address: config.publicUrl, stop: () => web.close() }
}
