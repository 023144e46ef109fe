import type { Config } from '../config.ts'
import { socketPathOf } from '../durable/engine-door.ts'

/** Ports of this installation itself, which no outside call may reach. */
export function ownPorts(config: Config): number[] {
  const { ingressUrl, adminUrl } = config.restate
  const addresses = [ingressUrl, adminUrl, config.workerUrl, config.publicUrl]
  const ports = addresses
    .filter((address) => socketPathOf(address) === null)
    .map((address) => {
      const url = new URL(address)
      return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    })
  return [...new Set([...ports, config.listen.port])].filter((port) => port > 0)
}
