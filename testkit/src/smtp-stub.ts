import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server on loopback that keeps what it is given. */
export interface SmtpStub {
  port: number
  /** Whole letters with their headers, as they came over the wire. */
  letters: { from: string; to: string[]; raw: string }[]
  /** What the next letters are answered with; null takes them. */
  refuse(answer: { code: number; text: string } | null): void
  close(): Promise<void>
}

/** Starts it on a free port; with credentials it takes letters of that user only. */
export async function startSmtpStub(credentials?: { user: string; pass: string }): Promise<SmtpStub> {
  const letters: SmtpStub['letters'] = []
  let refusal: { code: number; text: string } | null = null
  const server = new SMTPServer({
    disabledCommands: credentials === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: credentials === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isRight = username === credentials?.user && password === credentials?.pass
      if (isRight) done(null, { user: username })
      // As some servers do, it quotes what it refuses.
      else done(Object.assign(new Error(`Wrong credentials ${username} ${password}`), { responseCode: 535 }))
    },
    onRcptTo(_address, _session, done) {
      if (refusal === null) done()
      else done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        letters.push({ from, to: rcptTo.map((each) => each.address), raw: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server answers an address object.
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    letters,
    refuse: (answer) => {
      refusal = answer
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
