import { ApiError } from '../../../data/api-error.ts'
import type { SchemaIssue } from '../../../ui/schema-form/schema-field.tsx'

/** The server names request paths: `body.inputs.owner` is the field `owner`. */
export function issuesOf(error: unknown): SchemaIssue[] {
  if (!(error instanceof ApiError)) return []
  return error.issues.map(({ path, message }) => ({ path: path.slice(2), message }))
}
