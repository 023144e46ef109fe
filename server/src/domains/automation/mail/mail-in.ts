import { z } from 'zod'
import type { Logger } from 'pino'
import type { SMTPServerDataStream } from 'smtp-server'
import type { HostPort } from '../../../platform/config.ts'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { ownCertificate } from '../../../platform/mail/own-certificate.ts'
import { triggerById, type TriggerRow } from '../intake/trigger.store.ts'
import { isCrowded, type SavedEvent, saveEvaluatedEvent } from '../deliveries/trigger-event.ts'
import { MAX_MAIL_BYTES, type ParsedMail, parseMail } from './parse-mail.ts'
import { judgeMail, type MailDeps } from './take-mail.ts'

const IdTenantIdRow = z.object({ id: z.string(), tenant_id: z.string() })

export interface MailInDeps extends MailDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  log: Logger
}

export interface MailIn {
  readonly port: number
  close(): Promise<void>
}

interface MailInPlace {
  listen: HostPort
  domain: string
  /** PEM texts; null: a certificate is made. */
  tls?: { cert: string; key: string } | null
}

const MAX_CLIENTS = 50
const MAX_RECIPIENTS = 20
const IDLE_MS = 60_000

/** A response to a mail server: after 4xx it tries again, after 5xx it returns the mail to the sender. */
class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Receives mail for triggers over SMTP. A mail is accepted when its runs are durable, and not before. */
export async function startMailIn(
  deps: MailInDeps,
  { listen, domain, tls = null }: MailInPlace,
): Promise<MailIn> {
  // Most installations take no mail: then its library is not loaded.
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer({
    disabledCommands: ['AUTH'],
    // Encryption is optional, with the installation's certificate or one generated at startup.
    ...(tls ?? ownCertificate(domain, new Date())),
    authOptional: true,
    disableReverseLookup: true,
    banner: 'Caseloom receives email for playbooks',
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    logger: false,
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= MAX_RECIPIENTS)
        return done(new Refusal(452, 'Too many recipients'))
      void settle(deps, findBox(deps, domain, address), done)
    },
    onData(stream, session, done) {
      const addresses = session.envelope.rcptTo.map((one) => one.address)
      void settle(deps, takeData(deps, domain, { stream, addresses }), done)
    },
  })
  // A client that breaks off is its own business.
  server.on('error', (err) => deps.log.debug({ err }, 'mail connection failed'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(listen.port, listen.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : listen.port
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Whatever goes wrong on our side is for a while: the sender's server keeps the mail. */
async function refusalOf(deps: MailInDeps, work: Promise<unknown>): Promise<Refusal | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    if (!isFailure(error)) deps.log.warn({ err: error }, 'failed to accept an email')
    return new Refusal(451, 'The email can’t be accepted now. Send it again later.')
  }
}

async function settle(
  deps: MailInDeps,
  work: Promise<unknown>,
  done: (error?: Error | null) => void,
): Promise<void> {
  done(await refusalOf(deps, work))
}

interface Box {
  scope: TenantScope
  row: TriggerRow
}

async function findBox(deps: MailInDeps, domain: string, address: string): Promise<Box> {
  const unknown = new Refusal(550, 'No such mailbox')
  const [local = '', host = ''] = address.toLowerCase().split('@')
  if (host !== domain.toLowerCase() || !/^[0-9a-f]{24}$/.test(local)) throw unknown
  const [found] = await deps.system.read((tx) =>
    tx.rows(
      IdTenantIdRow,
      `select id, tenant_id from caseloom.trigger where kind = 'mail' and hook_key = $1 and enabled`,
      [local],
      'automation-mail-box',
    ),
  )
  const scope = found === undefined ? null : await deps.tenant(found.tenant_id)
  if (found === undefined || scope === null) throw unknown
  const row = await scope.read((tx) => triggerById(tx, found.id))
  if (row?.options['via'] !== 'smtp') throw unknown
  return { scope, row }
}

async function takeData(
  deps: MailInDeps,
  domain: string,
  { stream, addresses }: { stream: SMTPServerDataStream; addresses: readonly string[] },
): Promise<void> {
  const raw = await bytesOf(stream)
  const parsed = await parseMail(raw)
  const boxes = new Map<string, string>()
  for (const address of addresses) boxes.set(address.toLowerCase(), address)
  for (const address of boxes.values()) await takeFor(deps, domain, address, parsed)
}

/** Evaluated again when the playbook was published meanwhile; mail that was already accepted is then a duplicate. */
async function takeFor(deps: MailInDeps, domain: string, address: string, parsed: ParsedMail): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    const { scope, row } = await findBox(deps, domain, address)
    const judged = await judgeMail(deps, scope, row, parsed)
    const [saved]: (SavedEvent | undefined)[] = await scope.tx((tx) => saveEvaluatedEvent(deps, tx, [judged]))
    if (isCrowded(saved)) throw new Refusal(451, 'Too many runs are queued. Send the email again later.')
    // The sender's server retries the mail; meanwhile the log says what to fix.
    if (saved?.kind === 'failed' || saved?.kind === 'refused')
      throw new Refusal(451, 'The playbook can’t accept this email now. Send it again later.')
    if (saved?.kind !== 'stale') return
  }
  throw new Refusal(451, 'The playbook is being published. Send the email again.')
}

/** The rest of a mail that is too big is read and thrown away, so that its sender hears why. */
async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    // Without an encoding a stream gives buffers.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size <= MAX_MAIL_BYTES) chunks.push(bytes)
  }
  if (size > MAX_MAIL_BYTES || stream.sizeExceeded)
    throw new Refusal(552, `An email can have at most ${MAX_MAIL_BYTES / 1024 / 1024} MB`)
  return Buffer.concat(chunks)
}
