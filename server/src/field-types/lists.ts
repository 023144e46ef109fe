import type { FilterOperator } from '@caseloom/contract/filter'
import { itemsCell, listText } from './cells.ts'
import type { KindRules } from './field-type.ts'
import { EQUALITY, ITEMS, LISTS } from './operators.ts'

export const LIST_OPERATORS: readonly FilterOperator[] = [...EQUALITY, ...LISTS, ...ITEMS]

/** Columns of several simple values, which an inverted index finds. */
export const LIST_COLUMN = {
  sqlType: 'text[]',
  index: (column) => `gin (${column})`,
  toCell: listText,
  fromCell: itemsCell,
} satisfies Partial<KindRules>
