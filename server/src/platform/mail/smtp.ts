import { createTransport } from 'nodemailer'
import type { SmtpServer } from '../settings.ts'

export interface Letter {
  messageId: string
  date: Date
  from: string
  to: string
  subject: string
  text: string
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

/** Posts by SMTP; one connection that is reused. Throws a Refusal with the server's own words. */
export function smtpPost(server: SmtpServer): Post {
  const transport = createTransport({
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
    // Letters are plain text that we wrote: nothing may make the library read files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...letter }) {
      try {
        // As an object the address is taken as it is, never split at a comma.
        await transport.sendMail({ ...letter, to: { name: '', address: to } })
      } catch (error) {
        throw refusalOf(error)
      }
    },
    close: () => transport.close(),
  }
}

function refusalOf(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : 'The mail server failed'
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  // RFC 5321: 5yz is for good; but 530, 534, 535 and 538 speak of our credentials, which an operator can mend.
  const final = code >= 550 && code <= 559
  return new Refusal(message.slice(0, 500), final)
}
