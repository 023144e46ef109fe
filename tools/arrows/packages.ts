import type { Zone } from './zones.ts'

/** Packages that open a door to the outside, and the only server parts that may hold them. */
const PLATFORM_ONLY: Record<string, readonly string[]> = {
  pg: ['database', 'embedded', 'hubs'],
  undici: ['outbound', 'durable'],
  fastify: ['http'],
  'socket.io': ['hubs', 'http'],
  'node:http': ['http', 'hubs', 'durable', 'embedded', 'outbound'],
  'node:https': ['http', 'hubs', 'outbound'],
  'node:http2': ['durable'],
  'node:net': ['http', 'embedded', 'outbound', 'durable', ''],
  'node:dns': ['outbound'],
  'node:dns/promises': ['outbound'],
  'node:child_process': ['embedded', 'durable', ''],
}

function platformOnly(zone: Zone, name: string): string | undefined {
  const parts = name.startsWith('@restatedev/') ? ['durable', 'embedded'] : PLATFORM_ONLY[name]
  if (!parts) return undefined
  if (zone.kind === 'compose' || (zone.kind === 'platform' && parts.includes(zone.name))) return undefined
  return `${name} belongs to server/src/platform/${parts.filter(Boolean).join(' or ')}`
}

/** Why a file of `zone` may not import the package, or undefined when it may. */
export function packageFault(zone: Zone, name: string): string | undefined {
  if (zone.role === 'test') return undefined
  const builtin = name.startsWith('node:')
  switch (zone.kind) {
    case 'contract':
      return name === 'zod' ? undefined : 'contract is pure: zod and nothing else'
    case 'playbook':
    case 'workflow':
      return builtin ? `${zone.kind} runs in the browser too: no Node built-ins` : undefined
    case 'web-shell':
    case 'web-data':
    case 'web-ui':
    case 'web-field-types':
    case 'web-domain':
    case 'web-gallery':
      return builtin ? 'the web app runs in the browser: no Node built-ins' : undefined
    case 'platform':
    case 'field-types':
    case 'domain':
    case 'connector':
    case 'connectors-kit':
      return platformOnly(zone, name)
    default:
      return undefined
  }
}

/** What Node's crypto module offers without clock or chance. */
const PURE_CRYPTO = new Set(['createHash', 'createHmac', 'hash', 'timingSafeEqual'])

/** True when a pure `.rules.ts` file may not reach the package, even through other files. */
export function impurePackage(name: string, names: readonly string[]): boolean {
  if (name === 'node:crypto') return names.length === 0 || !names.every((item) => PURE_CRYPTO.has(item))
  return name.startsWith('node:') || platformOnly(RULES_ZONE, name) !== undefined
}

const RULES_ZONE: Zone = { kind: 'domain', name: '', role: 'rules' }
