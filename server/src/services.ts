import { readyConnectors } from '@caseloom/connectors/built-in/all'
import { httpRequest } from '@caseloom/connectors/http/http-connector'
import { notifyWebhook } from '@caseloom/connectors/http/notify-webhook'
import {
  type AppDependents,
  type AppletTouches,
  type CopyViews,
  createAppsModule,
  type TablesPort,
} from './domains/apps/apps.module.ts'
import { createContentModule } from './domains/content/content.module.ts'
import { createAssistantModule } from './domains/assistant/assistant.module.ts'
import {
  type AssistantPort,
  type AutomationModule,
  createAutomationModule,
} from './domains/automation/automation.module.ts'
import { createInstallerModule, shippedContent } from './domains/installer/installer.module.ts'
import { type ButtonPorts, checkCondition, createRecordsModule } from './domains/records/records.module.ts'
import { createReportingModule } from './domains/reporting/reporting.module.ts'
import { createTenancyModule } from './domains/tenancy/tenancy.module.ts'
import { createWorkspacesModule } from './domains/workspaces/workspaces.module.ts'
import { noticeToOperator } from './launch/messages.ts'
import { MIGRATIONS } from './migrations.ts'
import type { Config } from './platform/config.ts'
import { rowsPurge, schemaPurge } from './platform/database/purge-tenant.ts'
import { filesPurge } from './platform/files/purge-files.ts'
import type { DomainModule } from './platform/foundation/module.ts'
import { createPlatform, type Platform } from './platform/foundation/platform.ts'
import { readProductVersion } from './platform/product-version.ts'
import type { TenantPurger } from './platform/database/tenant-purge.ts'
import { secretsPurge } from './platform/secrets/purge-secrets.ts'
import { createInstallationSecrets } from './platform/secrets/secrets.ts'
import { appletTouches } from './services/applet-touches.ts'
import { appDependents } from './services/app-dependents.ts'
import { copyViews } from './services/copy-views.ts'
import { subjectPorts } from './services/sees-subject.ts'
import { buildFoundation } from './services/foundation.ts'

const ROOT = new URL('../../', import.meta.url)

/** The product in one process: the platform, then each domain on the doors of those below it. */
export async function buildProduct(config: Config, options: { onlyWrites?: boolean } = {}) {
  const platform = await createPlatform(config, {
    migrations: MIGRATIONS,
    onlyWrites: options.onlyWrites === true,
  })
  const domains = await buildDomains(platform)
  return {
    platform,
    ...domains,
    async close() {
      await domains.automation.parts.close()
      await platform.close()
    },
  }
}

export type Product = Awaited<ReturnType<typeof buildProduct>>

async function buildDomains(platform: Platform) {
  const version = readProductVersion(ROOT)
  // These are called when all is built: what they reach lies above the domain that is given them.
  const asks = subjectPorts(() => ({ ...doors, tenant, ...records, ...automation }))
  const { tenancy, identity, directory, licensing, tenant, gate } = await buildFoundation(platform, asks)
  const { actorOf } = identity.door
  const { flags } = tenancy
  const dependents: AppDependents = (scope, actor, appId) =>
    appDependents({ ...doors, playbooksOfApp: automation.playbooksOfApp }, scope, actor, appId)
  const touches: AppletTouches = (scope, actor, named) =>
    appletTouches({ ...doors, playbooksNaming: automation.playbooksNaming }, scope, actor, named)
  const askAssistant: AssistantPort = (asked) => assistant.ask(asked)
  const copies: CopyViews = (...copied) => copyViews(doors, ...copied)
  const ports = { dependents, touches, tables: tablesPort(() => automation), copyViews: copies }
  const apps = createAppsModule(platform, { people: directory, tenant, checkCondition, ...ports })
  const buttons = buttonPorts(() => automation)
  const records = createRecordsModule(platform, { apps: apps.door, tenant, actorOf, directory, ...buttons })
  await apps.door.reworks.upgrade(platform.system, tenant)
  const automation = createAutomationModule(platform, {
    apps: apps.door,
    records: records.door,
    steps: records.steps,
    keepFile: records.keepFile,
    startAction: records.startAction,
    offeredButtons: records.offeredButtons,
    tenant,
    actorOf,
    directory,
    privateNetworks: tenancy.privateNetworks,
    brand: ({ accountId }) => tenancy.brandingName(accountId),
    connectors: { builtIn: [httpRequest, notifyWebhook], ready: readyConnectors },
    askAssistant,
  })
  const reporting = createReportingModule({ apps: apps.door, records: records.door })
  const workspaces = createWorkspacesModule({
    apps: apps.door,
    records: records.door,
    people: directory.users,
    playbooks: automation.door.listPlaybooks,
    flags,
  })
  const doors = {
    tenancy,
    identity: identity.door,
    licensing: licensing.door,
    apps: apps.door,
    records: records.door,
    automation: automation.door,
    reporting: reporting.door,
    workspaces: workspaces.door,
  }
  const assistant = createAssistantModule(platform, {
    ...doors,
    ...records.questions,
    ...automation.questions,
    dashboardsWithWidgets: workspaces.dashboardsWithWidgets,
    directory,
    flags,
    gate,
    secrets: createInstallationSecrets(platform.masterKey),
    version,
  })
  const installer = createInstallerModule(platform, { ...doors, ...records.demo, notice: noticeToOperator })
  const lower = [identity, licensing, apps, records, automation, reporting, workspaces]
  const content = contentOf(platform, { apps, automation, identity, tenant, reporting, workspaces, flags })
  const below: readonly DomainModule[] = [...lower, content, assistant, installer]
  const accounts = createTenancyModule(platform, {
    ...doors,
    ...identity,
    identity: identity.door,
    appsPerTenant: apps.appsPerTenant,
    addStarterContent: installer.addStarterContent,
    exports: below.flatMap((module) => module.exports ?? []),
    purge: purgeOrder(platform, { identity, records, automation }),
    version,
  })
  return { doors, gate, records, automation, installer, accounts, modules: below.concat(accounts), version }
}

type ContentNeeds = Parameters<typeof createContentModule>[1]

interface BelowContent extends Pick<ContentNeeds, 'tenant' | 'flags'> {
  apps: { door: ContentNeeds['apps'] }
  automation: {
    packaging: ContentNeeds['playbooks']
    packagedTables: ContentNeeds['tables']
    solution: ContentNeeds['solution']
  }
  reporting: { packagedReports: ContentNeeds['reports'] }
  workspaces: {
    packagedDashboards: ContentNeeds['dashboards']
    packagedWorkspaces: ContentNeeds['workspaces']
    packagedHomePages: ContentNeeds['homePages']
  }
  identity: { door: Pick<ContentNeeds, 'actorOf'>; directory: Pick<ContentNeeds, 'principals'> }
}

function contentOf(
  platform: Platform,
  { apps, automation, identity, tenant, flags, ...pages }: BelowContent,
) {
  const { reporting, workspaces } = pages
  return createContentModule(platform, {
    apps: apps.door,
    playbooks: automation.packaging,
    tables: automation.packagedTables,
    dashboards: workspaces.packagedDashboards,
    solution: automation.solution,
    workspaces: workspaces.packagedWorkspaces,
    reports: reporting.packagedReports,
    homePages: workspaces.packagedHomePages,
    flags,
    principals: identity.directory.principals,
    tenant,
    actorOf: identity.door.actorOf,
    shipped: shippedContent,
  })
}

/** What records ask about buttons; called when all is built, because automation lies above records. */
function buttonPorts(automation: () => AutomationModule): ButtonPorts {
  return {
    press: (...pressed) => automation().press(...pressed),
    sharedButtons: (...asked) => automation().sharedButtons(...asked),
  }
}

/** What form logic asks of reference tables; called when all is built. */
function tablesPort(automation: () => AutomationModule): TablesPort {
  return {
    known: (tx) => automation().tables.known(tx),
    find: (...asked) => automation().tables.find(...asked),
  }
}

type Purging = Record<'identity' | 'records' | 'automation', { purge: readonly TenantPurger[] }>

/** What a deleted tenant leaves behind, in the order in which it goes: rows only once nothing works on them. */
function purgeOrder({ system, database, files }: Platform, { identity, records, automation }: Purging) {
  return [
    ...automation.purge,
    secretsPurge(system),
    ...identity.purge,
    schemaPurge(database),
    rowsPurge(database),
    filesPurge(files),
    ...records.purge,
  ]
}
