import type { Workflow } from '@caseloom/contract/apps/workflow'
import { printWorkflow, readWorkflow as readText } from '@caseloom/workflow/yaml'

export const workflowYaml = printWorkflow

export type ReadWorkflow = { ok: true; workflow: Workflow } | { ok: false; faults: string[] }

/** Reads a workflow in YAML or JSON; faults name their line. */
export function readWorkflow(text: string): ReadWorkflow {
  const read = readText(text)
  if (read.workflow !== undefined) return { ok: true, workflow: read.workflow }
  return { ok: false, faults: read.issues.map(({ line, message }) => `${line}: ${message}`) }
}
