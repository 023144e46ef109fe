import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { useMemo } from 'react'
import { ConditionField } from '../expression/ConditionField.tsx'
import { ExpressionScopeContext, useExpressionScope } from '../expression/expression-scope.ts'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { type KnownName, nameOfShape } from '../../../../ui/expression/known-name.ts'
import { useFirstItem } from '../samples/loop-items.ts'
import type { RoleFieldProps } from './role-field.ts'

/** A condition the action evaluates itself: per item, iteration, or event. */
export function LazyCondition(props: RoleFieldProps & { action: string; list: JsonValue | undefined }) {
  const { label, path, required, readOnly, value, onChange, action, list } = props
  const outer = useExpressionScope()
  const error = useIssueAt(path)
  const item = useFirstItem(action === 'data.filter' ? list : undefined, outer.scope)
  const inner = useMemo(() => {
    const more = namesOf(action, item)
    const own = new Set(more.map(({ name }) => name))
    // A loop's own names shadow those of an outer loop.
    const others = Object.entries(outer.scope).filter(([name]) => !own.has(name))
    const scope: JsonObject = {
      ...Object.fromEntries(others),
      ...(own.has('index') ? { index: 0 } : {}),
      ...(own.has('item') && item !== undefined ? { item } : {}),
    }
    return { ...outer, names: [...more, ...outer.names.filter(({ name }) => !own.has(name))], scope }
  }, [outer, action, item])
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

const INDEX = nameOfShape('index', 'index', { schema: { type: 'integer' } }, 'Zero-based index')

function namesOf(action: string, item: JsonValue | undefined): readonly KnownName[] {
  switch (action) {
    case 'data.filter':
      return [nameOfShape('item', 'item', { sample: item }, 'Current item'), INDEX]
    case 'flow.repeat':
      return [INDEX, nameOfShape('output', 'output', {}, 'Iteration output')]
    case 'flow.waitEvent':
      return [nameOfShape('event', 'event', { schema: { type: 'object' } }, 'Record event')]
    default:
      return []
  }
}
