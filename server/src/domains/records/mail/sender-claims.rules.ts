import type { Mailbox } from '@caseloom/contract/records/mail'
import { extractObservables } from '@caseloom/contract/values/extract-observables'
import { domainOf } from './mail-authentication.rules.ts'

/** The address or domain in a display name that isn't the sender's; null if it claims nothing. */
export function claimedByName({ name, address }: Mailbox): string | null {
  const own = domainOf(hostOf(address))
  for (const { kind, value } of extractObservables(name.slice(0, 500))) {
    if (kind === 'email' && value !== address.toLowerCase()) return value
    if ((kind === 'domain' || kind === 'url') && domainOf(hostOf(value)) !== own) return value
  }
  return null
}

/** Replies don't go to the sender. */
export function repliesDiffer(from: Mailbox | null, replyTo: readonly Mailbox[]): boolean {
  const sender = from?.address.toLowerCase() ?? ''
  return replyTo.some(({ address }) => address !== '' && address.toLowerCase() !== sender)
}

/** The host of an address, a URL, or a bare name. */
export function hostOf(value: string): string {
  if (value.includes('://')) return URL.parse(value)?.hostname ?? ''
  return value.slice(value.lastIndexOf('@') + 1).toLowerCase()
}

/** The host that a link shows though its target is another one; user names before an @ pass for hosts, too. */
export function shownHost(text: string, target: string): string | null {
  const leads = hostOf(target.replace(/^mailto:/i, ''))
  const user = URL.parse(target)?.username ?? ''
  const names = [text.slice(0, 1_000), safeDecode(user)].flatMap((said) =>
    extractObservables(said).flatMap(({ kind, value }) =>
      kind === 'url' || kind === 'domain' || kind === 'email' ? [hostOf(value)] : [],
    ),
  )
  if (names.some((host) => domainOf(host) === domainOf(leads))) return null
  return names[0] ?? null
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // What isn't encoded is as it is.
    return text
  }
}
