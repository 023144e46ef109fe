import type { Principals } from '@caseloom/contract/identity/identity'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { anActor } from '@caseloom/testkit/installation'
import { FLAGS } from '@caseloom/testkit/tool-deps'
import { measuredQuotas } from '@caseloom/testkit/measured-quotas'
import { aWholeInstallation } from '@caseloom/testkit/whole-installation'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { createAutomation } from './domains/automation/automation.ts'
import { packagedTables } from './domains/automation/tables/packaged-tables.ts'
import { packagedReports } from './domains/reporting/packaged-reports.ts'
import { packagedDashboards } from './domains/workspaces/packaged-dashboards.ts'
import { packagedHomePages } from './domains/workspaces/packaged-home-pages.ts'
import { packagedWorkspaces } from './domains/workspaces/packaged-workspaces.ts'
import type { WorkspacesDeps } from './domains/workspaces/workspaces-deps.ts'
import { packagingOf } from './domains/automation/publishing/packaging.ts'
import { solutionParts } from './domains/automation/publishing/solution-parts.ts'
import { readShippedContent } from './domains/installer/shipped-content.ts'
import { createRecordsDoor } from './domains/records/records.door.ts'
import type { TenantScope } from './platform/database/types.ts'
import { restateEngine } from './platform/durable/restate-engine.ts'
import { createLocalFileStore } from './platform/files/file-store.ts'
import { createValueStore } from './platform/files/values.ts'
import { createSecrets } from './platform/secrets/secrets.ts'
import { FLAG_DEFAULTS } from './domains/tenancy/flags.rules.ts'
import { createLibrary } from './domains/content/library/read-library.ts'
import type { CanvasDeps } from './domains/content/ports/canvas-deps.ts'
import type { InstallDeps } from './domains/content/ports/content-deps.ts'
import { workOnInstalls } from './domains/content/installs/install-worker.ts'

/** A tenant with someone who has every permission in it, or those that the test gives. */
export interface Place {
  scope: TenantScope
  user: Actor
}

export type ContentFixture = Awaited<ReturnType<typeof createContentFixture>>

function pagesOn(doors: Parameters<typeof packagedReports>[0] & Omit<WorkspacesDeps, 'people'>) {
  const deps = { ...doors, people: async () => [] }
  return {
    dashboards: packagedDashboards(deps),
    workspaces: packagedWorkspaces(deps),
    reports: packagedReports(doors),
    homePages: packagedHomePages({ flags: async () => FLAGS }),
  }
}

/** Apps, applets, and playbooks of several tenants on a real database, with everything that packages use of them. */
export async function createContentFixture() {
  const installation = await aWholeInstallation()
  const { system } = installation.database
  const scopes = new Map<string, TenantScope>()
  const actors = new Map<string, Actor>()
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const principals: Principals = { roles: [], groups: [], users: [] }
  const automation = createAutomation({
    system,
    tenant: async (id) => scopes.get(id) ?? null,
    // Publishing asks nothing of the engine: the discard port would refuse.
    engine: restateEngine({ ingressUrl: 'http://127.0.0.1:9', adminUrl: 'http://127.0.0.1:9' }),
    apps,
    records,
    offeredButtons: async () => () => true,
    quotas: measuredQuotas(system),
    mailDomain: null,
    values: createValueStore(createLocalFileStore(tmpdir())),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    actions: new Map(),
    actorOf: async () => null,
    publicUrl: 'http://localhost:4000',
    log,
  })
  const playbooks = packagingOf(automation)
  const deps: InstallDeps = {
    apps,
    playbooks,
    tables: packagedTables({ apps }),
    ...pagesOn({ apps, records }),
    principals: async () => principals,
    library: createLibrary({ shipped: readShippedContent, playbooks }),
    system,
    tenant: async (id) => scopes.get(id) ?? null,
    actorOf: async (id) => actors.get(id) ?? null,
    log,
  }
  const canvas: CanvasDeps = {
    ...deps,
    solution: solutionParts(automation),
    flags: async () => FLAG_DEFAULTS,
  }
  const aTenant = async () => {
    const scope = await installation.aTenant()
    scopes.set(scope.tenantId, scope)
    await records.keep(system)
    return scope
  }
  const aUser = (scope: TenantScope, over: Parameters<typeof anActor>[1] = {}) => {
    const actor = anActor(scope, over)
    actors.set(actor.id ?? '', actor)
    return actor
  }
  return {
    installation,
    apps,
    records,
    automation,
    deps,
    /** The same, and what the canvas asks beside it. */
    canvas,
    principals,
    aTenant,
    /** A user that the worker finds again. */
    aUser,
    async aPlace(over: Parameters<typeof anActor>[1] = {}): Promise<Place> {
      const scope = await aTenant()
      return { scope, user: aUser(scope, over) }
    },
    /** Takes permissions from a user, or their access with null. */
    limit(user: Actor, may: Actor['permissions'] | null) {
      if (may === null) actors.delete(user.id ?? '')
      else actors.set(user.id ?? '', { ...user, permissions: may })
    },
    work: (over: Partial<InstallDeps> = {}, signal = new AbortController().signal) =>
      workOnInstalls({ ...deps, ...over }, signal),
    async close() {
      await automation.close()
      await installation.close()
    },
  }
}
