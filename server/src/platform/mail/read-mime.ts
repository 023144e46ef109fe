import PostalMime, { type Address, type Email } from 'postal-mime'

const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024, forceRfc822Attachments: true } as const
/** Bytes of a head that are read when the rest can't be. */
export const MAX_HEAD_BYTES = 64 * 1024

/** A MIME message; null when it is nested beyond measure or its headers have no end. */
export async function readMime(raw: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, LIMITS)
  } catch {
    // The caller says what becomes of what can't be read.
    return null
  }
}

/** The headers of a message that can't be read as a whole; null when not even they can. */
export async function readMimeHead(raw: Buffer): Promise<Email | null> {
  const end = raw.indexOf('\r\n\r\n')
  try {
    return await PostalMime.parse(raw.subarray(0, Math.min(end < 0 ? raw.length : end, MAX_HEAD_BYTES)))
  } catch {
    // The caller says what becomes of what can't be read.
    return null
  }
}

/** Addresses one by one, those of groups included. */
export function mailboxesOf(addresses: readonly Address[] | undefined): { name: string; address: string }[] {
  return (addresses ?? []).flatMap((one) =>
    (one.group ?? [one]).map(({ name, address }) => ({
      name: storable(name),
      address: storable(address ?? ''),
    })),
  )
}

/** One in five phishing mails has a sender that no strict parser reads: then the first thing like an address counts. */
export function senderOf(email: Email): { name: string; address: string } | null {
  const [first] = mailboxesOf(email.from === undefined ? [] : [email.from])
  if (first !== undefined && first.address !== '') return first
  const line = email.headers.find(({ key }) => key === 'from')?.value ?? ''
  const address = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/.exec(line)?.[0]
  if (address === undefined) return first ?? null
  return {
    name: storable(line.replace(address, '').replace(/[<>"]/g, '').trim()),
    address: storable(address),
  }
}

/** ISO 8601, or null for what isn't a date. */
export function instantOf(text: string | undefined): string | null {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** What senders write must not break what stores it. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
