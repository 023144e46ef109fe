import type { FieldsData } from '@kenjiuno/msgreader'
import type { Attachment, Email, Mailbox } from 'postal-mime'
import { readMimeHead } from './read-mime.ts'

/** A message as Outlook stores it (.msg), and the headers that came with it. */
export interface OutlookMessage {
  email: Email
  headers: string
}

/**
 * Reads a .msg file as if it were a MIME message; null for what isn't one. A damaged file can lead in circles: call it
 * where time is bounded.
 */
export async function readOutlook(raw: Buffer): Promise<OutlookMessage | null> {
  const Reader = await readerOf()
  try {
    const reader = new Reader(new DataView(raw.buffer, raw.byteOffset, raw.byteLength))
    const data = reader.getFileData()
    if (data.messageClass === undefined) return null
    const headers = data.headers ?? ''
    const head = headers === '' ? null : await readMimeHead(Buffer.from(`${headers.trimEnd()}\r\n\r\n`))
    const attachments = (data.attachments ?? []).flatMap((one) => attachmentOf(one, reader))
    return { email: { ...emailOf(data, head), attachments }, headers }
  } catch {
    // Whatever the library found wrong, the file can't be read.
    return null
  }
}

/** Only .msg files need the library. */
async function readerOf() {
  const { default: library } = await import('@kenjiuno/msgreader')
  // To Node.js, the default of a CommonJS module is all that it exports.
  return (library as unknown as { default: typeof library }).default
}

/** What the headers say counts: the rest is what Outlook made of it. */
function emailOf(data: FieldsData, head: Email | null): Omit<Email, 'attachments'> {
  const sender = { name: data.senderName ?? '', address: smtpOf(data.senderSmtpAddress, data.senderEmail) }
  const html =
    data.bodyHtml ?? (data.html === undefined ? undefined : decoded(data.html, data.internetCodepage))
  return {
    headers: head?.headers ?? [],
    headerLines: head?.headerLines ?? [],
    from: head?.from ?? sender,
    replyTo: head?.replyTo,
    returnPath: head?.returnPath,
    to: head?.to ?? recipientsOf(data, 'to'),
    cc: head?.cc ?? recipientsOf(data, 'cc'),
    subject: data.subject ?? head?.subject,
    date: head?.date ?? data.clientSubmitTime ?? data.messageDeliveryTime,
    messageId: head?.messageId ?? data.messageId,
    text: data.body,
    html,
  }
}

function recipientsOf({ recipients = [] }: FieldsData, type: 'to' | 'cc'): Mailbox[] {
  return recipients
    .filter(({ recipType = 'to' }) => recipType === type)
    .map(({ name = '', smtpAddress, email }) => ({ name, address: smtpOf(smtpAddress, email) }))
}

/** Addresses of Exchange itself (`/o=…/cn=…`) lead nowhere on the Internet. */
function smtpOf(...addresses: (string | undefined)[]): string {
  return addresses.find((one) => one?.includes('@')) ?? ''
}

function attachmentOf(
  field: FieldsData,
  reader: { getAttachment(field: FieldsData): { fileName: string; content: Uint8Array } },
): Attachment[] {
  const { fileName, content } = reader.getAttachment(field)
  const mimeType = field.innerMsgContent === true ? 'application/vnd.ms-outlook' : (field.attachMimeTag ?? '')
  return [{ filename: fileName, mimeType, disposition: 'attachment', content }]
}

/** Windows' numbers of the encodings that email is written in; everything else is taken for UTF-8. */
const ENCODINGS: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  20866: 'koi8-r',
  28591: 'iso-8859-1',
  28592: 'iso-8859-2',
  28605: 'iso-8859-15',
}

function decoded(bytes: Uint8Array, codepage = 65_001): string {
  return new TextDecoder(ENCODINGS[codepage] ?? 'utf-8').decode(bytes)
}
