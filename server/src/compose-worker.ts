import { explainListenError } from './launch/listen-address.ts'
import type { Started } from './launch/role.ts'
import { keepAudit } from './platform/audit/seal-audit.ts'
import type { Config } from './platform/config.ts'
import { measureClock } from './platform/database/clock.ts'
import { explainEngineError } from './platform/embedded/explain-engine.ts'
import { registerDeployment } from './platform/embedded/restate-deployments.ts'
import { type HealthServer, startHealthServer } from './platform/http/health-server.ts'
import { purgeExpiredKeys } from './platform/idempotency/run-once.ts'
import { keepMails, startMailer } from './platform/mail/mailer.ts'
import type { Background, Chore } from './platform/foundation/module.ts'
import type { Log } from './platform/telemetry/log.ts'
import { type Health, healthServices } from './health-services.ts'
import { buildProduct, type Product } from './services.ts'

/** Starts a worker process: it does the steps of playbooks that the engine hands to it. */
export async function startWorker(config: Config): Promise<Started> {
  const product = await buildProduct(config, { onlyWrites: true })
  const { platform, automation } = product
  const { log, feed } = platform
  await measureClock(platform)
  await feed.start()
  const runs = await automation
    .serveEngine({ listen: config.workerListen, identityKeys: config.restate.identityKeys })
    .catch((error: unknown) => {
      throw explainListenError(error, config.workerListen, 'CASELOOM_WORKER_LISTEN')
    })
  const health = healthServices(product)
  // Before the engine looks for this worker: a balancer between them forwards only to who answers for its health.
  const healthServer = await serveHealth(config, platform, health)
  const { adminUrl } = config.restate
  await registerDeployment(adminUrl, config.workerUrl).catch((error: unknown) => {
    throw explainEngineError(error, { adminUrl, workerUrl: config.workerUrl })
  })
  const background = await startBackground(product)
  return {
    address: config.workerUrl,
    drainMs: config.drainMs,
    async stop() {
      health.drain()
      const [left] = await Promise.all([runs.drain(config.drainMs), ...background.map((each) => each.stop())])
      if (left > 0) log.warn({ steps: left }, 'steps in progress are interrupted and will be retried')
      await runs.close()
      await healthServer?.close()
      await health.close()
      await product.close()
    },
  }
}

async function startBackground({ platform, modules }: Product): Promise<Background[]> {
  const { feed, config, log, system } = platform
  const mailer = startMailer({ ...platform, ...config.mail })
  feed.onSignal(() => mailer.wake(), ['mail.queued'])
  const started: Background[] = [mailer]
  for (const module of modules) started.push(...((await module.work?.()) ?? []))
  const daily: Chore[] = [
    ...modules.flatMap((module) => module.daily ?? []),
    { task: 'seal the audit log', run: () => keepAudit(system, log) },
    { task: 'purge expired keys', run: () => purgeExpiredKeys(system) },
    { task: 'purge expired emails', run: () => keepMails(system) },
  ]
  const hourly = modules.flatMap((module) => module.hourly ?? [])
  return [...started, await repeat(hourly, HOUR_MS, log), await repeat(daily, 24 * HOUR_MS, log)]
}

/** Where nothing was chosen, a taken port only means that no one can ask. */
async function serveHealth(
  config: Config,
  { log }: Product['platform'],
  { readiness }: Health,
): Promise<HealthServer | null> {
  const { health: listen, metricsToken } = config
  if (listen === null) return null
  try {
    const server = await startHealthServer({ listen, readiness, metricsToken, log })
    log.info({ host: listen.host, port: server.port }, 'health endpoint listening')
    return server
  } catch (error) {
    if (listen.required) throw explainListenError(error, listen, 'CASELOOM_HEALTH_LISTEN')
    log.warn(
      { port: listen.port },
      'health endpoint not available: the port is in use, set CASELOOM_HEALTH_LISTEN',
    )
    return null
  }
}

const HOUR_MS = 60 * 60 * 1000

/** Housekeeping now and at an interval, one chore after the other; what fails is done the next time. */
async function repeat(chores: readonly Chore[], everyMs: number, log: Log): Promise<Background> {
  const run = async () => {
    for (const { task, run: work } of chores)
      await work().catch((err: unknown) => log.warn({ err, task }, 'housekeeping failed'))
  }
  await run()
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
