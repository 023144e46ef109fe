import { patiently } from '../database/patience.ts'
import type { SystemScope } from '../database/types.ts'
import { createWorkLoop, type WorkLoop } from '../scheduling/work-loop.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SmtpServer } from '../settings.ts'
import { type Log, logEvent } from '../telemetry/log.ts'
import {
  captureMails,
  type ClaimedMail,
  claimMails,
  deleteOldMails,
  markFailed,
  markSent,
} from './mail.store.ts'
import { MailParts } from './mail-parts.ts'
import { type LetterParts, type Post, Refusal, smtpPost } from './smtp.ts'

export interface MailerOptions {
  system: SystemScope
  log: Log
  /** Null captures. */
  server: SmtpServer | null
  from: string
  /** Where the bytes of attachments are. */
  files?: Pick<FileStore, 'get'>
  /** For tests: the way out in place of SMTP. */
  post?: Post
}

/** Sends what waits, or captures it. Any number of processes may run one. */
export interface Mailer {
  /** Checks the queue soon: immediately when it was quiet, otherwise a second after the last check. */
  wake(): void
  /** Checks the queue now; resolves when nothing is due any more. */
  run(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 60_000
const QUIET_MS = 1000
/** Few enough that all of them time out within the lease of the first (mail.store.ts). */
const CONCURRENCY = 5
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3 * 3600_000
const GIVE_UP_MS = 24 * 3600_000
/** Within the lease of the mail (mail.store.ts). */
const NOTED_WITHIN_MS = 4 * 60_000
const KEEP_MS = 90 * 24 * 3600_000

/** Starts the sender loop: woken by announcements, and by the minute for retries. */
export function startMailer(options: MailerOptions): Mailer {
  return new QueueMailer(options)
}

class QueueMailer implements Mailer {
  readonly #options: MailerOptions
  readonly #post: Post | null
  readonly #loop: WorkLoop

  constructor(options: MailerOptions) {
    this.#options = options
    this.#post = options.post ?? (options.server === null ? null : smtpPost(options.server))
    const look = () => this.#look()
    this.#loop = createWorkLoop({ name: 'mail', everyMs: TICK_MS, calmMs: QUIET_MS, look, log: options.log })
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  run(): Promise<void> {
    return this.#loop.run()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    this.#post?.close()
  }

  /** True when there may be more. */
  async #look(): Promise<boolean> {
    const { system } = this.#options
    const post = this.#post
    if (post === null) {
      await system.tx((tx) => captureMails(tx))
      return false
    }
    const claimed = await system.tx((tx) => claimMails(tx, CONCURRENCY))
    for (const mail of claimed) await this.#send(post, mail)
    return claimed.length === CONCURRENCY
  }

  async #send(post: Post, mail: ClaimedMail): Promise<void> {
    const { system, from, log } = this.#options
    const { id, recipient: to, subject, body: text, at: date } = mail
    const host = /@([^>]+)>?$/.exec(from)?.[1] ?? 'caseloom'
    try {
      const more = mail.parts === null ? {} : { more: await this.#partsOf(MailParts.parse(mail.parts)) }
      await post.send({ messageId: `<${id}@${host}>`, date, from, to, subject, text, ...more })
    } catch (error) {
      const fault = faultOf(error, mail, Date.now())
      const event = fault.due === null ? 'mail.failed' : 'mail.delayed'
      logEvent(log, event, { id, attempts: mail.attempts, reason: fault.error })
      return system.tx((tx) => markFailed(tx, id, fault))
    }
    // It is on its way: a database that can't note that now must not make it go out again.
    await patiently(() => system.tx((tx) => markSent(tx, id)), { what: 'mail', limitMs: NOTED_WITHIN_MS })
  }

  async #partsOf(parts: MailParts): Promise<LetterParts> {
    const attachments = []
    for (const { tenantId, sha256, name, mediaType } of parts.attachments) {
      const content = (await this.#options.files?.get(tenantId, sha256)) ?? null
      if (content === null) throw new Refusal(`The attachment ${name} is no longer stored`, true)
      attachments.push({ name, mediaType, content })
    }
    return { ...parts, attachments }
  }
}

function faultOf(error: unknown, mail: ClaimedMail, now: number): { error: string; due: Date | null } {
  const text = error instanceof Error ? error.message : 'The mail server failed'
  const isFinal = error instanceof Refusal && error.final
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (mail.attempts - 1))
  const due = now + pause
  const isLate = due - mail.at.getTime() > GIVE_UP_MS
  return { error: text, due: isFinal || isLate ? null : new Date(due) }
}

/** Deletes mails that are older than 90 days. */
export async function keepMails(system: SystemScope): Promise<void> {
  const batch = 2000
  for (;;) {
    const deleted = await system.tx((tx) => deleteOldMails(tx, new Date(Date.now() - KEEP_MS), batch))
    if (deleted < batch) return
  }
}
