import { type Credentials, secretForms } from '@caseloom/connectors/kit/credentials'
import { hideTexts } from '@caseloom/connectors/kit/masking'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { randomUUID } from 'node:crypto'
import type { TenantScope } from '../../../../platform/database/types.ts'
import type { AssetsDeps } from '../../assets/assets-deps.ts'
import type { AssetOpener } from '../../assets/credentials.ts'
import type { FullActionRow } from '../../registry/connector.store.ts'
import type { ReadDocument } from '../openapi/document-to-actions.rules.ts'
import { withClient } from './mcp-client.ts'

interface Wanted {
  actor: Actor
  key: string
  url: string
  asset: string | null
}

const TIMEOUT_MS = 30_000
const MAX_TOOLS = 1_000
const MAX_PAGES = 20

/** Asks an MCP server for its tools, and makes an action of each. */
export async function readTools(
  deps: AssetsDeps & { opener: AssetOpener },
  scope: TenantScope,
  { actor, key, url, asset }: Wanted,
): Promise<{ read: ReadDocument } | { issues: Issue[] }> {
  const opened = asset === null ? null : await deps.opener.forStep(scope, actor, asset)
  if (opened !== null && !opened.ok) return refusal(['body', 'asset'], opened.error.message)
  const open: Credentials = { settings: {}, base: url, headers: {}, query: {}, secrets: [] }
  // The asset proves who asks; where it is asked is what the person wrote, when that is the asset's own origin.
  if (opened !== null && URL.parse(opened.credentials.base)?.origin !== URL.parse(url)?.origin)
    return refusal(['body', 'asset'], 'This asset is for another address')
  const credentials = opened === null ? open : { ...opened.credentials, base: url }
  const privateRangesAllowed = await deps.privateRangesAllowed(scope.tenantId)
  const outcome = await withClient(
    {
      credentials,
      http: { request: (request) => deps.outbound.request({ ...request, privateRangesAllowed }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      timeoutMs: TIMEOUT_MS,
      idempotencyKey: randomUUID(),
    },
    async (client) => {
      const tools = []
      let cursor: string | undefined
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await client.listTools(cursor === undefined ? {} : { cursor })
        tools.push(...answer.tools)
        cursor = answer.nextCursor
        if (cursor === undefined || tools.length >= MAX_TOOLS) break
      }
      return { tools: tools.slice(0, MAX_TOOLS), server: client.getServerVersion() }
    },
  )
  if (!outcome.ok) return refusal(['body', 'url'], outcome.error.message)
  // What a server says of itself and its tools is shown to all who build.
  const said = plainJson(outcome.value)
  const { tools, server } = hideTexts(
    said,
    secretForms(credentials.secrets),
  ) as unknown as typeof outcome.value // the same shape
  const names = new Set<string>()
  const title = server?.title ?? server?.name ?? key
  return {
    read: {
      title: title.slice(0, 100),
      description: `Tools of the MCP server ${new URL(url).host}.`,
      about: {
        vendor: '',
        version: (server?.version ?? '').slice(0, 40),
        docs: null,
        settings: {
          type: 'object',
          properties: { baseUrl: { type: 'string', title: 'Address', pattern: '^https?://', default: url } },
        },
        base: '{settings.baseUrl}',
        auth: [],
        openAuth: ['none', 'bearer', 'apiKey', 'basic', 'oauth2ClientCredentials', 'oauth2AuthorizationCode'],
      },
      actions: tools.map((tool) => actionOf(tool, { key, names })),
      warnings: [],
    },
  }
}

interface Tool {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: object
  outputSchema?: object | undefined
  annotations?: { idempotentHint?: boolean | undefined; readOnlyHint?: boolean | undefined } | undefined
}

function actionOf(tool: Tool, { key, names }: { key: string; names: Set<string> }): FullActionRow {
  const plain = tool.name.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^[^A-Za-z]+/, '') || 'tool'
  const base = `${key}.${plain.slice(0, 90)}`
  let name = base
  for (let count = 2; names.has(name); count += 1) name = `${base}_${count}`
  names.add(name)
  const { idempotentHint = false, readOnlyHint = false } = tool.annotations ?? {}
  return {
    name,
    title: (tool.title ?? tool.name).slice(0, 200),
    description: (tool.description ?? '').slice(0, 2_000),
    request: null,
    deprecated: false,
    enabled: true,
    spec: {
      kind: 'mcp',
      tool: tool.name,
      input: plainJson(tool.inputSchema),
      output: tool.outputSchema === undefined ? null : plainJson(tool.outputSchema),
      idempotent: idempotentHint || readOnlyHint,
    },
  }
}

function plainJson(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject // what JSON.parse answers for an object
}

function refusal(path: (string | number)[], message: string): { issues: Issue[] } {
  return { issues: [{ path, code: 'bad_value', message }] }
}
