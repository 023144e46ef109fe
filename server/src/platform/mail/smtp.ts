import { createTransport } from 'nodemailer'
import type { Outbound } from '../outbound/outbound.ts'
import type { MailParts } from './mail-parts.ts'
import type { SmtpServer } from '../settings.ts'

export interface Letter {
  messageId: string
  date: Date
  from: string
  to: string
  subject: string
  text: string
  more?: LetterParts
}

export interface LetterParts extends Omit<MailParts, 'attachments'> {
  attachments: readonly { name: string; mediaType: string; content: Buffer }[]
}

/** Where letters are posted. `final` of the refusal: the server will never take this letter. */
export interface Post {
  send(letter: Letter): Promise<void>
  close(): void
}

export class Refusal extends Error {
  readonly final: boolean
  constructor(message: string, final: boolean) {
    super(message)
    this.name = 'Refusal'
    this.final = final
  }
}

type Socket = Awaited<ReturnType<Outbound['connect']>>
/** Opens the connection to the server, in place of the library. */
type Connect = (to: { host: string; port: number }) => Promise<Socket>

/** A server that someone named, past the guard of all outside connections. */
export interface Guarded {
  connect: Connect
  security: 'tls' | 'starttls' | 'none'
}

/** Posts by SMTP; one connection that is reused. Throws a Refusal with the server's own words. */
export function smtpPost(server: SmtpServer, guarded?: Guarded): Post {
  const transport = transportOf(server, guarded)
  return {
    async send({ to, more, ...letter }) {
      try {
        await transport.sendMail({
          ...letter,
          ...(more === undefined ? { to: addresses([to]) } : partsOf(more)),
        })
      } catch (error) {
        throw refusalOf(error, server)
      }
    },
    close: () => transport.close(),
  }
}

/** Logs in and goes away again; throws a Refusal with the server's own words. */
export async function smtpTry(server: SmtpServer, guarded: Guarded): Promise<void> {
  const transport = transportOf(server, guarded)
  try {
    await transport.verify()
  } catch (error) {
    throw refusalOf(error, server)
  } finally {
    transport.close()
  }
}

function transportOf(server: SmtpServer, guarded: Guarded | undefined) {
  return createTransport({
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.auth === null ? {} : { auth: server.auth }),
    pool: true,
    maxConnections: 1,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    // Nothing may make the library read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(guarded === undefined
      ? {}
      : {
          requireTLS: guarded.security === 'starttls',
          ignoreTLS: guarded.security === 'none',
          getSocket: socketBy(guarded.connect, server),
        }),
  })
}

type Socketed = (error: Error | null, options: { connection?: Socket }) => void

function socketBy(connect: Connect, server: SmtpServer) {
  const answer = async (callback: Socketed): Promise<void> => {
    try {
      const connection = await connect(server)
      callback(null, { connection })
    } catch (error) {
      callback(error instanceof Error ? error : new Error('No connection'), {})
    }
  }
  return (_options: unknown, callback: Socketed): void => void answer(callback)
}

/** As objects addresses are taken as they are, never split at a comma. */

function addresses(list: readonly string[]): { name: string; address: string }[] {
  return list.map((address) => ({ name: '', address }))
}

function partsOf({ to, cc, bcc, replyTo, html, attachments }: LetterParts) {
  return {
    to: addresses(to),
    cc: addresses(cc),
    bcc: addresses(bcc),
    ...(replyTo === null ? {} : { replyTo: addresses([replyTo]) }),
    ...(html === null ? {} : { html }),
    attachments: attachments.map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content,
    })),
  }
}

function refusalOf(error: unknown, server: SmtpServer): Refusal {
  const message = error instanceof Error ? error.message : 'The mail server failed'
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  // RFC 5321: 5yz is permanently; but 530, 534, 535 and 538 speak of our credentials, which an operator can fix.
  const final = code >= 550 && code <= 559
  return new Refusal(withoutPassword(message, server).slice(0, 500), final)
}

/** Servers quote the command that they refuse, and one of them holds the password. */
function withoutPassword(text: string, { auth }: SmtpServer): string {
  if (auth === null || auth.pass.length < 4) return text
  const forms = [`\0${auth.user}\0${auth.pass}`, auth.pass].flatMap((one) => [
    Buffer.from(one).toString('base64'),
    one,
  ])
  return forms.reduce((hidden, form) => hidden.replaceAll(form, '[hidden]'), text)
}
