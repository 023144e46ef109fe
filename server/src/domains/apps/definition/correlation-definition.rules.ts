import { type CorrelationRule, isComparable } from '@caseloom/contract/apps/correlation-rules'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { type ConditionCheck, conditionShapes } from './condition-definition.rules.ts'

type Path = (string | number)[]

/** Faults of correlation rules: keys twice, fields that are missing or can’t be compared, and conditions of nothing. */
export function correlationIssues(
  rules: readonly CorrelationRule[] | undefined,
  fields: readonly FieldInput[],
  check: ConditionCheck,
): Issue[] {
  const shapes = conditionShapes(fields)
  const keys = new Map(fields.map((field) => [field.key, field]))
  const seen = new Set<string>()
  return (rules ?? []).flatMap(({ key, fields: compared, condition }, at): Issue[] => {
    const path: Path = ['body', 'correlation', at]
    const isDouble = seen.has(key)
    seen.add(key)
    const inCondition = condition === undefined ? [] : check(shapes, condition)
    return [
      ...(isDouble
        ? [{ path: [...path, 'key'], code: 'duplicate', message: 'Two correlation rules have this key' }]
        : []),
      ...fieldIssues(compared, [...path, 'fields'], keys),
      ...inCondition.map((issue) => ({ ...issue, path: [...path, 'condition', ...issue.path] })),
    ]
  })
}

function fieldIssues(
  compared: readonly string[],
  path: Path,
  keys: ReadonlyMap<string, FieldInput>,
): Issue[] {
  return compared.flatMap((key, at): Issue[] => {
    const field = keys.get(key)
    if (field === undefined)
      return [{ path: [...path, at], code: 'unknown_field', message: `Unknown field "${key}"` }]
    if (!isComparable(field))
      return [{ path: [...path, at], code: 'invalid_type', message: `Values of "${key}" can’t be compared` }]
    if (compared.indexOf(key) === at) return []
    return [{ path: [...path, at], code: 'duplicate', message: `"${key}" is listed twice` }]
  })
}
