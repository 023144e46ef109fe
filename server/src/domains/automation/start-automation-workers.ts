import type { Config } from '../../platform/config.ts'
import type { Feed } from '../../platform/hubs/feed.ts'
import type { Background } from '../../platform/foundation/module.ts'
import { startApprovalDeadlines } from './approvals/approval-deadlines.ts'
import type { PeopleDeps } from './approvals/people-deps.ts'
import type { Automation } from './automation.ts'
import { type NoticeDeps, startNoticeTicker } from './notices/notify-owners.ts'
import { startMailIn } from './mail/mail-in.ts'
import type { MailDeps } from './mail/take-mail.ts'
import { startTriggerWorker } from './triggers/trigger-worker.ts'

/** Attachments of mails are files of the playbook that takes them. */
export type KeepFile = MailDeps['keepFile']

interface Parts {
  parts: Automation
  people: PeopleDeps & NoticeDeps
  feed: Pick<Feed, 'onSignal'>
  config: Pick<Config, 'mailIn' | 'tls'>
  keepFile: KeepFile
}

/** The background work of playbooks beside their runs: triggers, deadlines of approvals, notices, incoming mail. */
export async function startAutomationWorkers({
  parts,
  people,
  feed,
  config: { mailIn, tls },
  keepFile,
}: Parts): Promise<Background[]> {
  const triggers = startTriggerWorker(parts, keepFile)
  feed.onSignal(() => triggers.changed(), ['records'])
  feed.onSignal(() => triggers.failed(), ['run.ended.failed'])
  const asking = startApprovalDeadlines(people)
  feed.onSignal(() => asking.wake(), ['approvals'])
  const notices = startNoticeTicker(people)
  feed.onSignal(() => notices.wake(), ['run.ended.failed'])
  const letters = mailIn === null ? null : await startMailIn({ ...parts, keepFile }, { ...mailIn, tls })
  const mail = letters === null ? [] : [{ stop: () => letters.close() }]
  return [asking, notices, ...mail, triggers]
}
