import type { ManifestAction } from '@caseloom/connectors/kit/manifest'
import { verdictSchema } from '@caseloom/connectors/kit/verdict'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { ActionSpec } from '@caseloom/playbook/actions'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import { schemaOf } from './resolve-connector.ts'

/** What the language must know of a connector's action, as data: for threads, and for versions that outlive changes. */
export const StoredSpec = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  input: JsonObjectColumn,
  required: z.array(z.string()),
  output: JsonObjectColumn.nullable(),
  asset: z.object({ connector: z.string(), required: z.boolean() }),
  timeoutMs: z.number(),
})
export type StoredSpec = z.infer<typeof StoredSpec>

/** A stored spec as the language takes it; its schema is compiled when a step first needs it. */
export function specOf(stored: StoredSpec): ActionSpec {
  const { name, title, description, required, asset, timeoutMs, output } = stored
  let compiled: z.ZodType | undefined
  return {
    name,
    title,
    description,
    kind: 'effect',
    get input() {
      compiled ??= schemaOf(stored.input)
      return compiled
    },
    required,
    asset,
    timeoutMs,
    ...(output === null ? {} : { output }),
  }
}

/** The spec of an action that is a request. */
export function httpSpec(
  { name, title, description, input, response, timeoutMs }: ManifestAction,
  asset: StoredSpec['asset'],
): StoredSpec {
  const output = outputOf(response)
  return { name, title, description, input, required: requiredOf(input), output, asset, timeoutMs }
}

function outputOf({ verdict, paging, output }: ManifestAction['response']): JsonObject | null {
  if (verdict !== undefined) return verdictSchema(output)
  return paging === undefined ? (output ?? null) : pagedOutput(output)
}

function pagedOutput(items: JsonObject | undefined): JsonObject {
  const list = items ?? { type: 'array' }
  return {
    type: 'object',
    properties: { items: list, more: { type: 'boolean' } },
    required: ['items', 'more'],
  }
}

/** Properties that must not be empty: those required texts, numbers and choices that address or say something. */
export function requiredOf({ required, properties }: JsonObject): string[] {
  if (!Array.isArray(required)) return []
  const known =
    typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {}
  return required.filter((name): name is string => {
    if (typeof name !== 'string') return false
    const schema = known[name]
    const type =
      typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema['type'] : null
    return type === 'string' || type === 'integer' || type === 'number'
  })
}
