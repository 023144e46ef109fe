import { z } from 'zod'
import { JsonObject, JsonValue } from '../kernel/json.ts'
import { route } from '../kernel/route.ts'

/** One message of JSON-RPC 2.0, as the Model Context Protocol sends it (streamable HTTP, without sessions). */
const Message = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200).optional(),
  params: JsonObject.optional(),
  result: JsonValue.optional(),
  error: JsonValue.optional(),
})
export type McpMessage = z.infer<typeof Message>

const MAX_BYTES = 512 * 1024
const base = '/api/tenant/:tenantId/mcp' as const

export const mcpMessage = route({
  method: 'POST',
  path: base,
  summary:
    'Model Context Protocol endpoint: the lookups and drafts of Hero AI, for external assistants with an API token',
  needs: 'assistant:use',
  body: Message,
  bodyLimit: MAX_BYTES,
  answers: 'file',
  on404: 'here',
})
export const mcpStream = route({
  method: 'GET',
  path: base,
  summary: 'Returns 405: this server has no event stream',
  needs: 'assistant:use',
  fails: ['mcp.no_stream'],
  on404: 'here',
})
export const mcpAnywhereMessage = route({
  method: 'POST',
  path: '/api/mcp',
  summary:
    'Model Context Protocol endpoint for API tokens whose user has exactly one tenant, without a tenant ID in the URL',
  open: true,
  body: Message,
  bodyLimit: MAX_BYTES,
  bodyAfterCheck: true,
  answers: 'file',
  on404: 'here',
})
export const mcpAnywhereStream = route({
  method: 'GET',
  path: '/api/mcp',
  summary: 'Returns 405: this server has no event stream',
  open: true,
  fails: ['mcp.no_stream'],
  on404: 'here',
})
