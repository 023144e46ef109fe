import { measuredQuotas } from './measured-quotas.ts'
import type { SessionView } from '@caseloom/contract/identity/identity'
import type { InstallRequest } from '@caseloom/contract/identity/installer'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anAppsDoor } from './apps-door.ts'
import { createAutomation } from '@caseloom/server/domains/automation/automation'
import { createAutomationDoor } from '@caseloom/server/domains/automation/automation.door'
import { createIdentityDoor } from '@caseloom/server/domains/identity/identity.door'
import { logIn } from '@caseloom/server/domains/identity/sign-in/log-in'
import { viewSession } from '@caseloom/server/domains/identity/sessions/view-session'
import { createInstallerDoor, type InstallerDoor } from '@caseloom/server/domains/installer/installer.door'
import { codeOrElse } from '@caseloom/server/domains/installer/install.store'
import type { InstallerDeps } from '@caseloom/server/domains/installer/installer-deps'
import { createLicensingDoor } from '@caseloom/server/domains/licensing/licensing.door'
import { createObservableStepsDoor } from '@caseloom/server/domains/records/observable-steps.door'
import { startThread } from '@caseloom/server/domains/records/comments/start-thread'
import { createReportingDoor } from '@caseloom/server/domains/reporting/reporting.door'
import { createRecordsDoor } from '@caseloom/server/domains/records/records.door'
import { createOnCallDoor } from '@caseloom/server/domains/tenancy/on-call/on-call.door'
import { createTenancyDoor } from '@caseloom/server/domains/tenancy/tenancy.door'
import { createWorkspacesDoor } from '@caseloom/server/domains/workspaces/workspaces.door'
import { aWholeInstallation } from './whole-installation.ts'
import { type Database, openDatabase } from '@caseloom/server/platform/database/database'
import { restateEngine } from '@caseloom/server/platform/durable/restate-engine'
import { createLocalFileStore } from '@caseloom/server/platform/files/file-store'
import { createValueStore } from '@caseloom/server/platform/files/values'
import { createThrottle } from '@caseloom/server/platform/http/throttle'
import { createInstallationSecrets, createSecrets } from '@caseloom/server/platform/secrets/secrets'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import type { TestInstallation } from './installation.ts'

const Person = z.object({ id: z.string(), name: z.string(), active: z.boolean() })

function onCallOf({ system }: Database) {
  const text = `select u.id, p.name, u.status = 'active' as active from caseloom.user u
    join caseloom.person p on p.id = u.person_id where u.account_id = $1`
  return createOnCallDoor({
    people: ({ accountId }) => system.read((tx) => tx.rows(Person, text, [accountId])),
    uses: async () => [],
  })
}

/** The one-time code of every product that the tests install. */
export const INSTALL_CODE = 'KETTL-QRBTX'

/** An empty product with all that the installer fills, as one web process has it. */
export interface InstallFixture {
  database: Database
  deps: InstallerDeps
  installer: InstallerDoor
  /** Lines that the operator was shown. */
  notices: string[]
  /** Signs in as the installing user of the tests. */
  signIn(password: string): Promise<{ view: SessionView; actorIn(tenantId: string): Promise<Actor | null> }>
  close(): Promise<void>
}

/** A database to install on; houses on it are its web processes. */
function anEmptyProduct(): Promise<TestInstallation> {
  return aWholeInstallation()
}

/** One web process on that database. `over` replaces settings and parts. */
export async function createInstallFixture(
  databaseUrl: string,
  over: (deps: InstallerDeps) => Partial<InstallerDeps> = () => ({}),
): Promise<InstallFixture> {
  const database = await openDatabase({ url: databaseUrl, size: 6 })
  const { system } = database
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const notices: string[] = []
  const tenancy = createTenancyDoor(database)
  const throttle = createThrottle(system, { name: 'install-code', points: 5, seconds: 900 })
  const identityDeps = {
    system,
    places: tenancy,
    throttles: {
      email: throttle,
      person: throttle,
      ip: throttle,
      proof: throttle,
      codes: throttle,
      lockNotice: throttle,
      passkey: throttle,
    },
    secrets: createInstallationSecrets(randomBytes(32)),
    publicUrl: 'http://localhost:4000',
  }
  const identity = createIdentityDoor(identityDeps)
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  // Publishing asks nothing of the engine: the discard port would refuse.
  const engine = restateEngine({ ingressUrl: 'http://127.0.0.1:9', adminUrl: 'http://127.0.0.1:9' })
  const automation = createAutomation({
    system,
    tenant: async () => null,
    engine,
    apps,
    records,
    offeredButtons: async () => () => true,
    quotas: measuredQuotas(system),
    mailDomain: null,
    values: createValueStore(createLocalFileStore(tmpdir())),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    actions: new Map(),
    actorOf: identity.actorOf,
    publicUrl: 'http://localhost:4000',
    log,
  })
  const empty = { roles: [], groups: [], users: [] }
  const talk = {
    apps,
    system,
    files: createLocalFileStore(tmpdir()),
    people: { principals: async () => empty, actors: async () => [] },
    notifyOfComment: async () => undefined,
  }
  const deps: InstallerDeps = {
    database,
    identity,
    tenancy: { ...tenancy, onCall: onCallOf(database) },
    licensing: await createLicensingDoor({ system, licenseKeys: [] }),
    apps,
    automation: createAutomationDoor(automation),
    reporting: createReportingDoor({ apps, records }),
    workspaces: createWorkspacesDoor({ apps, records, people: async () => [] }),
    records,
    startThread: (scope, place, lines) => startThread(talk, scope, place, lines),
    storeLookups: createObservableStepsDoor(talk).storeLookups,
    throttle,
    publicUrl: 'http://localhost:4000',
    demo: false,
    demoActivity: false,
    installFile: null,
    notice: (lines) => void notices.push(...lines),
    log,
  }
  Object.assign(deps, over(deps))
  await system.tx((tx) => codeOrElse(tx, INSTALL_CODE))
  const installer = createInstallerDoor(deps)
  return {
    database,
    deps,
    installer,
    notices,
    async signIn(password) {
      const origin = { ip: '127.0.0.1', agent: null }
      const { token } = await logIn(identityDeps, {
        email: 'alice@example.com',
        password,
        origin,
        before: null,
      })
      const view = await viewSession(identityDeps, token)
      return { view, actorIn: (tenantId) => identity.authenticate(token, { tenantId }) }
    },
    async close() {
      await installer.close()
      await automation.close()
      await engine.close()
      await database.close()
    },
  }
}

/** Rows of a platform table by SQL, under the system role. */
export function rowsOf<Row = Record<string, JsonValue>>(
  database: Pick<Database, 'system'>,
  text: string,
): Promise<Row[]> {
  return database.system.read((tx) => tx.query<Row>(text))
}

/** A good form. */
export function installBody(over: Partial<InstallRequest> = {}): InstallRequest {
  return {
    accountName: ' Example SOC ',
    tenantName: 'Main',
    name: 'Alice Adams',
    email: 'Alice@Example.com',
    password: 'kettle orbit mango 7',
    demoData: false,
    code: INSTALL_CODE,
    ...over,
  }
}

/** What an installation leaves, counted: one of each, however often it was begun. */
export async function installedThings(house: InstallFixture): Promise<Record<string, number> | undefined> {
  const tables = {
    accounts: 'account',
    tenants: 'tenant',
    persons: 'person',
    users: 'user',
    assignments: 'role_assignment',
    licenses: 'license',
    apps: 'app',
    playbooks: 'playbook',
    versions: 'playbook_version',
  }
  const counts = Object.entries(tables).map(
    ([name, table]) => `(select count(*)::int from caseloom.${table}) as ${name}`,
  )
  const rows = await rowsOf<Record<string, number>>(house.database, `select ${counts.join(', ')}`)
  return rows[0]
}
export const ONE_OF_EACH = {
  accounts: 1,
  tenants: 1,
  persons: 1,
  users: 1,
  assignments: 1,
  licenses: 1,
  apps: 4,
  playbooks: 1,
  versions: 1,
}

type Over = Parameters<typeof createInstallFixture>[1]

/** For one test file: an empty product before each test, and houses on it that are closed after it. */
export function installFixtures(): { url(): string; aHouse(over?: Over): Promise<InstallFixture> } {
  let product: TestInstallation
  const houses: InstallFixture[] = []
  beforeEach(async () => {
    product = await anEmptyProduct()
  })
  afterEach(async () => {
    for (const house of houses.splice(0)) await house.close()
    await product.close()
  })
  return {
    url: () => product.url,
    async aHouse(over) {
      const house = await createInstallFixture(product.url, over)
      houses.push(house)
      return house
    },
  }
}
