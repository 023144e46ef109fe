import { Readable } from 'node:stream'
import { startWorker as startAutomationWorker } from './domains/automation/automation.ts'
import { keepChats } from './domains/assistant/conversation.ts'
import { saveRequest } from './domains/assistant/providers/request-log.ts'
import { type MailIn, startMailIn } from './domains/automation/mail/mail-in.ts'
import type { MailDeps } from './domains/automation/mail/take-mail.ts'
import { startTriggerWorker } from './domains/automation/triggers/trigger-worker.ts'
import { startNoticeTicker } from './domains/automation/notices/notify-owners.ts'
import { startApprovalDeadlines } from './domains/automation/approvals/approval-deadlines.ts'
import { purgeExpiredDirectory } from './domains/identity/directory/directory-retention.ts'
import { purgeExpiredSessions } from './domains/identity/purge-expired-sessions.ts'
import { notifySuperAdministrators } from './domains/identity/directory/notify-super-administrators.ts'
import { startDueClockWorker } from './domains/records/case/due-clock-worker.ts'
import { tellUntold } from './domains/records/comments/mentions.ts'
import { purgeOrphanedFiles } from './domains/records/files/files-retention.ts'
import { uploadFile } from './domains/records/files/upload-file.ts'
import { purgeRequestKeys } from './domains/records/feed/reserve-idempotency-key.ts'
import { startJobWorker } from './domains/records/jobs/job-worker.ts'
import { purgeExpiredJobs } from './domains/records/jobs/jobs-retention.ts'
import { startBackfillSweep } from './domains/records/computed/backfill-sweep.ts'
import { connectAssistant } from './services/connect-assistant.ts'
import { approvalServices } from './services/approval-services.ts'
import { type Health, healthServices } from './services/health-services.ts'
import { buildServices, type Services } from './services.ts'
import { keepAudit } from './platform/audit/seal-audit.ts'
import type { Config } from './platform/config.ts'
import { type HealthServer, startHealthServer } from './platform/http/health-server.ts'
import { measureClock } from './platform/database/clock.ts'
import { explainEngineError } from './platform/embedded/explain-engine.ts'
import { registerDeployment } from './platform/embedded/restate-deployments.ts'
import { keepMails, startMailer } from './platform/mail/mailer.ts'
import { purgeExpiredKeys } from './platform/idempotency/run-once.ts'
import { explainListenError } from './launch/listen-address.ts'
import { readProductVersion } from './domains/tenancy/product-version.ts'
import type { Started } from './launch/role.ts'

const ROOT = new URL('../../', import.meta.url)

/** Starts a worker process: it does the steps of playbooks that the engine hands to it. */
export async function startWorker(config: Config): Promise<Started> {
  const house = await buildServices(config, { onlyWrites: true })
  connectAssistant(house)
  await measureClock(house)
  await house.feed.start()
  const worker = await startAutomationWorker(house.automationParts, {
    listen: config.workerListen,
    identityKeys: config.restate.identityKeys,
  }).catch((error: unknown) => {
    throw explainListenError(error, config.workerListen, 'CASELOOM_WORKER_LISTEN')
  })
  const version = readProductVersion(ROOT)
  const health = healthServices(house, config, { version, masterKeys: house.masterKeyIds })
  // Before the engine looks for this worker: a balancer between them forwards only to who answers for its health.
  const healthServer = await serveHealth(config, house, health)
  const { adminUrl } = config.restate
  await registerDeployment(adminUrl, config.workerUrl).catch((error: unknown) => {
    throw explainEngineError(error, { adminUrl, workerUrl: config.workerUrl })
  })
  const mailer = startMailer({ ...house, ...config.mail })
  house.feed.onSignal(() => mailer.wake(), ['mail.queued'])
  const jobWorker = startJobWorker(house.jobs)
  house.feed.onSignal(() => jobWorker.wake(), ['task.job'])
  const ticker = startDueClockWorker(house.ticks)
  house.feed.onSignal(() => ticker.wake(), ['records.due', 'apps'])
  const triggers = startTriggerWorker(house.automationParts, keepFileOf(house))
  house.feed.onSignal(() => triggers.changed(), ['records'])
  house.feed.onSignal(() => triggers.failed(), ['run.ended.failed'])
  const mailIn = await receiveMail(config, house)
  const asking = startApprovalDeadlines(approvalServices(house))
  house.feed.onSignal(() => asking.wake(), ['approvals'])
  const notices = startNoticeTicker(approvalServices(house))
  house.feed.onSignal(() => notices.wake(), ['run.ended.failed'])
  const stopKeeping = await keepDaily(house)
  const stopSweeping = await sweepSignInHourly(house)
  const sweep = startBackfillSweep(house, (place) => house.database.tenant(place))
  return {
    address: config.workerUrl,
    drainMs: config.drainMs,
    async stop() {
      health.drain()
      stopKeeping()
      stopSweeping()
      const [left] = await Promise.all([
        worker.drain(config.drainMs),
        sweep.stop(),
        ticker.stop(),
        asking.stop(),
        notices.stop(),
        mailIn?.close(),
        triggers.stop(),
        jobWorker.stop(),
        mailer.stop(),
      ])
      if (left > 0) house.log.warn({ steps: left }, 'steps in progress are interrupted and will be retried')
      await worker.close()
      await healthServer?.close()
      await health.close()
      await house.close()
    },
  }
}

/** Where nothing was chosen, a taken port only means that no one can ask. */
async function serveHealth(
  config: Config,
  { log }: Services,
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

/** Mail for playbooks, where the operator wants it. */
async function receiveMail({ mailIn, tls }: Config, house: Services): Promise<MailIn | null> {
  if (mailIn === null) return null
  return startMailIn({ ...house.automationParts, keepFile: keepFileOf(house) }, { ...mailIn, tls })
}

/** Attachments of mails are files of the playbook that takes them. */
function keepFileOf(house: Services): MailDeps['keepFile'] {
  return (scope, actor, { name, bytes }) =>
    uploadFile(house, scope, actor, { name, content: Readable.from([bytes]) })
}

const HOUR_MS = 60 * 60 * 1000

/** Ended sessions and unanswered questions go now and once an hour. */
async function sweepSignInHourly({ system, log }: Services): Promise<() => void> {
  const sweep = () =>
    purgeExpiredSessions(system).catch((err: unknown) =>
      log.warn({ err }, 'failed to purge expired sessions'),
    )
  await sweep()
  const timer = setInterval(() => void sweep(), HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Housekeeping now and once a day; what fails is done the next day, months are made well ahead. */
async function keepDaily(house: Services): Promise<() => void> {
  const { records, tenants, licensing, system, log } = house
  const { publicUrl } = house.identityDeps
  const keep = async () => {
    await purgeOrphanedFiles(system, house.files).catch((err: unknown) =>
      log.warn({ err }, 'failed to purge unused files'),
    )
    await tellUntold(house).catch((err: unknown) =>
      log.warn({ err }, 'failed to notify mentioned users; retrying'),
    )
    await purgeRequestKeys(system).catch((err: unknown) => log.warn({ err }, 'old keys are still there'))
    await purgeExpiredJobs(house.jobs).catch((err: unknown) =>
      log.warn({ err }, 'failed to purge expired jobs'),
    )
    await house.apps.deletion
      .purge(system, house.database.tenant)
      .catch((err: unknown) => log.warn({ err }, 'failed to purge deleted apps'))
    await records.keep(system).catch((err: unknown) => log.warn({ err }, 'record maintenance failed'))
    await keepAudit(system, log).catch((err: unknown) => log.warn({ err }, 'failed to seal the audit log'))
    await purgeExpiredDirectory(system).catch((err: unknown) =>
      log.warn({ err }, 'failed to purge expired tokens'),
    )
    await keepChats(system).catch((err: unknown) =>
      log.warn({ err }, 'failed to purge expired conversations'),
    )
    await saveRequest(system).catch((err: unknown) =>
      log.warn({ err }, 'failed to purge expired model requests'),
    )
    await purgeExpiredKeys(system).catch((err: unknown) => log.warn({ err }, 'old keys are still there'))
    await keepMails(system).catch((err: unknown) => log.warn({ err }, 'failed to purge expired emails'))
    await licensing
      .remind((tx, note) => notifySuperAdministrators(tx, publicUrl, { ...note, kind: 'licenseExpires' }))
      .catch((err: unknown) => log.warn({ err }, 'failed to send license expiry reminders'))
    await tenants.purge().catch((err: unknown) => log.warn({ err }, 'failed to purge deleted tenants'))
  }
  await keep()
  const timer = setInterval(() => void keep(), DAY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
