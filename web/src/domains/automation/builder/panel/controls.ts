import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { splitTemplate, wholeExpression } from '@caseloom/playbook/template-text'
import { type Control, fieldsOf, type SchemaField } from '../../../../ui/schema-form/schema-fields.ts'

const LONG = /^(?:text|html|body|description|message|markdown|prompt|comment|code|instructions)$/i

/** Whether text of this name is usually long. */
export function isLong(name: string): boolean {
  return LONG.test(name)
}

/** Fields in schema order, required ones first. */
export function propertiesOf(schema: JsonObject): SchemaField[] {
  const all = fieldsOf(schema) ?? []
  return [...all.filter((one) => one.required), ...all.filter((one) => !one.required)]
}

export function isExpression(value: JsonValue | undefined): value is string {
  if (typeof value !== 'string' || !value.includes('{%')) return false
  try {
    return wholeExpression(splitTemplate(value)) !== undefined
  } catch {
    return value.trimStart().startsWith('{%')
  }
}

/** Whether a field shows the expression editor, and the value this was decided for. */
export interface EntryMode {
  isExpression: boolean
  of: JsonValue | undefined
}

/** Text can hold expressions in its own control. */
export function isText(kind: Control['kind']): boolean {
  return kind === 'text' || kind === 'mixed'
}

export function entryModeOf(kind: Control['kind'], value: JsonValue | undefined): EntryMode {
  return { isExpression: !isText(kind) && isExpression(value), of: value }
}

/** The mode for a changed value. Typing never changes it: the editor would be replaced under the caret. */
export function entryModeAfter(
  mode: EntryMode,
  kind: Control['kind'],
  value: JsonValue | undefined,
): EntryMode {
  if (mode.isExpression) {
    // The expression editor shows any text, including none.
    const shows = value === undefined || value === null || typeof value === 'string'
    return shows || value === mode.of ? mode : entryModeOf(kind, value)
  }
  // A free-form text editor handles expressions as well.
  if (kind === 'any' || isText(kind)) return mode
  return isExpression(value) && value !== mode.of ? entryModeOf(kind, value) : mode
}

export type Role =
  | 'app'
  | 'match'
  | 'fields'
  | 'field'
  | 'fieldList'
  | 'filter'
  | 'people'
  | 'component'
  | 'componentInputs'
  | 'table'
  | 'tableColumn'
  | 'tableValues'
  | 'cases'
  | 'condition'
  | 'schema'
  | 'code'
  | 'plain'

const RECORD = /^(?:record|clock|observable)\.|^flow\.wait(?:Event|Condition)$/

export function roleOf(action: string, name: string, lazy: readonly string[]): Role {
  if (name === 'cases' && action === 'flow.switch') return 'cases'
  if (lazy.includes(name)) return 'condition'
  if (name === 'app') return 'app'
  if (RECORD.test(action)) {
    if (name === 'match') return 'match'
    if (name === 'set' || name === 'create') return 'fields'
    if (name === 'filter') return 'filter'
    if (name === 'field') return 'field'
    if (name === 'fields') return 'fieldList'
  }
  if (name === 'to' && (action.startsWith('human.') || action === 'notify.users')) return 'people'
  if (action === 'flow.call' && name === 'component') return 'component'
  if (action === 'flow.call' && name === 'inputs') return 'componentInputs'
  if (action.startsWith('table.') && name === 'table') return 'table'
  if (action === 'table.lookup' && name === 'column') return 'tableColumn'
  if (action === 'table.upsert' && name === 'values') return 'tableValues'
  if (action === 'human.form' && name === 'schema') return 'schema'
  return action === 'code.script' && name === 'code' ? 'code' : 'plain'
}
