import type { Issue } from '@caseloom/contract/errors'
import type { JsonObject } from '@caseloom/contract/json'
import { z } from 'zod'
import { fail } from '../../../platform/errors.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]

/** Why a schema cannot stand behind a form; null when it can. */
export function schemaFault(schema: JsonObject): string | null {
  if (schema['type'] !== undefined && schema['type'] !== 'object') return 'it must be one of an object'
  try {
    compiled(schema)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'it is no JSON Schema'
  }
}

/** Checks what was filled in; throws inputs.invalid with every fault at its field. */
export function checkedValues(schema: JsonObject, values: JsonObject): JsonObject {
  const parsed = compiled(schema).safeParse(values)
  if (parsed.success) return values
  const issues = parsed.error.issues.map((issue) => issueOf(issue, values))
  throw fail('inputs.invalid', { issues })
}

function compiled(schema: JsonObject): z.ZodType {
  // Any JSON may be handed over: what is no schema is refused by name.
  return z.fromJSONSchema({ type: 'object', ...schema } as Schema)
}

function issueOf(issue: z.core.$ZodIssue, values: JsonObject): Issue {
  // JSON has no symbols for keys.
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  const isMissing = issue.code === 'invalid_type' && at(values, path) === undefined
  return {
    path: ['body', 'values', ...path],
    code: isMissing ? 'required' : (issue.code ?? 'invalid'),
    message: isMissing ? 'Required' : issue.message,
  }
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value
  for (const part of path) {
    if (typeof here !== 'object' || here === null) return undefined
    here = Object.entries(here).find(([key]) => key === String(part))?.[1]
  }
  return here
}
