import { once } from 'node:events'
import { connect } from 'node:net'

const LETTER = ['From: ana@example.test', 'Subject: Odd mail', '', 'Please look at this.']

/** Sends a letter to a mail server on loopback, as another mail server would; throws the refusal. */
export async function sendLetter(port: number, to: string, lines: readonly string[] = LETTER): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  const talk = [
    '',
    'EHLO test\r\n',
    'MAIL FROM:<ana@example.test>\r\n',
    `RCPT TO:<${to}>\r\n`,
    'DATA\r\n',
    [...lines, '.', ''].join('\r\n'),
  ]
  try {
    for (const line of talk) {
      if (line !== '') socket.write(line)
      let answer = ''
      // The last line of an answer has a blank behind its number.
      while (!/^\d{3} .*\r\n$/m.test(answer)) answer += String((await once(socket, 'data'))[0])
      if (!/^[23]/.test(answer)) throw new Error(answer.trim())
    }
  } finally {
    socket.destroy()
  }
}
