import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Workflow } from '@caseloom/contract/apps/workflow'
import { parseText, printYaml, type TextIssue } from '@caseloom/playbook/yaml'

/** A workflow that was read from text, or its faults, each with line and column. */
export type WorkflowText =
  | {
      workflow: Workflow
      locate: (path: readonly (string | number)[]) => { line: number; column: number }
      issues?: never
    }
  | { workflow?: never; issues: TextIssue[] }

/** Reads a workflow from YAML or JSON. */
export function readWorkflow(text: string): WorkflowText {
  const parsed = parseText(text)
  if (!parsed.ok) return { issues: parsed.issues }
  if (isTooDeep(parsed.value))
    return { issues: [{ line: 1, column: 1, message: 'The workflow is nested too deeply' }] }
  const read = Workflow.safeParse(parsed.value)
  if (read.success) return { workflow: read.data, locate: parsed.locate }
  const issues = read.error.issues.flatMap((issue) => closest(issue))
  return { issues: issues.map(({ path, message }) => ({ ...parsed.locate(path), message })) }
}

/** As deep as requests to the server may be; the recursive schema reads no deeper. */
const MAX_DEPTH = 200

function isTooDeep(value: JsonValue): boolean {
  let level: JsonValue[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

/** Writes a workflow as YAML; reading it again gives the same. */
export function printWorkflow(workflow: Workflow): string {
  // A workflow is JSON by its schema; absent members are left out.
  return printYaml(JSON.parse(JSON.stringify(workflow)) as JsonValue)
}

type SchemaIssue = NonNullable<ReturnType<typeof Workflow.safeParse>['error']>['issues'][number]

interface Fault {
  path: (string | number)[]
  message: string
}

/** Of a value that fits none of several forms, the faults of the form that it comes closest to. */
function closest(issue: SchemaIssue, around: readonly PropertyKey[] = []): Fault[] {
  const path = [...around, ...issue.path].map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message: issue.message }]
  const forms = issue.errors.map((faults) => faults.flatMap((fault) => closest(fault, path)))
  const [best = []] = forms.toSorted((a, b) => distance(b, path) - distance(a, path))
  return best
}

/** How far into the value a form fits: faults inside of it come after those of its own members. */
function distance(faults: readonly Fault[], around: readonly unknown[]): number {
  const deepest = Math.max(0, ...faults.map(({ path }) => path.length - around.length))
  return (
    deepest * 100 - faults.length - faults.filter(({ path }) => path.length === around.length).length * 10
  )
}
