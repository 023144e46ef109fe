import type { Issue } from '@caseloom/contract/errors'
import type { FieldInput } from '@caseloom/contract/fields'

/** True for a default that is read when a record is created: now, today, the person who creates it. */
export function isMomentary(field: FieldInput): boolean {
  switch (field.type) {
    case 'datetime':
      return field.default === 'now'
    case 'date':
      return field.default === 'today'
    case 'user':
      return field.default === 'me'
    default:
      return false
  }
}

/** Bounds of a field that contradict each other. */
export function boundIssues(field: FieldInput, at: number): Issue[] {
  const issue = (property: string, code: string, message: string): Issue => ({
    path: ['body', 'fields', at, property],
    code,
    message,
  })
  switch (field.type) {
    case 'text':
      return (field.minLength ?? 0) > field.maxLength
        ? [issue('maxLength', 'too_small', 'The maximum length is less than the minimum')]
        : []
    case 'list':
      return (field.minItemLength ?? 0) > (field.maxItemLength ?? Number.POSITIVE_INFINITY)
        ? [issue('maxItemLength', 'too_small', 'The maximum item length is less than the minimum')]
        : []
    case 'selection': {
      const given = Array.isArray(field.default) ? field.default : [field.default]
      const retired = field.options.some((option) => option.retired === true && given.includes(option.key))
      if (retired) return [issue('default', 'retired_option', 'A retired option can’t be the default')]
      return field.options.every((option) => option.retired === true)
        ? [issue('options', 'required', 'At least one option must be available')]
        : []
    }
    default:
      return []
  }
}
