import type { MailAttachment, MailHop, MailLink, Mailbox } from '@caseloom/contract/records/mail'
import { extractObservables, type FoundObservable } from '@caseloom/contract/values/extract-observables'
import { recognizeObservable } from '@caseloom/contract/values/observable-value'
import { hostOf } from './sender-claims.rules.ts'

export interface MailFacts {
  senders: readonly string[]
  recipients: readonly Mailbox[]
  links: readonly MailLink[]
  attachments: readonly MailAttachment[]
  hops: readonly MailHop[]
  text: string
}

/** What of an email is worth looking up, each once: its recipients aren't. */
export function mailObservables(facts: MailFacts): FoundObservable[] {
  const { senders, recipients, links, attachments, hops, text } = facts
  const own = new Set(
    recipients.flatMap(({ address }) => [address.toLowerCase(), hostOf(address)]).filter((one) => one !== ''),
  )
  const targets = links.flatMap(({ target }) => [target, hostOf(target.replace(/^mailto:/i, ''))])
  const stated = [
    ...senders.flatMap((address) => [address, hostOf(address)]),
    ...targets,
    ...hops.flatMap(({ ip }) => ip ?? []),
    ...attachments.map(({ sha256 }) => sha256),
  ]
  const all = [...stated.flatMap(plainObservable), ...extractObservables(text)]
  const found = new Map<string, FoundObservable>()
  for (const one of all) {
    if (own.has(one.value)) continue
    found.set(`${one.kind} ${one.value}`, one)
  }
  return [...found.values()]
}

function plainObservable(text: string): FoundObservable[] {
  const found = text === '' ? null : recognizeObservable(text)
  return found === null || found.kind === 'other' ? [] : [found]
}
