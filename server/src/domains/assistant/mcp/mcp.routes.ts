import * as routes from '@caseloom/contract/assistant/mcp'
import type { Http, RequestFacts, RequestHead } from '../../../platform/http/types.ts'
import { type McpDeps, refuseStream, serveMcp } from './serve-mcp.ts'
import { tenantOfToken, type TokenPlaces } from './tenant-of-token.ts'

/** Serves the tools of the assistant to outside assistants. */
export function bindMcpRoutes(http: Http, deps: McpDeps & TokenPlaces): void {
  http.bindTenant(routes.mcpMessage, (said) => serveMcp(deps, said))
  http.bindTenant(routes.mcpStream, async ({ reply }) => refuseStream(reply))
  const found = new WeakMap<RequestFacts, Awaited<ReturnType<typeof tenantOfToken>>>()
  const beforeBody = async ({ request }: RequestHead) => {
    found.set(request, await tenantOfToken(deps, request))
    return undefined
  }
  http.bind(
    routes.mcpAnywhereMessage,
    async (message) => {
      const place = found.get(message.request) ?? (await tenantOfToken(deps, message.request))
      return serveMcp(deps, { ...message, ...place })
    },
    { beforeBody },
  )
  http.bind(routes.mcpAnywhereStream, async ({ reply }) => refuseStream(reply))
}
