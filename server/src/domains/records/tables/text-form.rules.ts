import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { CellReading } from '../../../field-types/field-type.ts'
import { kindRules } from '../../../field-types/registry.ts'
import type { FieldShape } from '../model/record-shape.ts'

/** What the text form needs of a field. */
export type TextField = Pick<FieldShape, 'kind' | 'definition'>

/** A value as the text of one cell; reading it again gives the same value. Empty is the empty text. */
export function cellOf({ kind }: TextField, value: JsonValue): string {
  return value === null ? '' : kindRules(kind).toCell(value)
}

/** What a cell says for the field: keys or labels of options, lists with `;`, `,` or a line each, JSON as JSON. */
export function rawOf({ kind, definition }: TextField, cell: string): CellReading {
  return cell === '' ? { raw: null } : kindRules(kind).fromCell(cell, definition)
}
