import { measuredQuotas } from '@caseloom/testkit/measured-quotas'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { AppsDoor } from '../apps/apps.door.ts'
import { anAppsDoor } from '@caseloom/testkit/apps-door'
import { appsMigrations } from '../apps/apps.migrations.ts'
import { answerHook } from './hooks/answer-hook.ts'
import { automationMigrations } from './automation.migrations.ts'
import {
  type Automation,
  type AutomationDeps,
  type AutomationWorker,
  createAutomation,
  startWorker,
} from './automation.ts'
import { createPlaybook } from './publishing/edit-playbook.ts'
import type { EffectAction, EffectOutcome } from './effects/effects.ts'
import { publishPlaybook } from './publishing/publish-playbook.ts'
import { readTriggerSecret } from './hooks/trigger-secret.ts'
import { recordEffects } from './actions/record-effects.ts'
import { tablesPort } from './tables/find-in-tables.ts'
import { createRecordsDoor, type RecordsDoor } from '../records/records.door.ts'
import { caseMigrations } from '../records/case-fields/case.migrations.ts'
import { feedMigrations } from '../records/feed/feed.migrations.ts'
import { jobsMigrations } from '../records/job-state/jobs.migrations.ts'
import { recordsMigrations } from '../records/records.migrations.ts'
import type { TenantScope } from '../../platform/database/types.ts'
import type { DurableEngine } from '../../platform/durable/types.ts'
import { restateEngine } from '../../platform/durable/restate-engine.ts'
import { registerDeployment } from '../../platform/embedded/restate-deployments.ts'
import { createLocalFileStore } from '../../platform/files/file-store.ts'
import { filesMigrations } from '../../platform/files/files.migrations.ts'
import { createValueStore } from '../../platform/files/values.ts'
import { createSecrets } from '../../platform/secrets/secrets.ts'
import { presenceMigrations } from '../../platform/presence/presence.migrations.ts'
import { quotasMigrations } from '../../platform/quotas/quotas.migrations.ts'
import { secretsMigrations } from '../../platform/secrets/secrets.migrations.ts'
import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import type { WorkerChildConfig } from '@caseloom/testkit/automation-worker-child'
import { startTestRestate, type TestRestate } from '@caseloom/testkit/test-restate'

export type Performed = { action: string; input: JsonObject; idempotencyKey: string }

/** Automation on a real database and a real engine; only what it would do outside is watched. */
export interface AutomationFixture {
  installation: TestInstallation
  restate: TestRestate
  automation: Automation
  apps: AppsDoor
  records: RecordsDoor
  /** Every effect that was performed, in order. */
  performed: Performed[]
  /** What `http.request` answers; the default echoes its input. */
  answer: { current(input: JsonObject, key: string): Promise<EffectOutcome> }
  /** What a worker in another process needs to know. */
  workerConfig: Omit<WorkerChildConfig, 'tenants' | 'allow'>
  aTenant(): Promise<TenantScope>
  /** Publishes a document and answers the address keys of its hooks with their secrets. */
  publish(scope: TenantScope, document: JsonObject): Promise<PublishedPlaybook>
  /** The same automation over another engine, as if the old one's folder were gone. */
  onAnotherEngine(): Promise<{ automation: Automation; worker: AutomationWorker; close(): Promise<void> }>
  close(): Promise<void>
}

export interface PublishedPlaybook {
  id: string
  revision: number
  hooks: { id: string; key: string; hookKey: string; secret: string }[]
}

export const aPlaybook = (steps: JsonObject[], over: JsonObject = {}): JsonObject => ({
  playbook: 'test-playbook',
  title: 'Test playbook',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps,
  ...over,
})

export const aTransform = (key: string, value: JsonValue, after?: string): JsonObject => ({
  key,
  action: 'data.transform',
  with: { value },
  ...(after === undefined ? {} : { after }),
})

export const aCall = (key: string, after?: string | string[], over: JsonObject = {}): JsonObject => ({
  key,
  action: 'http.request',
  with: { method: 'POST', url: 'http://127.0.0.1:1/', body: { from: key } },
  ...(after === undefined ? {} : { after }),
  ...over,
})

export const testLog = pino({ level: process.env['TEST_LOG'] ?? 'silent' })

export interface HouseOptions extends Partial<AutomationDeps> {
  /** False leaves the work to processes that the test starts. */
  worker?: boolean
}

/** Starts database, engine and worker for one test file. */
export async function createAutomationFixture(options: HouseOptions = {}): Promise<AutomationFixture> {
  const { worker: withWorker = true, ...over } = options
  const installation = await anInstallation('automation', [
    ...filesMigrations,
    ...quotasMigrations,
    ...presenceMigrations,
    ...secretsMigrations,
    ...appsMigrations,
    ...recordsMigrations,
    ...caseMigrations,
    ...jobsMigrations,
    ...feedMigrations,
    ...automationMigrations,
  ])
  const restate = await startTestRestate()
  const folder = await makeScratchFolder()
  const masterKey = randomBytes(32)
  const scopes = new Map<string, TenantScope>()
  const performed: Performed[] = []
  const answer: AutomationFixture['answer'] = {
    current: async (input) => ({ ok: true, output: { status: 200, echo: input['body'] ?? null } }),
  }
  const engine = restateEngine(restate)
  const apps = anAppsDoor(undefined, undefined, {
    tables: { known: (tx) => tables.known(tx), find: (...asked) => tables.find(...asked) },
  })
  const records = createRecordsDoor({ apps })
  const tables = tablesPort({ records })
  const build = (by: DurableEngine) =>
    createAutomation({
      system: installation.database.system,
      tenant: async (id) => scopes.get(id) ?? null,
      engine: by,
      apps,
      records,
      offeredButtons: async () => () => true,
      quotas: measuredQuotas(installation.database.system),
      mailDomain: 'in.caseloom.test',
      values: createValueStore(createLocalFileStore(folder)),
      secrets: createSecrets(masterKey),
      actions: new Map([...recordEffects({ records }), ['http.request', watchedHttp(performed, answer)]]),
      actorOf: async () => null,
      publicUrl: 'http://localhost:4000',
      log: testLog,
      // Counters end what works too much; this is for machines too busy to get that far.
      threads: { timeLimitMs: 4_000 },
      ...over,
    })
  const automation = build(engine)
  const worker = withWorker ? await startHouseWorker(automation, restate) : null
  return {
    installation,
    restate,
    automation,
    apps,
    records,
    performed,
    answer,
    workerConfig: {
      databaseUrl: installation.url,
      ingressUrl: restate.ingressUrl,
      adminUrl: restate.adminUrl,
      identityKeys: restate.identityKeys,
      port: restate.workerPort,
      folder,
      masterKey: masterKey.toString('base64'),
    },
    async aTenant() {
      const scope = await installation.aTenant()
      scopes.set(scope.tenantId, scope)
      return scope
    },
    publish: (scope, document) => publish(automation, scope, document),
    async onAnotherEngine() {
      const fresh = await startTestRestate()
      const other = restateEngine(fresh)
      const copy = build(other)
      const itsWorker = await startHouseWorker(copy, fresh)
      return {
        automation: copy,
        worker: itsWorker,
        async close() {
          await itsWorker.close()
          await copy.close()
          await other.close()
          await fresh.stop()
        },
      }
    },
    async close() {
      await worker?.close()
      await automation.close()
      await engine.close()
      await restate.stop()
      await installation.close()
      removeScratchFolder(folder)
    },
  }
}

function watchedHttp(performed: Performed[], answer: AutomationFixture['answer']): EffectAction {
  return {
    async perform(input, context) {
      performed.push({ action: 'http.request', input, idempotencyKey: context.idempotencyKey })
      return answer.current(input, context.idempotencyKey)
    },
  }
}

async function startHouseWorker(automation: Automation, restate: TestRestate): Promise<AutomationWorker> {
  const listen = { host: '127.0.0.1', port: restate.workerPort }
  const worker = await startWorker(automation, { listen, identityKeys: restate.identityKeys })
  await registerDeployment(restate.adminUrl, `http://127.0.0.1:${restate.workerPort}`)
  return worker
}

async function publish(
  automation: Automation,
  scope: TenantScope,
  document: JsonObject,
): Promise<PublishedPlaybook> {
  const actor = anActor(scope)
  const draft = await createPlaybook(automation, scope, actor, document)
  const view = await publishPlaybook(automation, scope, actor, {
    playbookId: draft.id,
    revision: draft.revision,
  })
  const hooks = await Promise.all(
    view.hooks.map(async (hook) => {
      const hookKey = hook.address.split('/').at(-1) ?? ''
      const { secret } = await readTriggerSecret(automation, scope, actor, hook.id)
      return { id: hook.id, key: hook.key, hookKey, secret }
    }),
  )
  return { id: view.id, revision: view.revision, hooks }
}

export interface Answered {
  status: number
  body: JsonValue
}

/** Posts a delivery past HTTP: what the hook answers, with its status. */
export async function deliver(
  automation: Automation,
  scope: TenantScope,
  delivery: {
    hookKey: string
    raw: Buffer
    headers?: Record<string, string>
    query?: Record<string, JsonValue>
    ip?: string
  },
): Promise<Answered> {
  const { hookKey, raw, headers, query = {}, ip = '127.0.0.1' } = delivery
  let status = 200
  let text: string | undefined
  const answer = await answerHook(automation, scope, {
    hookKey,
    raw,
    query,
    request: {
      id: 'test',
      ip,
      headers: { 'content-type': 'application/json', ...headers },
      timeZone: 'UTC',
      signal: new AbortController().signal,
    },
    reply: {
      status: (code) => void (status = code),
      header: () => undefined,
      text: (content) => void (text = content),
      sessionCookie: () => undefined,
      deviceCookie: () => undefined,
    },
  })
  return { status, body: text ?? JSON.parse(JSON.stringify(answer)) }
}
