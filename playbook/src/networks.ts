import ipaddr from 'ipaddr.js'

/** Networks that addresses are compared with. */
export interface NetworkSet {
  includes(ip: string): boolean
}

/** Prepares addresses and networks, all of which `isNetwork` accepts, for comparisons. */
export function networkSet(networks: readonly string[]): NetworkSet {
  const ranges = networks.map((network) =>
    ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`),
  )
  return {
    includes(ip) {
      if (!ipaddr.isValid(ip)) return false
      // A listener on both families sees IPv4 senders as mapped addresses.
      const address = ipaddr.process(ip)
      return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
    },
  }
}

/** True for an IP address and for a network with its length. */
export function isNetwork(text: string): boolean {
  if (text.includes('/')) return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
