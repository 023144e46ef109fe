import type { JsonObject } from '@caseloom/contract/kernel/json'
import { createHash } from 'node:crypto'
import type { Email, Header } from 'postal-mime'
import {
  instantOf,
  mailboxesOf,
  readMime,
  readMimeHead,
  senderOf,
  storable,
} from '../../../platform/mail/read-mime.ts'

/** Largest mail that is taken, in bytes. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024

/** A mail as expressions see it, and the bytes that came with it. */
export interface ParsedMail {
  mail: JsonObject
  files: { name: string; type: string; bytes: Buffer }[]
  /** As it came. */
  raw: Buffer
  subject: string
  /** Names the mail once and for all, over several ways of delivery. */
  once: string
}

const MAX_FILES = 100
const MAX_TEXT = 1_000_000
const MAX_HEADERS = 500

/** Reads a mail; whatever cannot be read is left out, so that no mail is lost for its form. */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const email = await read(raw)
  const files = email.attachments.slice(0, MAX_FILES).map(({ filename, mimeType, content }, index) => ({
    name: filename ?? (mimeType === 'message/rfc822' ? `mail-${index + 1}.eml` : `part-${index + 1}`),
    type: mimeType,
    bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  }))
  const headers = headersOf(email.headers)
  const subject = storable(email.subject ?? '')
  const id = email.messageId ?? createHash('sha256').update(raw).digest('hex')
  return {
    mail: {
      messageId: email.messageId ?? null,
      from: senderOf(email),
      to: mailboxesOf(email.to),
      cc: mailboxesOf(email.cc),
      replyTo: mailboxesOf(email.replyTo),
      subject,
      date: instantOf(email.date),
      text: storable(email.text ?? '').slice(0, MAX_TEXT),
      html: storable(email.html ?? '').slice(0, MAX_TEXT),
      headers,
    },
    files,
    raw,
    subject,
    once: `mail/${id}/${email.date ?? ''}`,
  }
}

/** What can't be read as a whole is its bytes and what its head says: nothing is lost. */
async function read(raw: Buffer): Promise<Email> {
  const email = await readMime(raw)
  if (email !== null) return email
  const text = 'This email couldn’t be read. It is attached as a file.'
  const whole = { filename: 'mail.eml', mimeType: 'message/rfc822', disposition: null, content: raw }
  const head = await readMimeHead(raw)
  return { ...(head ?? { headers: [], headerLines: [] }), text, attachments: [whole] }
}

function headersOf(headers: readonly Header[]): JsonObject {
  const found: Record<string, string | string[]> = {}
  for (const { key, value } of headers.slice(0, MAX_HEADERS)) {
    const before = Object.hasOwn(found, key) ? found[key] : undefined
    const text = storable(value)
    if (before === undefined) found[key] = text
    else found[key] = [...(Array.isArray(before) ? before : [before]), text]
  }
  return found
}
