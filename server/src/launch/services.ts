import { join } from 'node:path'
import { type Environment, type LaunchConfig, loopbackOf } from '../platform/config.ts'
import { keepPorts, type Ports } from '../platform/embedded/ports.ts'
import { type RunningPostgres, startPostgres } from '../platform/embedded/postgres.ts'
import { bootstrapPostgres, DATABASE, ROLES } from '../platform/embedded/postgres-bootstrap.ts'
import { type RunningRestate, startRestate } from '../platform/embedded/restate.ts'
import { type RunningChild, startChild, STOP_WITHIN_MS } from './child.ts'
import type { DataDirLock, Part } from './data-dir-lock.ts'

/** How each part of one launch is started; addresses are the same at every restart. */
export type Services = {
  postgres: ((signal: AbortSignal) => Promise<RunningPostgres>) | null
  engine: ((signal: AbortSignal) => Promise<RunningRestate>) | null
  child(role: 'web' | 'worker', signal: AbortSignal): Promise<RunningChild>
  /** Settles the settings which web and worker get, once database and engine run. */
  know(postgres: RunningPostgres | null, engine: RunningRestate | null): void
}

export type ServicesOptions = {
  config: LaunchConfig
  dataDir: string
  masterKeyFile: string
  address: { listen: { host: string; port: number }; publicUrl: string }
  entry: string
  env: Environment
  claim: DataDirLock
  onNotice(lines: readonly string[]): void
}

/** Prepares the parts of one launch; nothing is started yet. */
export async function prepareServices(options: ServicesOptions): Promise<Services> {
  const { config, dataDir, claim } = options
  const ports = await keepPorts(dataDir)
  let childEnv: Environment = { ...options.env, ...fixedEnv(options, ports) }
  return {
    postgres: config.databaseUrl === null ? (signal) => database(options, signal) : null,
    engine: config.restate === null ? (signal) => engine(dataDir, claim, signal) : null,
    know(postgres, engine) {
      childEnv = {
        ...childEnv,
        ...(postgres && { DATABASE_URL: postgres.url(ROLES.app, DATABASE) }),
        ...(engine && {
          RESTATE_INGRESS_URL: engine.ingressUrl,
          RESTATE_ADMIN_URL: engine.adminUrl,
          RESTATE_IDENTITY_KEY: engine.identityKeys.join(','),
        }),
      }
    },
    child: (role, signal) =>
      startChild({
        role,
        entry: options.entry,
        env: childEnv,
        logFile: join(dataDir, 'logs', `${role}.log`),
        onNotice: options.onNotice,
        onSpawn: noteAs(claim, role),
        stopWithinMs: STOP_WITHIN_MS + (role === 'worker' ? config.drainMs : 0),
        signal,
      }),
  }
}

function fixedEnv(
  { config, dataDir, masterKeyFile, address, env }: ServicesOptions,
  ports: Ports,
): Environment {
  return {
    // Modules as they were compiled before: a second of CPU less at each start of a process.
    NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'] ?? join(dataDir, 'cache', 'code'),
    PORT: String(address.listen.port),
    HOST: address.listen.host,
    PUBLIC_URL: address.publicUrl,
    CASELOOM_DATA: dataDir,
    CASELOOM_MASTER_KEY_FILE: masterKeyFile,
    CASELOOM_DEMO: config.demo ? '1' : '0',
    CASELOOM_DEMO_ACTIVITY: config.demoActivity ? '1' : '0',
    // Several installations may share this machine: any free port, which the worker's log names.
    CASELOOM_HEALTH_LISTEN: env['CASELOOM_HEALTH_LISTEN'] ?? '127.0.0.1:0',
    ...(config.restate !== null && { CASELOOM_WORKER_LISTEN: workerListen(env, config.restate) }),
    ...(config.restate === null && {
      CASELOOM_WORKER_URL: `http://127.0.0.1:${ports.worker}`,
      CASELOOM_WORKER_LISTEN: `127.0.0.1:${ports.worker}`,
    }),
  }
}

function workerListen(env: Environment, { workerUrl }: { workerUrl: string }): string {
  const { host, port } = loopbackOf(workerUrl)
  return env['CASELOOM_WORKER_LISTEN'] ?? `${host}:${port}`
}

async function database(
  { config, dataDir, claim }: ServicesOptions,
  signal: AbortSignal,
): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, runAs: config.postgresUser, signal })
  claim.note('postgres', server.process)
  try {
    await bootstrapPostgres(server.url('postgres', 'postgres'))
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function engine(dataDir: string, claim: DataDirLock, signal: AbortSignal): Promise<RunningRestate> {
  const server = await startRestate({ dataDir, signal })
  claim.note('engine', server.process)
  return server
}

function noteAs(claim: DataDirLock, part: Part) {
  return (process: Parameters<DataDirLock['note']>[1]) => claim.note(part, process)
}
