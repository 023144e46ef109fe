import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { isFailure } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { Asking } from '../asking/answerer.ts'
import { callTool } from '../tools/assistant-tools.ts'
import type { AssistantTool, ToolResult } from '../tools/tool.ts'

/** What an outside assistant is offered: nothing that only a person's press in the product may start. */
const INTERNAL_TOOLS: ReadonlySet<string> = new Set(['list_components'])

/** A tool as the protocol lists it. */
export interface ListedTool {
  [key: string]: unknown
  name: string
  title: string
  description: string
  inputSchema: { [key: string]: unknown; type: 'object' }
  annotations: { readOnlyHint: boolean; openWorldHint: boolean }
}

/** The tools of the product for outside assistants. */
export function mcpTools(tools: readonly AssistantTool[]): readonly AssistantTool[] {
  return tools.filter(({ name }) => !INTERNAL_TOOLS.has(name))
}

export function listedTool({ name, title, description, input }: AssistantTool): ListedTool {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }
}

export interface McpAnswer {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

/** Runs a tool for an external assistant; errors are returned as its result, as the protocol requires. */
export async function answerTool(
  { tool, publicUrl, log }: { tool: AssistantTool; publicUrl: string; log: Log },
  asking: Asking & { signal: AbortSignal },
  input: unknown,
): Promise<McpAnswer> {
  try {
    return said(contentOf(await callTool(tool, asking, input), publicUrl))
  } catch (error) {
    if (!isFailure(error)) {
      log.error({ err: error, tool: tool.name }, 'an MCP tool failed')
      return { ...said({ error: 'Something went wrong on our side' }), isError: true }
    }
    const { issues } = error.details
    const faults = (issues ?? []).slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`)
    return {
      ...said({ error: error.message, code: error.code, ...(faults.length === 0 ? {} : { faults }) }),
      isError: true,
    }
  }
}

function said(content: JsonValue): McpAnswer {
  return { content: [{ type: 'text', text: JSON.stringify(content) }] }
}

/** What a tool found with the addresses of its sources; a draft of a playbook is opened by pasting it. */
function contentOf({ content, sources, drafts = [] }: ToolResult, publicUrl: string): JsonObject {
  return {
    result: content,
    sources: sources.map(({ title, to }) => ({ title, url: `${publicUrl}${to}` })),
    ...(drafts.length === 0
      ? {}
      : {
          drafts: drafts.map(({ kind, title, to }) =>
            kind === 'playbook'
              ? {
                  kind,
                  title,
                  open: 'In Orchestration, select New playbook, then Paste, and paste the document',
                }
              : { kind, title, url: `${publicUrl}${to}` },
          ),
        }),
  }
}
