import type { Http } from '../../platform/http/types.ts'
import { createThrottle } from '../../platform/http/throttle.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { bindAssistantRoutes } from './assistant.routes.ts'
import type { AssistantNeeds } from './assistant-needs.ts'
import type { assistantParts } from './assistant-parts.ts'
import { bindMcpRoutes } from './mcp/mcp.routes.ts'
import { modelParts } from './model-parts.ts'
import { bindModelRoutes } from './providers/models.routes.ts'

/** Messages of one token or user: an assistant at work sends some each second. */
const MCP_LIMIT = { name: 'mcp', points: 600, seconds: 60 }

/** All routes of the domain. */
export function bindAssistant(
  http: Http,
  platform: Platform,
  needs: AssistantNeeds,
  parts: ReturnType<typeof assistantParts>,
): void {
  const { gate, tenancy, identity, flags, version } = needs
  const { system, log, config } = platform
  bindAssistantRoutes(http, parts)
  bindMcpRoutes(http, {
    tools: parts.tools,
    flags,
    throttle: createThrottle(system, MCP_LIMIT),
    publicUrl: config.publicUrl,
    version,
    log,
    gate,
    tenants: tenancy.tenants,
    enterable: identity.enterable,
  })
  bindModelRoutes(http, modelParts(platform, needs))
}
