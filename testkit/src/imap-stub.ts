import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface StubMail {
  uid: number
  raw: string
  flags: string[]
}

/** A mailbox on loopback that speaks as much IMAP as a polling client needs. */
export interface ImapStub {
  port: number
  mails: StubMail[]
  /** Mails that were moved away, by folder. */
  moved: Record<string, StubMail[]>
  validity: number
  /** Puts a mail into the mailbox; answers its id. */
  put(raw: string): number
  close(): Promise<void>
}

/** Starts it on a free port for one user. */
export async function startImapStub(credentials: { user: string; pass: string }): Promise<ImapStub> {
  let next = 1
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    talk(socket, stub, { credentials, next: () => next })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stub: ImapStub = {
    // A server that listens on a port has an address.
    port: (server.address() as AddressInfo).port,
    mails: [],
    moved: {},
    validity: 7,
    put(raw) {
      stub.mails.push({ uid: next, raw: raw.replaceAll(/\r?\n/g, '\r\n'), flags: [] })
      next += 1
      return next - 1
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return stub
}

interface Talk {
  credentials: { user: string; pass: string }
  next(): number
}

const CAPABILITIES = 'IMAP4rev1 MOVE UIDPLUS'

function talk(socket: Socket, stub: ImapStub, { credentials, next }: Talk): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  say(`* OK [CAPABILITY ${CAPABILITIES}] ready`)
  const answer = (line: string): void => {
    const [tag = '*', ...words] = line.split(' ')
    const isUid = words[0]?.toUpperCase() === 'UID'
    const [name = '', ...rest] = isUid ? words.slice(1) : words
    const args = rest.join(' ')
    const picked = mailsOf(stub, rest[0] ?? '')
    switch (name.toUpperCase()) {
      case 'CAPABILITY':
        say(`* CAPABILITY ${CAPABILITIES}`)
        break
      case 'LOGIN': {
        const isRight = args.replaceAll('"', '') === `${credentials.user} ${credentials.pass}`
        // As some servers do, it quotes the command that it refuses.
        const no = `${tag} NO [AUTHENTICATIONFAILED] Wrong user or password in LOGIN ${args}`
        return void say(isRight ? `${tag} OK in` : no)
      }
      case 'LIST':
        // A request for nothing returns only the separator.
        say(args === '"" ""' ? '* LIST (\\Noselect) "/" ""' : '* LIST () "/" INBOX')
        break
      case 'SELECT':
      case 'EXAMINE':
        if (!/INBOX/i.test(args)) return void say(`${tag} NO [NONEXISTENT] No such mailbox`)
        say(`* ${stub.mails.length} EXISTS`)
        say('* FLAGS (\\Seen \\Deleted)')
        say(`* OK [UIDVALIDITY ${stub.validity}] valid`)
        say(`* OK [UIDNEXT ${next()}] next`)
        return void say(`${tag} OK [READ-WRITE] open`)
      case 'SEARCH':
        say(
          `* SEARCH ${mailsOf(stub, rest.at(-1) ?? '')
            .map(({ uid }) => uid)
            .join(' ')}`.trimEnd(),
        )
        break
      case 'FETCH':
        for (const mail of picked) sendMail(socket, stub, mail, args)
        break
      case 'STORE':
        for (const mail of picked) mail.flags.push(...(/\(([^)]*)\)/.exec(args)?.[1] ?? '').split(' '))
        break
      case 'MOVE':
        takeOut(stub, picked, (rest[1] ?? '').replaceAll('"', ''))
        break
      case 'EXPUNGE':
        takeOut(
          stub,
          stub.mails.filter(({ flags }) => flags.includes('\\Deleted')),
          'deleted',
        )
        break
      case 'LOGOUT':
        say('* BYE')
        say(`${tag} OK out`)
        return void socket.end()
      default:
        break
    }
    say(`${tag} OK done`)
  }
  let rest = ''
  socket.on('data', (bytes) => {
    const lines = `${rest}${bytes.toString()}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) answer(line)
  })
}

/** `3`, `3:5`, `3:*`; the last one is always in an open range, as the standard wants it. */
function mailsOf(stub: ImapStub, range: string): StubMail[] {
  const [from = '', to = from] = range.split(':')
  const last = Math.max(0, ...stub.mails.map(({ uid }) => uid))
  const [low, high] = [Number(from), to === '*' ? last : Number(to)].toSorted((a, b) => a - b)
  return stub.mails.filter(({ uid }) => uid >= (low ?? 0) && uid <= (high ?? 0))
}

function sendMail(socket: Socket, stub: ImapStub, mail: StubMail, wanted: string): void {
  const parts = [`UID ${mail.uid}`, `FLAGS (${mail.flags.join(' ')})`]
  const bytes = Buffer.from(mail.raw)
  if (/RFC822\.SIZE/i.test(wanted)) parts.push(`RFC822.SIZE ${bytes.length}`)
  if (/ENVELOPE/i.test(wanted)) {
    const subject = /^Subject: (.*)$/im.exec(mail.raw)?.[1]?.trim() ?? ''
    parts.push(`ENVELOPE (NIL "${subject}" NIL NIL NIL NIL NIL NIL NIL NIL)`)
  }
  socket.write(`* ${stub.mails.indexOf(mail) + 1} FETCH (${parts.join(' ')}`)
  if (/BODY/i.test(wanted)) socket.write(` BODY[] {${bytes.length}}\r\n${mail.raw}`)
  socket.write(')\r\n')
}

function takeOut(stub: ImapStub, mails: readonly StubMail[], folder: string): void {
  stub.moved[folder] = [...(stub.moved[folder] ?? []), ...mails]
  stub.mails = stub.mails.filter((mail) => !mails.includes(mail))
}
