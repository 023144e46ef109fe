import { createTransport } from 'nodemailer'

/** Sends a short letter to a mail server on loopback, as a neighbour's server would. */
export async function sendLetter(port: number, to: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  await transport.sendMail({
    from: 'ana@example.test',
    to,
    subject: 'Odd mail',
    text: 'Please look at this.',
  })
}
