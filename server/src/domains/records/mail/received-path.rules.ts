import type { MailHop } from '@caseloom/contract/records/mail'
import { canonicalIp } from '@caseloom/contract/values/formats'
import { type HeaderLine, withoutComments } from './mail-authentication.rules.ts'

const MAX_HOPS = 50
const MAX_VALUE = 2_000

/** The servers on the way, oldest first; each server adds its Received header above the others. */
export function receivedPath(headers: readonly HeaderLine[]): MailHop[] {
  const values = headers.filter(({ name }) => name.toLowerCase() === 'received').slice(0, MAX_HOPS)
  const hops: MailHop[] = []
  let before: number | null = null
  for (const { value } of values.toReversed()) {
    const hop = hopOf(value.slice(0, MAX_VALUE))
    const at: number | null = hop.at === null ? null : Date.parse(hop.at)
    hops.push({
      ...hop,
      delay: at === null || before === null ? null : Math.round((at - before) / 1000),
    })
    before = at ?? before
  }
  return hops
}

function hopOf(value: string): Omit<MailHop, 'delay'> {
  const end = value.lastIndexOf(';')
  const route = end < 0 ? value : value.slice(0, end)
  const plain = withoutComments(route)
  const sender = route.slice(0, /\bby\s/i.exec(route)?.index ?? route.length)
  return {
    from: word(plain, /\bfrom\s+(\S{1,253})/i),
    ip: addressIn(sender),
    by: word(plain, /\bby\s+(\S{1,253})/i),
    protocol: word(plain, /\bwith\s+([\w-]{1,30})/i),
    at: end < 0 ? null : instant(withoutComments(value.slice(end + 1))),
  }
}

function word(text: string, form: RegExp): string | null {
  return form.exec(text)?.[1]?.replace(/[;,]+$/, '') ?? null
}

/** The address that the receiving server saw is in brackets, after what the sender says of itself. */
function addressIn(text: string): string | null {
  const bracketed = [...text.matchAll(/\[(?:IPv6:)?([0-9a-f.:]{3,45})\]/gi)]
  const bare = [...text.matchAll(/\(([0-9a-f.:]{3,45})\)/gi)]
  for (const [, found = ''] of [...bracketed.toReversed(), ...bare.toReversed()]) {
    const ip = canonicalIp(found)
    if (ip !== null && !ip.includes('/')) return ip
  }
  return null
}

function instant(text: string): string | null {
  const at = Date.parse(text.trim())
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
