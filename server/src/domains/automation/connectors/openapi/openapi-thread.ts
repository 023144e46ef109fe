import type { Issue } from '@caseloom/contract/kernel/errors'
import { isJsonObject, type JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { normalize, upgrade } from '@scalar/openapi-parser'
import { parentPort, workerData } from 'node:worker_threads'
import { readDocument } from './document-to-actions.rules.ts'
import type { ThreadInput, ThreadOutput } from './thread-messages.ts'

/** The body of a thread that reads one document and ends; its owner bounds time and memory. */
const MAX_VALUES = 5_000_000
const DEEPEST = 200

// What read-openapi.ts hands over.
const { bytes, key, source } = workerData as ThreadInput
parentPort?.postMessage(work())

function work(): ThreadOutput {
  const parsed = parse(bytes)
  if ('issues' in parsed) return parsed
  const { document } = parsed
  const version = textOf(document['openapi']) ?? textOf(document['swagger'])
  if (version === null || !/^(2\.0|3\.[01]\.\d+)/.test(version)) {
    const message =
      version === null
        ? 'The document has no version: "openapi" or "swagger" is missing'
        : `The version ${version.slice(0, 20)} isn’t supported`
    return refusal([textOf(document['swagger']) === null ? 'openapi' : 'swagger'], message)
  }
  try {
    // The library answers a document of version 3.1, which is JSON as its input was.
    const upgraded = upgrade(document).specification as unknown as JsonObject
    return readDocument(upgraded, { key, source })
  } catch {
    // The library’s messages name its own code; the author gets ours.
    return refusal([], 'The document isn’t valid OpenAPI')
  }
}

function parse(input: Uint8Array): { document: JsonObject } | { issues: Issue[] } {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(input)
  } catch {
    // The decoder says no more than that.
    return refusal([], 'The file isn’t UTF-8 text')
  }
  let value: JsonValue | undefined
  try {
    // Both readers return JSON; a text in braces is JSON, and its errors are reported as such.
    value = (text.trimStart().startsWith('{') ? JSON.parse(text) : normalize(text)) as JsonValue | undefined
  } catch (error) {
    const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    return refusal([], `The file is neither JSON nor YAML: ${said.slice(0, 300)}`)
  }
  if (!isJsonObject(value)) return refusal([], 'The file doesn’t contain an OpenAPI document')
  // Anchors of YAML can stand for more than any memory holds.
  if (!isBounded(value)) return refusal([], 'The document has too many values or is nested too deeply')
  return { document: value }
}

function isBounded(root: JsonValue): boolean {
  let left = MAX_VALUES
  const stack: [JsonValue, number][] = [[root, 0]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, depth] = next
    left -= 1
    if (left < 0 || depth > DEEPEST) return false
    if (typeof value !== 'object' || value === null) continue
    for (const member of Object.values(value)) stack.push([member, depth + 1])
  }
  return true
}

function refusal(path: (string | number)[], message: string): { issues: Issue[] } {
  return { issues: [{ path, code: 'bad_value', message }] }
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
