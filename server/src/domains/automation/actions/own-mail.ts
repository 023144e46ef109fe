import { z } from 'zod'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { Refusal, smtpPost, smtpTry } from '../../../platform/mail/smtp.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { findCompleted, runIdempotent } from '../../../platform/idempotency/run-once.ts'
import type { SmtpServer } from '../../../platform/settings.ts'
import type { AssetCredentials } from '../assets/credentials.ts'
import { tryMailbox } from '../mail/open-mailbox.ts'
import { type EffectContext, type EffectOutcome, patiently } from '../effects/effects.ts'
import { failedStep } from '../effects/effect-of.ts'
import type { CheckedMail } from './checked-mail.ts'
import { createHash } from 'node:crypto'

export interface OwnMailDeps {
  outbound: Pick<Outbound, 'connect'>
  privateRangesAllowed(tenantId: string): Promise<boolean>
  files: Pick<FileStore, 'get'>
}

/** What an asset of the connector `mail` says of its sending half. */
const Settings = z.object({
  from: z.string().min(3),
  smtpHost: z.string().min(1),
  smtpPort: z.number().int().min(1).max(65_535).default(465),
  smtpSecurity: z.enum(['tls', 'starttls', 'none']).default('tls'),
  username: z.string().optional(),
})
type Settings = z.output<typeof Settings>

/**
 * Sends a mail through the mail server of an asset. A repetition after a crash sends it again only when the crash came
 * between the server's yes and our own record of it; it then has the same message id.
 */
export async function sendByAsset(
  deps: OwnMailDeps,
  mail: CheckedMail,
  { scope, credentials, idempotencyKey: key, signal }: EffectContext & { credentials: AssetCredentials },
): Promise<EffectOutcome> {
  if (credentials.connector !== 'mail')
    return failedStep('asset.wrong_connector', 'The asset of this step isn’t a mail server')
  const settings = Settings.safeParse(credentials.settings)
  if (!settings.success) return failedStep('asset.invalid', 'The asset has no SMTP host or no sender address')
  const { from } = settings.data
  const messageId = `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${from.split('@').at(-1)}>`
  const sent: EffectOutcome = { ok: true, output: { id: messageId } }
  if ((await findCompleted(scope, key)) !== null) return sent
  const { subject, text, attachments, ...parts } = mail
  const files = await bytesOf(deps, scope.tenantId, attachments)
  const post = smtpPost(
    serverOf(settings.data, credentials),
    await guardOf(deps, scope.tenantId, settings.data),
  )
  try {
    const letter = { messageId, date: new Date(), from, to: mail.to[0] ?? '', subject, text }
    await post.send({ ...letter, more: { ...parts, attachments: files } })
  } catch (error) {
    return refused(error)
  } finally {
    post.close()
  }
  // Here alone, and not with the whole step: the letter is sent.
  await patiently(signal, () =>
    runIdempotent(scope, key, { work: (taking) => taking.tx(async () => undefined) }),
  )
  return sent
}

/** Logs in to the mail server of an asset, under the guard that sending is under; throws with the reason. */
export async function trySmtp(
  deps: GuardDeps,
  tenantId: string,
  credentials: AssetCredentials,
): Promise<void> {
  const settings = Settings.safeParse(credentials.settings)
  if (!settings.success) throw new Error('The asset has no SMTP host or no sender address')
  await smtpTry(serverOf(settings.data, credentials), await guardOf(deps, tenantId, settings.data))
}

type GuardDeps = Pick<OwnMailDeps, 'outbound' | 'privateRangesAllowed'>

/** Tries what an asset of the connector `mail` has: sending, the mailbox, or both; throws with the reason. */
export async function tryMail(
  deps: GuardDeps,
  tenantId: string,
  credentials: AssetCredentials,
): Promise<void> {
  const { imapHost, smtpHost } = credentials.settings
  const isReader = typeof imapHost === 'string' && imapHost !== ''
  if (!isReader || (typeof smtpHost === 'string' && smtpHost !== ''))
    await trySmtp(deps, tenantId, credentials)
  if (!isReader) return
  const privateRangesAllowed = await deps.privateRangesAllowed(tenantId)
  await tryMailbox({ connect: (to) => deps.outbound.connect(to), privateRangesAllowed }, credentials)
}

function serverOf(settings: Settings, { parts }: AssetCredentials): SmtpServer {
  const { smtpHost: host, smtpPort: port, smtpSecurity, username } = settings
  const auth = username === undefined ? null : { user: username, pass: parts['password'] ?? '' }
  return { host, port, secure: smtpSecurity === 'tls', auth }
}

async function guardOf(deps: GuardDeps, tenantId: string, { smtpSecurity: security }: Settings) {
  const privateRangesAllowed = await deps.privateRangesAllowed(tenantId)
  const connect = (to: { host: string; port: number }) =>
    deps.outbound.connect({ host: to.host, port: to.port, privateRangesAllowed })
  return { connect, security }
}

async function bytesOf(
  { files }: OwnMailDeps,
  tenantId: string,
  attachments: CheckedMail['attachments'],
): Promise<{ name: string; mediaType: string; content: Buffer }[]> {
  const loaded = []
  for (const { sha256, name, mediaType } of attachments) {
    const content = await files.get(tenantId, sha256)
    if (content === null) throw new Error(`The bytes of a file are missing: ${sha256}`)
    loaded.push({ name, mediaType, content })
  }
  return loaded
}

function refused(error: unknown): EffectOutcome {
  const message = error instanceof Error ? error.message : 'The mail server failed'
  const isFinal = error instanceof Refusal && error.final
  return {
    ok: false,
    error: { code: 'mail.refused', message: `The mail server: ${message}`, retryable: !isFinal },
  }
}
