import type { WorkflowRule } from '@caseloom/contract/apps/workflow'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { compileWorkflow } from './compile.ts'

const FIELD = 'field:'

/** The fields that a rule reads or acts on, without the rules nested in it. */
export function fieldsNamedBy(rule: WorkflowRule, fields: readonly FieldInput[]): string[] {
  const branch = { id: 'alone', rules: [{ ...rule, branches: [] }] }
  const stages = [{ id: 'alone', title: 'Alone', on: ['open' as const], branches: [branch] }]
  // Compiling adds rules of the fields’ own settings.
  const own = compileWorkflow({ stages }, { fields }).rules.filter(({ placed }) => placed.rule.id === rule.id)
  const named = own.flatMap(({ reads, actions }) => [
    ...reads,
    ...actions.flatMap((action) => [
      ...action.reads,
      ...action.names,
      ...action.items.flatMap((item) => (item.startsWith(FIELD) ? [item.slice(FIELD.length)] : [])),
    ]),
  ])
  return [...new Set(named)]
}
