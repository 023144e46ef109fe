import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type AppError, fail } from '../../../platform/errors.ts'

export function requiredIssue(key: string): Issue {
  return { path: ['body', 'fields', key], code: 'required', message: 'This field is required' }
}

export interface Conflict {
  field: string
  mine: JsonValue
  theirs: JsonValue
}

export function invalid(issues: Issue[]): AppError {
  return fail('request.invalid', { issues })
}
