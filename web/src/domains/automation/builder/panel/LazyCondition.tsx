import type { JsonObject } from '@caseloom/contract/json'
import { useMemo } from 'react'
import { ConditionField } from '../expression/ConditionField.tsx'
import { ExpressionScopeContext, useExpressionScope } from '../expression/expression-scope.ts'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { type KnownName, nameOfShape } from '../expression/known-names.ts'
import type { RoleFieldProps } from './role-field.ts'

/** A condition that an action evaluates by itself: per item of a list, per turn, per event. */
export function LazyCondition(props: RoleFieldProps & { action: string }) {
  const { label, path, required, readOnly, value, onChange, action } = props
  const outer = useExpressionScope()
  const error = useIssueAt(path)
  const inner = useMemo(() => {
    const more = MORE[action] ?? []
    const scope: JsonObject = { ...outer.scope }
    return { ...outer, names: [...more, ...outer.names], scope }
  }, [outer, action])
  return (
    <ExpressionScopeContext value={inner}>
      <ConditionField
        label={label}
        path={path}
        required={required}
        value={typeof value === 'string' ? value : typeof value === 'boolean' ? `{% ${value} %}` : undefined}
        readOnly={readOnly}
        error={error}
        onChange={onChange}
      />
    </ExpressionScopeContext>
  )
}

const INDEX = nameOfShape('index', 'index', { schema: { type: 'integer' } }, 'Counts from 0')
const MORE: Record<string, readonly KnownName[]> = {
  'data.filter': [nameOfShape('item', 'item', {}, 'The item that is looked at'), INDEX],
  'flow.repeat': [INDEX, nameOfShape('output', 'output', {}, 'What the turn gave')],
  'flow.waitEvent': [
    nameOfShape('event', 'event', { schema: { type: 'object' } }, 'What happened to the record'),
  ],
}
