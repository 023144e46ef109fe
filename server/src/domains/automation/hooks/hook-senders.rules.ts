import { BlockList, isIPv4 } from 'node:net'

/** The networks that a webhook lets in. */
export interface Senders {
  includes(ip: string): boolean
}

/** From addresses and networks as a published document lists them; null when everyone may send. */
export function sendersOf(networks: readonly string[] | undefined): Senders | null {
  if (networks === undefined || networks.length === 0) return null
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIPv4(base) ? 'ipv4' : 'ipv6'
    list.addSubnet(base, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return {
    includes(ip) {
      // A listener on both families sees senders of the older one in this form.
      const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
      return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
    },
  }
}
