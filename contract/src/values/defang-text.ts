import { fileExtension, isTopLevelDomain } from './top-level-domains.ts'

const SCHEME = /\b(h)tt(ps?:\/\/)|\bf(t)(p:\/\/)/gi
/** Names with dots, with what is directly before them. */
const NAME = /(:\/\/|[@/\\]|)([\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+)/gu
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/

/**
 * A text in which no web address, domain, IPv4 address, or email address becomes a link: `hxxps://evil[.]com`,
 * `a[@]evil[.]com`. What is defanged already stays as it is.
 */
export function defangText(text: string): string {
  return text
    .replace(NAME, (whole, before: string, name: string) => {
      const isPath = before === '/' || before === '\\'
      const isName = isTopLevelDomain(lastOf(name)) && fileExtension(name) === null
      const isHost = before === '://' || before === '@' || IPV4.test(name) || isName
      return isPath || !isHost ? whole : `${before === '@' ? '[@]' : before}${name.replaceAll('.', '[.]')}`
    })
    .replace(SCHEME, (whole) => (/^h/i.test(whole) ? whole.replace(/tt/i, 'xx') : whole.replace(/t/i, 'x')))
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}
