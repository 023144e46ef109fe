import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Email, type Header } from 'postal-mime'

/** Largest mail that is taken, in bytes. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024

/** A mail as expressions see it, and the bytes that came with it. */
export interface ParsedMail {
  mail: JsonObject
  files: { name: string; type: string; bytes: Buffer }[]
  subject: string
  /** Names the mail once and for all, over several ways of delivery. */
  once: string
}

const MAX_FILES = 100
const MAX_TEXT = 1_000_000
const MAX_HEADERS = 500
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, forceRfc822Attachments: true } as const

/** Reads a mail; whatever cannot be read is left out, so that no mail is lost for its form. */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const email = await read(raw)
  const files = email.attachments.slice(0, MAX_FILES).map(({ filename, mimeType, content }, index) => ({
    name: filename ?? (mimeType === 'message/rfc822' ? `mail-${index + 1}.eml` : `part-${index + 1}`),
    type: mimeType,
    bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  }))
  const headers = headersOf(email.headers)
  const subject = clean(email.subject ?? '')
  const id = email.messageId ?? createHash('sha256').update(raw).digest('hex')
  return {
    mail: {
      messageId: email.messageId ?? null,
      from: fromOf(email),
      to: mailboxes(email.to),
      cc: mailboxes(email.cc),
      replyTo: mailboxes(email.replyTo),
      subject,
      date: dateOf(email.date),
      text: clean(email.text ?? '').slice(0, MAX_TEXT),
      html: clean(email.html ?? '').slice(0, MAX_TEXT),
      headers,
    },
    files,
    subject,
    once: `mail/${id}/${email.date ?? ''}`,
  }
}

/** Parts nested beyond measure and headers without end: then the mail is its bytes and what its head says. */
async function read(raw: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(raw, LIMITS)
  } catch {
    // Nothing is lost: the head is tried alone and the whole email is attached.
    const end = raw.indexOf('\r\n\r\n')
    const head = raw.subarray(0, Math.min(end < 0 ? raw.length : end, 64 * 1024))
    const text = 'This email couldn’t be read. It is attached as a file.'
    const whole = { filename: 'mail.eml', mimeType: 'message/rfc822', disposition: null, content: raw }
    try {
      const email = await PostalMime.parse(head)
      return { ...email, text, attachments: [whole] }
    } catch {
      // Nothing is lost: the whole email is attached.
      return { headers: [], headerLines: [], text, attachments: [whole] }
    }
  }
}

function headersOf(headers: readonly Header[]): JsonObject {
  const found: Record<string, string | string[]> = {}
  for (const { key, value } of headers.slice(0, MAX_HEADERS)) {
    const before = Object.hasOwn(found, key) ? found[key] : undefined
    const text = clean(value)
    if (before === undefined) found[key] = text
    else found[key] = [...(Array.isArray(before) ? before : [before]), text]
  }
  return found
}

/** One in five phishing mails has a sender that no strict parser reads: then the first thing like an address counts. */
function fromOf(email: Email): JsonObject | null {
  const [first] = mailboxes(email.from === undefined ? [] : [email.from])
  if (first !== undefined && first['address'] !== '') return first
  const line = email.headers.find(({ key }) => key === 'from')?.value ?? ''
  const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/.exec(line)?.[0]
  if (address === undefined) return first ?? null
  return { name: clean(line.replace(address, '').replace(/[<>"]/g, '').trim()), address: clean(address) }
}

function mailboxes(addresses: readonly Address[] | undefined): JsonObject[] {
  return (addresses ?? []).flatMap((one) =>
    (one.group ?? [one]).map(({ name, address }) => ({ name: clean(name), address: clean(address ?? '') })),
  )
}

function dateOf(text: string | undefined): string | null {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** What senders write must not break what keeps it. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
