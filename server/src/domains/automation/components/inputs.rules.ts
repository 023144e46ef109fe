import type { Issue } from '@caseloom/contract/errors'
import type { JsonObject } from '@caseloom/contract/json'
import { z } from 'zod'

/** What is wrong with the inputs that somebody gives to a playbook, by the JSON Schema of its document. */
export function inputFaults(document: JsonObject, inputs: JsonObject): Issue[] {
  const schema = document['inputs']
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return []
  const verdict = z.fromJSONSchema({ type: 'object', ...schema }).safeParse(inputs)
  if (verdict.success) return []
  return verdict.error.issues.map(({ path, message }) => ({
    path: ['body', 'inputs', ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    code: 'bad_value',
    message: `${path.length === 0 ? 'inputs' : path.join('.')}: ${message}`,
  }))
}
