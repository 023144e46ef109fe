import type { JsonValue } from '@caseloom/contract/kernel/json'
import { parseText } from '@caseloom/playbook/yaml'
import { unreadable } from './parse-fault.ts'

/** YAML 1.2 without aliases and tags, by the reader of playbooks. */
export function parseYaml(text: string): JsonValue {
  const read = parseText(text)
  if (read.ok) return read.value
  const [issue] = read.issues
  throw unreadable(
    issue?.message ?? 'this isn’t valid YAML',
    issue && { line: issue.line, column: issue.column },
  )
}
