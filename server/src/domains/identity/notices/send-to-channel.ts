import { createHmac } from 'node:crypto'
import type { Channel } from '@caseloom/contract/identity/notification-channels'
import { oneLine } from '../../../platform/mail/queue-mail.ts'
import type { Outbound, OutboundResponse } from '../../../platform/outbound/outbound.ts'
import { type ChannelMessage, messageBody } from './channel-message.rules.ts'
import type { ChannelTarget } from './channel.store.ts'

/** Why a message didn't arrive. */
export interface ChannelFault {
  text: string
  retryable: boolean
  /** What the other side asks to wait. */
  retryAfterMs: number | null
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** Posts a message to the address of a channel; null when it arrived. */
export async function sendToChannel(
  outbound: Pick<Outbound, 'request'>,
  channel: Channel,
  { url, secret }: ChannelTarget,
  message: ChannelMessage,
): Promise<ChannelFault | null> {
  const body = JSON.stringify(messageBody(channel, message))
  const signature = secret === null ? {} : { 'x-hub-signature-256': `sha256=${hmacOf(secret, body)}` }
  const answer = await outbound.request({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    idempotencyKey: message.id,
    keepRedirects: true,
  })
  if (!answer.ok) return { text: answer.error.message, retryable: answer.error.retryable, retryAfterMs: null }
  return answer.status >= 200 && answer.status < 300 ? null : faultOf(answer, url)
}

function faultOf({ status, body, retryAfterMs }: OutboundResponse, url: string): ChannelFault {
  const said = oneLine(withoutSecrets(body.toString('utf8'), url))
  const text = `The server responded with status ${status}${said === '' ? '' : `: ${said}`}`
  return { text, retryable: status === 408 || status === 429 || status >= 500, retryAfterMs }
}

/** Some servers quote the address that was asked: its path and query let anyone post. */
function withoutSecrets(text: string, url: string): string {
  const { pathname, search, searchParams } = new URL(url)
  const parts = [pathname + search, pathname, ...pathname.split('/'), ...searchParams.values()]
  return parts
    .filter((part) => part.length >= 6)
    .reduce((clean, part) => clean.replaceAll(part, '[hidden]'), text)
}

function hmacOf(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
