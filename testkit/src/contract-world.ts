import type { AppCreate } from '@caseloom/contract/apps/apps'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { composeWeb, type Web } from '@caseloom/server/compose'
import { builtInRoleIds } from '@caseloom/server/domains/identity/identity.door'
import { migrate } from '@caseloom/server/platform/database/migrate'
import { MIGRATIONS } from '@caseloom/server/migrations'
import type { Config } from '@caseloom/server/platform/config'
import { createMasterKey } from '@caseloom/server/platform/secrets/master-key'
import { ask, ORIGIN } from './ask.ts'
import type { Area, Resident } from './good/types.ts'
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts'
import { freshDatabase } from './test-database.ts'
import { startTestRestate } from './test-restate.ts'

const PASSWORD = 'kettle orbit mango 7'

/** The whole web process on a database and an engine of its own, with two tenants that know nothing of each other. */
export interface ContractWorld {
  web: Web
  /** The settings of the web process; `startWorker` takes them too, where a test needs one. */
  config: Config
  alice: Resident
  mallory: Resident
  close(): Promise<void>
}

/** An app with one field of most types. */
export const APP: AppCreate = {
  key: 'thing',
  acronym: 'THG',
  name: 'Thing',
  icon: 'box',
  titleField: 'title',
  listColumns: ['title', 'level'],
  layout: [{ title: 'Main', columns: 2, fields: ['title', 'level', 'ref'] }],
  fields: [
    {
      key: 'title',
      label: 'Title',
      type: 'text',
      required: true,
      readOnly: false,
      multiline: false,
      maxLength: 200,
      unique: false,
    },
    {
      key: 'ref',
      label: 'Reference',
      type: 'text',
      required: false,
      readOnly: false,
      multiline: false,
      maxLength: 200,
      unique: true,
    },
    {
      key: 'level',
      label: 'Level',
      type: 'selection',
      required: false,
      readOnly: false,
      multiple: false,
      display: 'plain',
      options: [
        { key: 'low', label: 'Low' },
        { key: 'high', label: 'High' },
      ],
    },
    {
      key: 'stage',
      label: 'Stage',
      type: 'selection',
      required: false,
      readOnly: false,
      multiple: false,
      display: 'state',
      options: [
        { key: 'open', label: 'Open' },
        { key: 'closed', label: 'Closed' },
      ],
    },
    { key: 'todo', label: 'To do', type: 'tasks', required: false, readOnly: false },
    { key: 'seen', label: 'Seen', type: 'observables', required: false, readOnly: false },
  ],
}

/** A playbook whose run needs no engine: it is computed where the delivery arrives. */
export const PLAYBOOK: JsonObject = {
  playbook: 'double',
  title: 'Double a number',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', handshake: 'meta', answer: 'result' } }],
  steps: [{ key: 'twice', action: 'data.transform', with: { value: '{% trigger.body.n * 2 %}' } }],
  output: '{% {"n": steps.twice.output} %}',
}

/** Builds the world; both residents are Tenant administrators of a tenant with an app, a record, a playbook and a run; areas add to that. */
export async function aContractWorld(areas: readonly Area[] = []): Promise<ContractWorld> {
  const folder = await makeScratchFolder()
  const engine = await startTestRestate()
  const made = await freshDatabase('whole', async (url) => void (await migrate(url, MIGRATIONS)))
  const config = configOf(folder, made.url, engine)
  const web = await composeWeb(config, { webApp: null, strictReplies: true })
  await web.product.doors.licensing.storeCommunity()
  const alice = await aResident(web, 'Alice')
  const mallory = await aResident(web, 'Mallory')
  for (const { prepare } of areas) {
    for (const resident of [alice, mallory])
      Object.assign(resident.ids, await prepare?.({ web, resident, ask }))
  }
  return {
    web,
    config,
    alice,
    mallory,
    async close() {
      await web.close()
      await engine.stop()
      await made.drop()
      removeScratchFolder(folder)
    },
  }
}

function configOf(
  folder: string,
  databaseUrl: string,
  engine: Awaited<ReturnType<typeof startTestRestate>>,
): Config {
  const masterKeyFile = `${folder}/master.key`
  createMasterKey(masterKeyFile)
  return {
    role: 'web',
    listen: { host: '127.0.0.1', port: 4000 },
    publicUrl: ORIGIN,
    trustProxy: false,
    tls: null,
    logLevel: 'silent',
    dataDir: folder,
    masterKeyFile,
    outboundAllow: [],
    licenseKeys: [],
    demo: false,
    demoActivity: false,
    installFile: null,
    mail: { server: null, from: 'Caseloom <caseloom@localhost>' },
    mailIn: null,
    traces: null,
    metricsToken: null,
    drainMs: 0,
    health: null,
    databaseUrl,
    restate: { ingressUrl: engine.ingressUrl, adminUrl: engine.adminUrl, identityKeys: [] },
    workerUrl: `http://127.0.0.1:${engine.workerPort}`,
    workerListen: { host: '127.0.0.1', port: engine.workerPort },
  }
}

async function aResident(web: Web, name: string): Promise<Resident> {
  const { tenancy, identity } = web.product.doors
  const accountId = await tenancy.createAccount({ name: `${name}’s account` })
  const tenantId = await tenancy.createTenant({ accountId, name: 'Main' })
  const email = `${name.toLowerCase()}@example.test`
  const personId = await identity.createPerson({ email, name, password: { plain: PASSWORD } })
  const userId = await identity.addUser({ accountId, personId, accountAdmin: true })
  await identity.assignRole({
    accountId,
    roleId: builtInRoleIds.tenantAdministrator,
    to: { userId },
    tenantId,
  })
  const login = await ask(web, { method: 'POST', url: '/iam/login', body: { email, password: PASSWORD } })
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  const post = async (url: string, body: unknown) => {
    const reply = await ask(web, { method: 'POST', url, body, cookie })
    if (reply.status > 299) throw new Error(`${url}: ${JSON.stringify(reply.json)}`)
    // The residents' own requests; the shapes are checked by the tests of each route.
    return reply.json as Record<string, string> & { hooks: { id: string; address: string }[] }
  }
  const base = `/api/tenant/${tenantId}`
  const app = await post(`${base}/apps`, APP)
  const record = await post(`${base}/apps/${app['id']}/records`, {
    fields: { title: `Thing of ${name}`, ref: name },
  })
  const draft = await post(`${base}/orchestration/api/playbooks`, { document: PLAYBOOK })
  const published = await post(`${base}/orchestration/api/playbooks/${draft['id']}/publish`, {
    revision: draft['revision'],
  })
  const hook = published.hooks[0]
  const hookKey = hook?.address.split('/').at(-1) ?? ''
  await post(`/hooks/${tenantId}/${hookKey}`, { n: 21 })
  const runs = await ask(web, { method: 'GET', url: `${base}/orchestration/api/runs`, cookie })
  const runId = (runs.json as { items: { id: string }[] }).items[0]?.id ?? '' // checked by its own test
  return {
    cookie,
    ids: {
      accountId,
      tenantId,
      userId,
      personId,
      appId: app['id'] ?? '',
      recordId: record['id'] ?? '',
      playbookId: draft['id'] ?? '',
      triggerId: hook?.id ?? '',
      runId,
      hookKey,
    },
  }
}
