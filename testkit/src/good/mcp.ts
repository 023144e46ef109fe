import type { Area } from './types.ts'

const message = () => ({ body: { jsonrpc: '2.0', id: 1, method: 'ping' } })

/** What an external assistant sends; without the Accept header, the request is rejected. */
export const mcp: Area = {
  good: { mcpMessage: message, mcpAnywhereMessage: message },
  otherStatus: {
    mcpMessage: [200],
    mcpStream: [405],
    mcpAnywhereMessage: [401],
    mcpAnywhereStream: [405],
  },
}
