import type { McpDeps } from '../domains/assistant/mcp/serve-mcp.ts'
import type { TokenPlaces } from '../domains/assistant/mcp/tenant-of-token.ts'
import type { AssistantTool } from '../domains/assistant/tools/tool.ts'
import type { Services } from '../services.ts'
import { createThrottle } from '../platform/http/throttle.ts'

/** Messages of one token or user: an assistant at work sends some each second. */
const LIMIT = { name: 'mcp', points: 600, seconds: 60 }

/** What serving outside assistants needs. */
export function mcpServices(
  house: Services,
  { tools, version }: { tools: readonly AssistantTool[]; version: string },
): McpDeps & TokenPlaces {
  const { gate, tenancy, identity, system, log } = house
  return {
    tools,
    flags: tenancy.flags,
    throttle: createThrottle(system, LIMIT),
    publicUrl: house.identityDeps.publicUrl,
    version,
    log,
    gate,
    tenants: tenancy.tenants,
    enterable: identity.enterable,
  }
}
