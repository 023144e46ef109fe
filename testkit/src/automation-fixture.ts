import { measuredQuotas } from './measured-quotas.ts'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { AppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { anAppsDoor } from './apps-door.ts'
import { appsMigrations } from '@caseloom/server/domains/apps/apps.migrations'
import { answerHook } from '@caseloom/server/domains/automation/hooks/answer-hook'
import { automationMigrations } from '@caseloom/server/domains/automation/automation.migrations'
import {
  type Automation,
  type AutomationDeps,
  type AutomationWorker,
  createAutomation,
  startWorker,
} from '@caseloom/server/domains/automation/automation'
import { createPlaybook } from '@caseloom/server/domains/automation/publishing/edit-playbook'
import type { EffectAction, EffectOutcome } from '@caseloom/server/domains/automation/effects/effects'
import { publishPlaybook } from '@caseloom/server/domains/automation/publishing/publish-playbook'
import { readTriggerSecret } from '@caseloom/server/domains/automation/hooks/trigger-secret'
import { recordEffects } from '@caseloom/server/domains/automation/actions/record-effects'
import { createRecordsDoor, type RecordsDoor } from '@caseloom/server/domains/records/records.door'
import { caseMigrations } from '@caseloom/server/domains/records/case-fields/case.migrations'
import { feedMigrations } from '@caseloom/server/domains/records/feed/feed.migrations'
import { jobsMigrations } from '@caseloom/server/domains/records/job-state/jobs.migrations'
import { recordsMigrations } from '@caseloom/server/domains/records/records.migrations'
import type { TenantScope } from '@caseloom/server/platform/database/types'
import type { DurableEngine } from '@caseloom/server/platform/durable/types'
import { restateEngine } from '@caseloom/server/platform/durable/restate-engine'
import { registerDeployment } from '@caseloom/server/platform/embedded/restate-deployments'
import { createLocalFileStore } from '@caseloom/server/platform/files/file-store'
import { filesMigrations } from '@caseloom/server/platform/files/files.migrations'
import { createValueStore } from '@caseloom/server/platform/files/values'
import { createSecrets } from '@caseloom/server/platform/secrets/secrets'
import { presenceMigrations } from '@caseloom/server/platform/presence/presence.migrations'
import { quotasMigrations } from '@caseloom/server/platform/quotas/quotas.migrations'
import { secretsMigrations } from '@caseloom/server/platform/secrets/secrets.migrations'
import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { anActor, anInstallation, type TestInstallation } from './installation.ts'
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts'
import type { WorkerChildConfig } from './automation-worker-child.ts'
import { startTestRestate, type TestRestate } from './test-restate.ts'

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
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  const build = (by: DurableEngine) =>
    createAutomation({
      system: installation.database.system,
      tenant: async (id) => scopes.get(id) ?? null,
      engine: by,
      apps,
      records,
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
  delivery: { hookKey: string; raw: Buffer; headers?: Record<string, string> },
): Promise<Answered> {
  const { hookKey, raw, headers } = delivery
  let status = 200
  const answer = await answerHook(automation, scope, {
    hookKey,
    raw,
    query: {},
    request: {
      id: 'test',
      ip: '127.0.0.1',
      headers: { 'content-type': 'application/json', ...headers },
      timeZone: 'UTC',
      signal: new AbortController().signal,
    },
    reply: {
      status: (code) => void (status = code),
      header: () => undefined,
      sessionCookie: () => undefined,
      deviceCookie: () => undefined,
    },
  })
  return { status, body: JSON.parse(JSON.stringify(answer)) }
}
