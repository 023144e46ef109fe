import type { AutomationModule } from './domains/automation/automation.module.ts'
import type { Product } from './services.ts'
import { clockFault, clockOffsetMs } from './platform/database/clock.ts'
import { faultOf } from './platform/database/database-faults.ts'
import { presentProcesses, type Presence, startPresence } from './platform/presence/presence.ts'
import { createReadiness, type Readiness, type ReadinessPart } from './platform/telemetry/readiness.ts'
import { gauge, sampleGauge } from './platform/telemetry/metrics.ts'

/** Longer than this, and what people see on their screens is noticeably old. */
const FEED_LAG_LIMIT_MS = 10_000
/** A start that the engine has not confirmed for so long waits for a part that is gone. */
const START_LIMIT_S = 30
/** Figures of the whole installation are counted at most this often, however many scrapers ask. */
const FIGURES_FRESH_MS = 5_000

type RunFigures = Awaited<ReturnType<AutomationModule['figures']>>

/** What a process knows about its own health and that of the installation. */
export interface Health {
  readiness: Readiness
  presence: Presence
  /** Says everywhere that this process takes no more work. */
  drain(): void
  close(): Promise<void>
}

/** Starts announcing this process; builds readiness and the gauges that are read on demand. */
export function healthServices({ platform, automation, version }: Product): Health {
  const { system, log, database, feed, engine, masterKey } = platform
  const { role } = platform.config
  const presence = startPresence({ system, log, role, version, masterKeys: masterKey.ids })
  const readiness = createReadiness({
    database: { required: true, check: () => canWrite(presence) },
    ...(role === 'web' && { feed: { required: false, check: async () => feedIsFresh(feed.lagMs()) } }),
    engine: { required: false, check: () => engine.ping() },
    workers: { required: false, check: () => workersAreThere(platform) },
    starts: { required: false, check: async () => startsAreTaken(await figures()) },
    clock: { required: false, check: async () => clockAgrees() },
  } satisfies Record<string, ReadinessPart>)
  let cached: { at: number; figures: Promise<RunFigures> } | undefined
  const figures = (): Promise<RunFigures> => {
    if (cached === undefined || Date.now() - cached.at > FIGURES_FRESH_MS)
      cached = { at: Date.now(), figures: automation.figures() }
    return cached.figures.catch((error: unknown) => {
      cached = undefined
      throw error
    })
  }
  gauge('caseloom_build_info', 1, { version, role })
  const stopSampling = [
    sampleGauge('caseloom_clock_offset_seconds', () => clockOffsetMs() / 1000),
    sampleGauge('caseloom_database_connections', () => {
      const { active, idle } = database.connections()
      return [
        { value: active, labels: { state: 'active' } },
        { value: idle, labels: { state: 'idle' } },
      ]
    }),
    sampleGauge('caseloom_database_connection_limit', () => database.connections().limit),
    sampleGauge('caseloom_database_connection_waiters', () => database.connections().waiting),
    sampleGauge('caseloom_processes', () => processesByRole(platform)),
    sampleGauge('caseloom_runs', async () =>
      [...(await figures()).byState].map(([state, value]) => ({ value, labels: { state } })),
    ),
    sampleGauge('caseloom_start_queue', async () => (await figures()).starts.waiting),
    sampleGauge('caseloom_start_queue_age_seconds', async () => (await figures()).starts.oldestSeconds),
    sampleGauge('caseloom_engine_starts_overdue', async () => (await figures()).starts.overdue),
  ]
  return {
    readiness,
    presence,
    drain() {
      readiness.drain()
      presence.drain()
    },
    async close() {
      for (const stop of stopSampling) stop()
      readiness.close()
      await presence.stop()
    },
  }
}

async function canWrite(presence: Presence): Promise<void> {
  try {
    await presence.proveWrite()
  } catch (error) {
    throw new Error(faultOf(error), { cause: error })
  }
}

function feedIsFresh(lagMs: number): void {
  if (lagMs > FEED_LAG_LIMIT_MS)
    throw new Error(
      `live updates are ${Math.round(lagMs / 1000)} s behind because of a long-running transaction`,
    )
}

async function workersAreThere({ system }: Product['platform']): Promise<void> {
  const processes = await system.read(presentProcesses)
  if (!processes.some(({ role, draining }) => role === 'worker' && !draining))
    throw new Error('no worker processes are running; runs stay queued')
}

function startsAreTaken({ starts }: RunFigures): void {
  if (starts.overdueSeconds > START_LIMIT_S)
    throw new Error(
      `${starts.overdue} run starts are waiting for the engine, the oldest for ${Math.round(starts.overdueSeconds)} s`,
    )
}

function clockAgrees(): void {
  const fault = clockFault()
  if (fault !== null) throw new Error(fault)
}

async function processesByRole({ system }: Product['platform']) {
  const processes = await system.read(presentProcesses)
  return (['web', 'worker'] as const).map((role) => ({
    value: processes.filter((process) => process.role === role).length,
    labels: { role },
  }))
}
