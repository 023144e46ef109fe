import type { ImapFlow } from 'imapflow'
import { z } from 'zod'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { AssetCredentials } from '../assets/credentials.ts'
import { PollError } from '../polls/poll-error.ts'

/** The way to a mailbox, past the guard. */
export interface MailboxWay {
  connect: Outbound['connect']
  privateRangesAllowed: boolean
}

/** Of an asset of the connector "mail". */
const Settings = z.object({
  username: z.string().min(1),
  imapHost: z.string().min(1),
  imapPort: z.number().int().default(993),
  imapSecurity: z.enum(['tls', 'starttls', 'none']).default('tls'),
})

const WAIT_MS = 15_000

/** Logs in to the mailbox of an asset; throws PollFault with the reason. */
export async function openMailbox(
  { connect, privateRangesAllowed }: MailboxWay,
  asset: string,
  credentials: AssetCredentials,
): Promise<ImapFlow> {
  const settings = Settings.safeParse(credentials.settings)
  if (!settings.success) throw new PollError(`The asset "${asset}" has no IMAP host or no user name`)
  const { username, imapHost: host, imapPort: port, imapSecurity: security } = settings.data
  return withMailboxErrors(host, async () => {
    // 33 MiB that only installations with mailboxes need.
    const { ImapFlow: Imap } = await import('imapflow')
    const client = new Imap({
      host: await checkedAddress(connect, { host, port, privateRangesAllowed }),
      servername: host,
      port,
      secure: security === 'tls',
      doSTARTTLS: security === 'starttls',
      auth: { user: username, pass: credentials.parts['password'] ?? '' },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: WAIT_MS,
      greetingTimeout: WAIT_MS,
      socketTimeout: 60_000,
    })
    // Without a listener, a broken connection would end the process; pending requests fail on their own.
    client.on('error', () => undefined)
    await client.connect()
    return client
  })
}

/** Logs in and out again, without reading anything; throws with the reason. */
export async function tryMailbox(way: MailboxWay, credentials: AssetCredentials): Promise<void> {
  const client = await openMailbox(way, 'mail', credentials)
  client.close()
}

/** The library opens the connection itself, so it gets the address that the guard approved, never the name. */
async function checkedAddress(
  connect: Outbound['connect'],
  to: Parameters<Outbound['connect']>[0],
): Promise<string> {
  const socket = await connect(to)
  const { remoteAddress } = socket
  socket.destroy()
  if (remoteAddress === undefined) throw new PollError(`${to.host} closed the connection`)
  return remoteAddress
}

/** Shows people what mail servers respond, without the rejected command. */
export async function withMailboxErrors<T>(host: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PollError) throw error
    const said = error instanceof Error && 'responseText' in error ? error.responseText : undefined
    const why =
      typeof said === 'string' ? said : error instanceof Error ? error.message : 'it doesn’t respond'
    throw new PollError(`${host}: ${why}`)
  }
}
