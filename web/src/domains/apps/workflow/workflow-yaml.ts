import type { JsonValue } from '@caseloom/contract/json'
import { Workflow } from '@caseloom/contract/workflow'
import { printDocument, readDocument } from '@caseloom/playbook/document-text'

export function workflowYaml(workflow: Workflow): string {
  // A definition is JSON: only absent settings are undefined.
  return printDocument({ workflow: JSON.parse(JSON.stringify(workflow)) as JsonValue })
}

export type ReadWorkflow = { ok: true; workflow: Workflow } | { ok: false; faults: string[] }

/** Reads a workflow in YAML or JSON, with or without `workflow:` above it. */
export function readWorkflow(text: string): ReadWorkflow {
  const read = readDocument(text)
  if (!read.ok) return { ok: false, faults: read.issues.map(({ message }) => message) }
  const { value } = read
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const parsed = Workflow.safeParse(isObject && 'workflow' in value ? value['workflow'] : value)
  if (parsed.success) return { ok: true, workflow: parsed.data }
  return {
    ok: false,
    faults: parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
    ),
  }
}
