import { isJsonObject } from '@caseloom/contract/kernel/json'
import { itemsCell, plainText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { readLinks } from './link-value.ts'

export const referenceType: ServerFieldType<'reference'> = {
  parse: readLinks,
  fixed: (before, { app }) =>
    before.app === app
      ? []
      : [
          {
            path: ['app'],
            code: 'fixed',
            message: `"${before.key}" refers to another app. Add a new field instead.`,
          },
        ],
}

export const referenceKinds = {
  reference: {
    // Links are stored in a table of their own: no column.
    sqlType: '',
    // Tracking ids with commas between them; what is no linked record, as it is.
    toCell: (value) => {
      const linked = Array.isArray(value) || !isJsonObject(value) ? value : (value['items'] ?? null)
      const items = Array.isArray(linked) ? linked : [linked]
      return items
        .map((item) => plainText(isJsonObject(item) ? (item['trackingId'] ?? item['id'] ?? '') : item))
        .join(', ')
    },
    fromCell: itemsCell,
  },
} satisfies Record<string, KindRules>
