import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

export interface McpStub {
  url: string
  port: number
  /** True adds a tool. */
  tools: { extra: boolean }
  close(): Promise<void>
}

/** An MCP server on this machine (streamable HTTP), with tools that return what they received. */
export async function aMcpServer(): Promise<McpStub> {
  const tools = { extra: false }
  const server = createServer((request, response) => {
    const one = new McpServer({ name: 'stub', version: '1.0.0' })
    const found = { found: z.string(), as: z.string() }
    one.registerTool(
      'look-up',
      {
        title: 'Look up',
        inputSchema: { value: z.string() },
        outputSchema: found,
        annotations: { readOnlyHint: true },
      },
      ({ value }) => {
        const structuredContent = { found: value, as: request.headers.authorization ?? '' }
        return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
      },
    )
    one.registerTool('fail', { inputSchema: {} }, () => ({
      content: [{ type: 'text', text: 'no luck' }],
      isError: true,
    }))
    if (tools.extra) one.registerTool('extra', { inputSchema: {} }, () => ({ content: [] }))
    const transport = new StreamableHTTPServerTransport({})
    response.on('close', () => void one.close())
    // The SDK's own class does not fit its interface under exactOptionalPropertyTypes.
    void one.connect(transport as unknown as Transport).then(() => transport.handleRequest(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    tools,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
