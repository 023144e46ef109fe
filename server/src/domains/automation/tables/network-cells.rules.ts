// Addresses and networks in cells: one form for each, and the networks that contain one.
import { canonicalIp } from '@caseloom/contract/values/formats'
import { refang } from '@caseloom/contract/values/observable-value'

/** The one form of an address or network, without its host bits; null for other text. Defanged ones are accepted. */
export function readNetwork(text: string): string | null {
  return canonicalIp(refang(text.trim()).replace(/^\[(.*)\]$/, '$1'))
}

/** A network as it is stored and all networks that contain it, the narrowest first. */
export function containingNetworks(network: string): string[] {
  const [address = '', length] = network.split('/')
  const width = address.includes(':') ? 128 : 32
  const from = length === undefined ? width : Number(length)
  return Array.from({ length: from + 1 }, (_, step) => canonicalIp(`${address}/${from - step}`)).filter(
    (one) => one !== null,
  )
}
