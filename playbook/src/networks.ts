import ipaddr from 'ipaddr.js'

/** True for an IP address and for a network with its length. */
export function isNetwork(text: string): boolean {
  if (text.includes('/')) return ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
