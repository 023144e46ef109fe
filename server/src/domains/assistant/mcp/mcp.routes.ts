import * as routes from '@caseloom/contract/mcp'
import type { Http } from '../../../platform/http/types.ts'
import { type McpDeps, refuseStream, serveMcp } from './serve-mcp.ts'
import { tenantOfToken, type TokenPlaces } from './tenant-of-token.ts'

/** Serves the tools of the assistant to outside assistants. */
export function bindMcpRoutes(http: Http, deps: McpDeps & TokenPlaces): void {
  http.bindTenant(routes.mcpMessage, (said) => serveMcp(deps, said))
  http.bindTenant(routes.mcpStream, async ({ reply }) => refuseStream(reply))
  http.bind(routes.mcpAnywhereMessage, async (said) =>
    serveMcp(deps, { ...said, ...(await tenantOfToken(deps, said.request)) }),
  )
  http.bind(routes.mcpAnywhereStream, async ({ reply }) => refuseStream(reply))
}
