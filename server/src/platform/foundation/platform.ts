import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import type { Migration, SystemScope } from '../database/types.ts'
import { restateEngine } from '../durable/restate-engine.ts'
import type { DurableEngine } from '../durable/types.ts'
import { createLocalFileStore, type FileStore } from '../files/file-store.ts'
import { createFeed, type Feed } from '../hubs/feed.ts'
import { wordsOf } from '../hubs/signal-words.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import { ownPorts } from './own-ports.ts'
import { withinQuota } from '../quotas/file-quota.ts'
import { createQuotas, type Quotas } from '../quotas/quotas.ts'
import { type MasterKeys, masterKeysIn, settleMasterKey } from '../secrets/master-keys.ts'
import { createLog, type Log } from '../telemetry/log.ts'
import { startTracing } from '../telemetry/start-tracing.ts'

/** The foundation of every domain, built once per process before any of them. */
export interface Platform {
  config: Config
  log: Log
  database: Database
  system: SystemScope
  feed: Feed
  engine: DurableEngine
  /** The one way in which the product speaks to the outside. */
  outbound: Outbound
  masterKey: MasterKeys
  quotas: Quotas
  /** Bytes of uploads and of large values. */
  files: FileStore
  close(): Promise<void>
}

/** Migrates the database and builds it. `onlyWrites`: this process announces but reads no events. */
export async function createPlatform(
  config: Config,
  { migrations, onlyWrites }: { migrations: readonly Migration[]; onlyWrites: boolean },
): Promise<Platform> {
  const log = createLog({ level: config.logLevel, process: config.role })
  const stopTracing = await startTracing(config.role, config.traces)
  await migrate(config.databaseUrl, migrations)
  const database = await openDatabase({ url: config.databaseUrl })
  const { system } = database
  const feed = createFeed({ connect: () => database.connect(), system, log, reads: !onlyWrites })
  database.onAnnounced((facts) => feed.poke(wordsOf(facts)))
  const engine = restateEngine(config.restate)
  const outbound = createOutbound({ allow: config.outboundAllow, ownPorts: ownPorts(config) })
  const masterKey = masterKeysIn(config.masterKeyFile)
  await settleMasterKey(system, masterKey, config.masterKeyFile)
  const quotas = createQuotas(system)
  return {
    config,
    log,
    database,
    system,
    feed,
    engine,
    outbound,
    masterKey,
    quotas,
    files: withinQuota(createLocalFileStore(join(config.dataDir, 'files')), quotas),
    async close() {
      await feed.stop()
      await engine.close()
      await outbound.close()
      await database.close()
      await stopTracing()
    },
  }
}
