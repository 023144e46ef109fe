import { parse } from 'tldts'

export type DomainParts = {
  host: string
  /** What someone can register: one label more than the suffix. */
  domain: string | null
  subdomain: string | null
  suffix: string | null
  /** The section of the Public Suffix List that has the suffix. */
  suffixKind: 'icann' | 'private' | 'unknown'
}

/** The parts of a host name in ASCII, by the whole Public Suffix List. */
export function domainPartsOf(host: string): DomainParts {
  const { domain, subdomain, publicSuffix, isIcann, isPrivate } = parse(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    // Names such as _dmarc.example.com are asked about too.
    validateHostname: false,
  })
  return {
    host,
    domain,
    subdomain: subdomain === '' ? null : subdomain,
    suffix: publicSuffix,
    suffixKind: isPrivate === true ? 'private' : isIcann === true ? 'icann' : 'unknown',
  }
}
