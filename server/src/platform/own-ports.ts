import type { Config } from './config.ts'

/** Ports of this installation itself, which no outside call may reach. */
export function ownPorts(config: Config): number[] {
  const addresses = [config.restate.ingressUrl, config.restate.adminUrl, config.workerUrl, config.publicUrl]
  const ports = addresses.map((address) => {
    const url = new URL(address)
    return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  })
  return [...new Set([...ports, config.listen.port])].filter((port) => port > 0)
}
