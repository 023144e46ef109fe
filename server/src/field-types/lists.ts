import { itemsCell, listText } from './cells.ts'
import type { KindRules } from './field-type.ts'

/** Columns of several simple values, which an inverted index finds. */
export const LIST_COLUMN = {
  sqlType: 'text[]',
  index: (column) => `gin (${column})`,
  toCell: listText,
  fromCell: itemsCell,
} satisfies Partial<KindRules>
