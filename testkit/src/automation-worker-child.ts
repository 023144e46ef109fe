import { measuredQuotas } from './measured-quotas.ts'
import { httpRequest } from '@caseloom/connectors/http/http-connector'
import { anAppsDoor } from './apps-door.ts'
import { createAutomation, startWorker } from '@caseloom/server/domains/automation/automation'
import { connectorEffects } from '@caseloom/server/domains/automation/actions/connector-effects'
import { recordEffects } from '@caseloom/server/domains/automation/actions/record-effects'
import { createRecordsDoor } from '@caseloom/server/domains/records/records.door'
import { openDatabase } from '@caseloom/server/platform/database/database'
import type { TenantRef } from '@caseloom/server/platform/database/types'
import { restateEngine } from '@caseloom/server/platform/durable/restate-engine'
import { registerDeployment } from '@caseloom/server/platform/embedded/restate-deployments'
import { createLocalFileStore } from '@caseloom/server/platform/files/file-store'
import { createValueStore } from '@caseloom/server/platform/files/values'
import { createOutbound } from '@caseloom/server/platform/outbound/outbound'
import { createSecrets } from '@caseloom/server/platform/secrets/secrets'
import pino from 'pino'

/** What this process needs to know, as JSON in the environment variable WORKER_CHILD. */
export interface WorkerChildConfig {
  databaseUrl: string
  ingressUrl: string
  adminUrl: string
  identityKeys: string[]
  port: number
  folder: string
  masterKey: string
  tenants: TenantRef[]
  /** Addresses on loopback that steps may call. */
  allow: { host: string; port: number }[]
}

/** A worker process of its own, so that a test can kill it. Notifies its parent when the engine knows it. */
async function main(config: WorkerChildConfig): Promise<void> {
  const database = await openDatabase({ url: config.databaseUrl, size: 6 })
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const scopes = new Map(config.tenants.map((ref) => [ref.tenantId, database.tenant(ref)]))
  const outbound = createOutbound({ allow: config.allow, ownPorts: [] })
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  const privateRangesAllowed = async () => false
  const automation = createAutomation({
    system: database.system,
    tenant: async (id) => scopes.get(id) ?? null,
    engine: restateEngine(config),
    apps,
    records,
    offeredButtons: async () => () => true,
    quotas: measuredQuotas(database.system),
    mailDomain: null,
    values: createValueStore(createLocalFileStore(config.folder)),
    secrets: createSecrets(Buffer.from(config.masterKey, 'base64')),
    actions: new Map([
      ...recordEffects({ records }),
      ...connectorEffects({ connectors: [httpRequest], outbound, privateRangesAllowed, log }),
    ]),
    actorOf: async () => null,
    publicUrl: 'http://localhost:4000',
    log,
  })
  await startWorker(automation, {
    listen: { host: '127.0.0.1', port: config.port },
    identityKeys: config.identityKeys,
  })
  await registerDeployment(config.adminUrl, `http://127.0.0.1:${config.port}`)
  process.send?.('ready')
}

const given = process.env['WORKER_CHILD']
// The parent of this process is the test that wrote the variable.
if (given !== undefined) await main(JSON.parse(given) as WorkerChildConfig)
