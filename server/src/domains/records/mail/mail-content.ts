import { type MailAttachment, MAX_WHOLE_MAIL_BYTES, type MailView } from '@caseloom/contract/records/mail'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { createHash } from 'node:crypto'
import type { Attachment, Email } from 'postal-mime'
import { mediaTypeOf } from '../../../platform/files/media-type.ts'
import { unzipNames } from './zip-names.ts'
import {
  instantOf,
  mailboxesOf,
  readMime,
  readMimeHead,
  senderOf,
  storable,
} from '../../../platform/mail/read-mime.ts'
import { readOutlook } from '../../../platform/mail/read-outlook.ts'
import { authenticationOf, type HeaderLine } from './mail-authentication.rules.ts'
import { linksInText, safeMail } from './mail-html.ts'
import { mailObservables } from './mail-observables.rules.ts'
import { receivedPath } from './received-path.rules.ts'
import { claimedByName, repliesDiffer } from './sender-claims.rules.ts'

/** The bytes of an email file, or those of its beginning when it is larger than is read. */
export interface MailTask {
  bytes: Uint8Array
  isWhole: boolean
}

export type MailAnswer = { kind: 'mail'; mail: MailView } | { kind: 'too_complex' }

const MAX_PARTS = 1_000
const MAX_ATTACHMENTS = 100
const MAX_TEXT = 200_000
const MAX_SOURCE = 200_000
const MAX_HEADERS = 500
const MAX_OBSERVABLES = 300
const MAX_VALUE = 8_000

/** Reads an email; what can't be read is left out and said. */
export async function mailContent({ bytes, isWhole }: MailTask): Promise<MailAnswer> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (partsOf(raw) > MAX_PARTS) return { kind: 'too_complex' }
  const { email, instead, source, notices } = isOutlook(raw)
    ? await fromOutlook(raw)
    : await fromMime(raw, isWhole)
  const body = await bodyOf(email, instead, notices)
  const headers = headersOf(email)
  const [from, to, cc] = [senderOf(email), mailboxesOf(email.to), mailboxesOf(email.cc)]
  const replyTo = mailboxesOf(email.replyTo)
  const hops = receivedPath(headers)
  const senders = [from, ...replyTo, ...mailboxesOf(email.sender && [email.sender])]
  const facts = {
    senders: [...senders.flatMap((one) => one?.address ?? []), bare(email.returnPath)],
    recipients: [...to, ...cc],
    hops,
  }
  const observables = mailObservables({ ...facts, ...body })
  if (observables.length > MAX_OBSERVABLES && !notices.includes('text_cut')) notices.push('text_cut')
  return {
    kind: 'mail',
    mail: {
      notices,
      from,
      fromClaims: from === null ? null : claimedByName(from),
      replyTo,
      replyDiffers: repliesDiffer(from, replyTo),
      to,
      cc,
      subject: storable(email.subject ?? '').slice(0, MAX_VALUE),
      date: instantOf(email.date),
      messageId: email.messageId === undefined ? null : storable(email.messageId).slice(0, MAX_VALUE),
      authentication: authenticationOf(headers),
      ...body,
      headers,
      source,
      hops,
      observables: observables.slice(0, MAX_OBSERVABLES),
      // The reader has no access to the tenant's warning lists.
      hidden: [],
    },
  }
}

/** Blocks of emails that rich text doesn't have. */
const BLOCK_ENDS = /<\/(?:div|tr|h[1-6]|dt|dd|center|address|section|article|caption)>|<hr \/>/g

interface FoundEmail {
  email: Email
  /** The text when no parts are found. */
  instead: string
  source: string
  notices: MailView['notices']
}

async function fromMime(raw: Buffer, isWhole: boolean): Promise<FoundEmail> {
  const notices: MailView['notices'] = isWhole ? [] : ['head_only']
  const whole = isWhole ? await readMime(raw) : null
  const email = whole ?? (await readMimeHead(raw)) ?? NOTHING
  if (isWhole && (whole === null || isCut(whole, raw))) notices.push('broken')
  if (raw.length > MAX_SOURCE || !isWhole) notices.push('source_cut')
  const instead = isWhole && whole === null ? afterHead(raw) : ''
  return { email, instead, source: textOf(raw.subarray(0, MAX_SOURCE)), notices }
}

async function fromOutlook(raw: Buffer): Promise<FoundEmail> {
  const found = await readOutlook(raw)
  if (found === null) return { email: NOTHING, instead: '', source: '', notices: ['broken'] }
  const source = storable(found.headers).slice(0, MAX_SOURCE)
  return { email: found.email, instead: '', source, notices: ['outlook'] }
}

/** Whether it is an Outlook file: these can't be read in bounded steps, nor their headers alone. */
export function isOutlook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1'
}

/** Bodies without a charset are as Windows writes them when they aren't UTF-8. */
function textOf(raw: Buffer): string {
  try {
    return storable(new TextDecoder('utf-8', { fatal: true }).decode(raw, { stream: true }))
  } catch {
    // Not UTF-8: that is the answer.
    return storable(new TextDecoder('windows-1252').decode(raw))
  }
}

const NOTHING: Email = { headers: [], headerLines: [], attachments: [] }

type Body = Pick<MailView, 'html' | 'text' | 'links' | 'blocked' | 'attachments'>

async function bodyOf(email: Email, instead: string, notices: MailView['notices']): Promise<Body> {
  const html = email.html === undefined ? null : safeMail(storable(email.html))
  const given = storable(email.text ?? instead)
  const text =
    given.trim() === '' && html !== null ? plainTextOf(html.html.replace(BLOCK_ENDS, '</p>')) : given
  const found = html ?? linksInText(text)
  if (text.length > MAX_TEXT || found.isCut) notices.push('text_cut')
  if (email.attachments.length > MAX_ATTACHMENTS) notices.push('attachments_cut')
  const attachments: MailAttachment[] = []
  for (const [at, one] of email.attachments.slice(0, MAX_ATTACHMENTS).entries())
    attachments.push(await attachmentOf(one, at))
  return {
    html: html?.html ?? null,
    text: text.slice(0, MAX_TEXT),
    links: found.links,
    blocked: html?.blocked ?? { pictures: 0, pixels: 0, active: 0 },
    attachments,
  }
}

async function attachmentOf(
  { filename, mimeType, content }: Attachment,
  at: number,
): Promise<MailAttachment> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
  const name = storable(filename ?? (mimeType === 'message/rfc822' ? `mail-${at + 1}.eml` : `part-${at + 1}`))
  const mediaType = mediaTypeOf(bytes, name)
  return {
    name: name.slice(0, 255),
    size: bytes.length,
    mediaType,
    statedType: mimeType === '' ? mediaType : storable(mimeType).slice(0, 255),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    // No protection: other tools know files by it.
    md5: createHash('md5').update(bytes).digest('hex'),
    contents: await unzipNames(bytes, mediaType),
  }
}

/** More parts than anyone writes are there to exhaust the reader. */
function partsOf(raw: Buffer): number {
  let [count, at] = [0, 0]
  const text = raw.toString('latin1').toLowerCase()
  while ((at = text.indexOf('\ncontent-type:', at)) >= 0) {
    count += 1
    at += 1
  }
  return count
}

/** One of them is in every email. */
const USUAL = /^(?:from|to|subject|date|received|message-id|return-path|mime-version|content-type)$/

/** The headers are missing, or the end of the outermost part, or its mark. */
function isCut({ headers }: Email, raw: Buffer): boolean {
  if (!headers.some(({ key }) => USUAL.test(key))) return true
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (!/^\s*multipart\//i.test(type)) return false
  const boundary = /boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  return mark === undefined || !raw.includes(`--${mark}--`)
}

function afterHead(raw: Buffer): string {
  const text = textOf(raw.subarray(0, MAX_SOURCE * 2))
  const end = /\r?\n\r?\n/.exec(text)
  return end === null ? '' : text.slice(end.index + end[0].length)
}

function headersOf({ headers }: Email): HeaderLine[] {
  return headers.slice(0, MAX_HEADERS).map(({ originalKey, value }) => ({
    name: storable(originalKey).slice(0, 200),
    value: storable(value).slice(0, MAX_VALUE),
  }))
}

function bare(address: string | undefined): string {
  return storable(address ?? '').replace(/^<|>$/g, '')
}

/** Bytes of the beginning that suffice for the headers of a larger email. */
export const MAIL_HEAD_BYTES = 256 * 1024

/** Whether a file of this size is read as a whole. */
export function isReadWhole(size: number): boolean {
  return size <= MAX_WHOLE_MAIL_BYTES
}
