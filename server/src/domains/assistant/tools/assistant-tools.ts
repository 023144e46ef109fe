// What Hero AI can look up and do, each as a tool with its own permission check.
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { fail } from '../../../platform/errors.ts'
import type { Asking } from '../asking/answerer.ts'
import { aggregateTools } from './aggregate-tools.ts'
import { appTools } from './app-tools.ts'
import { bounded } from './bounded.ts'
import { componentTools } from './component-tools.ts'
import { draftTools } from './draft-tools.ts'
import { helpTools } from './help-tools.ts'
import { recordTools } from './record-tools.ts'
import { runTools } from './run-tools.ts'
import type { AssistantTool, ToolResult } from './tool.ts'
import type { ToolDeps } from './tool-deps.ts'

/** All that an assistant may do here; each as the person who asks, and none of them changes or starts anything. */
export function assistantTools(deps: ToolDeps): readonly AssistantTool[] {
  return [
    ...helpTools(deps),
    ...appTools(deps),
    ...recordTools(deps),
    ...aggregateTools(deps),
    ...runTools(deps),
    ...componentTools(deps),
    ...draftTools(deps),
  ]
}

/**
 * Runs a tool with what a model or an outside assistant sent. Throws request.invalid with the faults of the input and
 * whatever the tool throws; what it answers is cut to 20 kB.
 */
export async function callTool(
  tool: AssistantTool,
  asking: Asking & { signal: AbortSignal },
  input: unknown,
): Promise<ToolResult> {
  const read = tool.input.safeParse(input ?? {})
  if (!read.success) {
    const issues = read.error.issues.map(({ path, code, message }) => ({
      path: path.map(placeOf),
      code,
      message,
    }))
    const detail = issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`).join('; ')
    throw fail('request.invalid', { detail: detail.slice(0, 2_000), issues })
  }
  asking.signal.throwIfAborted()
  const result = await tool.run(asking, read.data)
  const { value, cut } = bounded(result.content)
  return { ...result, content: cut ? withNote(value) : value }
}

function withNote(value: JsonValue): JsonValue {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { ...value, cut: 'There is more than fits here' } : value
}

function placeOf(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part
}
